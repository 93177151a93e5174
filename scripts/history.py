#!/usr/bin/env python3
"""The old name of `rungs history`."""
from rungs.cli.old_name import run

run("history")
