"""`rungs fleet join`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data.errors import BadUsage, put

DESCRIPTION = about("fleet/joined")
EXIT_CODES = {2: "bad usage, or folders that are not parts of one run"}
EPILOG = """Example: rungs measure first cases       # on one machine
         rungs measure second sizes      # on another of the same model
         rungs fleet join results/h200/whole first second"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to make; must not exist yet")
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="two or more, of one build's run")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import joined

    if len(options.folders) < 2:
        raise BadUsage("one folder; expected two or more to be joined")
    found = joined.join(options.out, options.folders)
    lines = [*found.remarks, *(f"{options.out / name}: {rows} rows" for name, rows in found.rows.items())]
    put("\n".join(lines) + "\n")
    return 0
