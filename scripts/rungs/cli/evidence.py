"""`rungs evidence`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data import show
from rungs.data.errors import RowsError, complain, put

DESCRIPTION = ("Joins cold GPU rows with counters by case, variant, size and params. Prints a table for each problem "
               "and a\nsentence for each step.\n\n" + about("profile/steps"))
EPILOG = f"""What binds.

{about("profile/bound")}
What made a step faster or slower.

{about("profile/causes")}
Where latency binds.

{about("profile/waits")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", type=Path, metavar="rows.csv", help="rows of bench")
    parser.add_argument("counters", type=Path, metavar="counters.csv", help="counters of `rungs ncu`, of the same GPU")


def run(options: argparse.Namespace) -> int:
    from rungs.profile import evidence

    found, counters = evidence.read(options.rows, options.counters)
    if not any(key in found for key in counters):
        raise RowsError(f"{options.counters}: no variant and problem of it has a cold GPU row in {options.rows}; "
                        "expected files of the same sizes and parameters")
    for what, keys, others in (("no counters of", found, counters), ("no cold row of", counters, found)):
        there = {key[:2] for key in others}
        missing = dict.fromkeys(show.plain("/".join(key[:2]), 80) for key in keys if key[:2] not in there)
        if missing:
            complain("evidence", f"{what} {', '.join(missing)}")
    put("\n".join(evidence.report(evidence.join(found, counters))) + "\n")
    return 0
