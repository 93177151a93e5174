"""`rungs fleet merge`."""

import argparse
from pathlib import Path

from rungs.data.terminal import put

HELP = "put the rows of all tasks into one file, and say which tasks are lost"
DESCRIPTION = """Writes rows.csv and tasks.csv into the folder of a `rungs fleet submit`. It runs by itself behind the
tasks; call it to see how far they are."""
EPILOG = "Exit codes: 0 all tasks ended, 1 a task is lost or running, or has rows that failed, 2 bad usage."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of a `rungs fleet submit`")


def run(options: argparse.Namespace) -> int:
    return report(options.folder)


def report(folder: Path) -> int:
    """Merges, prints how it went, and returns the exit code."""
    from rungs.fleet import tasks

    found = tasks.merge(folder)
    lines = [*found.troubles, f"{folder / 'rows.csv'}: {found.rows} rows" if found.rows else f"{folder}: no rows yet"]
    if found.twice:
        lines.append(f"{found.twice} rows left out: another task had them on the same GPU or host")
    if any("rows are there" in line for line in found.troubles):
        lines.append(f"`rungs fleet submit --resume --out {folder}` completes it")
    put("\n".join(lines) + "\n")
    return 1 if found.troubles else 0
