"""`rungs fleet join`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data.errors import BadUsage
from rungs.data.terminal import put

DESCRIPTION = about("fleet/joined") + """
With the folder of a `rungs fleet submit` alone: writes rows.csv and tasks.csv there, the rows of all tasks and how each
went. `submit` does that by itself behind the tasks; call it to see how far they are."""
EXIT_CODES = {1: "a task is lost or running, or has rows that failed",
              2: "bad usage, or folders that are not parts of one run"}
EPILOG = """Example: rungs measure first cases       # on one machine
         rungs measure second sizes      # on another of the same model
         rungs fleet join results/h200/whole first second"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to make; must not exist yet")
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER",
                        help="two or more, of one build's run; none where OUT is the folder of a `rungs fleet submit`")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import joined

    if not options.folders:
        return merged(options.out)
    if len(options.folders) < 2:
        raise BadUsage("one folder; expected two or more to be joined")
    found = joined.join(options.out, options.folders)
    lines = [*found.remarks, *(f"{options.out / name}: {rows} rows" for name, rows in found.rows.items())]
    put("\n".join(lines) + "\n")
    return 0


def merged(folder: Path) -> int:
    """Puts the rows of all tasks into one file, prints how it went, and returns the exit code."""
    from rungs.fleet import tasks

    troubles, rows, twice = tasks.merge(folder)
    lines = [*troubles, f"{folder / 'rows.csv'}: {rows} rows" if rows else f"{folder}: no rows yet"]
    if twice:
        lines.append(f"{twice} rows left out: another task had them on the same GPU or host")
    if any("rows are there" in line for line in troubles):
        lines.append(f"`rungs fleet submit --resume --out {folder}` completes it")
    put("\n".join(lines) + "\n")
    return 1 if troubles else 0
