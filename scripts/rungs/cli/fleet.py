"""`rungs fleet`."""

import argparse

from rungs.cli import parts
from rungs.cli.parts import fleet_report

PARTS = {"report": fleet_report}
DESCRIPTION = "Rows of all GPUs of one host or of many."
EPILOG = "`rungs fleet PART --help` describes each."
PASSES_ON = True  # words of `submit` that are no options here go to bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts.add(parser, PARTS)


def run(options: argparse.Namespace) -> int:
    return parts.run(options, PARTS)
