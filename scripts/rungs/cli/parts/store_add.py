"""`rungs store add`."""

import argparse
from collections import Counter
from pathlib import Path

from rungs.cli.options import about
from rungs.data.terminal import put

HELP = "add runs and the files beside them"
DESCRIPTION = """Adds the runs of folders to a store, which is made where there is none. A run whose rows are all there
is not added again; one that has grown (bench --resume) takes the place of what is there.

""" + about("fleet/store")
EPILOG = "Exit codes: 0, or 2 where a file is not whole or not of bench; runs before it have then been added."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER|rows.csv",
                        help="folders, searched at any depth for files of rows, or such files")
    parser.add_argument("--store", type=Path, default=Path("rungs-store"), metavar="FOLDER",
                        help="the store (default: rungs-store)")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import store

    found = store.find(options.paths)
    store.create(options.store)
    counts: Counter = Counter()
    for each in found:
        what, name = store.add(options.store, each)
        counts[what] += 1
        if what != store.KNOWN:
            put(f"{what}: {each.rows} ({name})\n")
    put(f"{options.store}: {', '.join(f'{count} {what}' for what, count in counts.items())}\n")
    return 0
