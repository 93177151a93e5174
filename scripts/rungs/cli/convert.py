"""`rungs convert`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data.errors import BadUsage
from rungs.data.terminal import put

DESCRIPTION = "Writes stored runs of the schema before anew, in place, with what lies next to them.\n\n" \
    + about("data/conversion")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER|FILE",
                        help="a file of rows with what lies next to it, or a folder: all such files in it and below")


def run(options: argparse.Namespace) -> int:
    from rungs.data import conversion

    for path in options.paths:
        if not path.exists():
            raise BadUsage(f"{path}: no such file or folder; expected rows of the schema before, or a folder with some")
        put("".join(f"{line}\n" for line in conversion.convert(path)) or f"{path}: nothing to convert\n")
    return 0
