"""What commands of several parts do: a module for each part."""

import argparse
from collections.abc import Mapping
from types import ModuleType

from rungs.data.errors import BadUsage


def add(parser: argparse.ArgumentParser, parts: Mapping[str, ModuleType]) -> None:
    """Adds a subcommand for each of {name: module}."""
    below = parser.add_subparsers(dest="part", metavar="PART", required=True)
    for name, part in parts.items():
        part.add_arguments(below.add_parser(
            name, help=part.HELP, description=part.DESCRIPTION, epilog=part.EPILOG, allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter))


def run(options: argparse.Namespace, parts: Mapping[str, ModuleType]) -> int:
    """Runs the part that was chosen. Raises BadUsage for words that it does not know and does not pass on."""
    part, words = parts[options.part], getattr(options, "words", [])
    if words and not getattr(part, "PASSES_ON", False):
        raise BadUsage(f"{options.part}: {words[0]} is no option; --help lists them")
    return part.run(options)
