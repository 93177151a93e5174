#!/usr/bin/env python3
"""The old name of `rungs compare`."""
from rungs.cli.old_name import run

run("compare")
