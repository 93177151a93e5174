"""`rungs fleet`."""

import argparse

from rungs.cli import parts
from rungs.cli.parts import fleet_join, fleet_merge, fleet_submit

PARTS = {"submit": fleet_submit, "merge": fleet_merge, "join": fleet_join}
DESCRIPTION = "Runs bench on all GPUs of a host or of many, and puts parts of one run into one folder."
EPILOG = "`rungs fleet PART --help` describes each."
PASSES_ON = True  # words of `submit` that are no options here go to bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts.add(parser, PARTS)


def run(options: argparse.Namespace) -> int:
    return parts.run(options, PARTS)
