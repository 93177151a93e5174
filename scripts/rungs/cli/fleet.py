"""`rungs fleet`."""

import argparse

from rungs.cli.parts import fleet_report
from rungs.data.errors import BadUsage

PARTS = {"report": fleet_report}
DESCRIPTION = "Rows of all GPUs of one host or of many."
EPILOG = "`rungs fleet PART --help` describes each."
PASSES_ON = True  # words of `submit` that are no options here go to bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)
    for name, part in PARTS.items():
        one = parts.add_parser(name, help=part.HELP, description=part.DESCRIPTION, epilog=part.EPILOG,
                               allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
        part.add_arguments(one)


def run(options: argparse.Namespace) -> int:
    part = PARTS[options.part]
    if options.words and not getattr(part, "PASSES_ON", False):
        raise BadUsage(f"{options.part}: {options.words[0]} is no option; `rungs fleet {options.part} --help` lists "
                       "them")
    return part.run(options)
