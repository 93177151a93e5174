#!/usr/bin/env python3
"""The old name of `rungs claims`."""
from rungs.cli.old_name import run

run("claims")
