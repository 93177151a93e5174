#!/usr/bin/env python3
"""The old name of `rungs report`."""
from rungs.cli.old_name import run

run("report")
