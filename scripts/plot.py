#!/usr/bin/env python3
"""The old name of `rungs plot`."""
from rungs.cli.old_name import run

run("plot")
