"""`rungs evidence`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data import counter_files, show
from rungs.data.errors import RowsError
from rungs.data.records import shown
from rungs.data.terminal import complain, put

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
    parser.add_argument("--device", default="", metavar="NAME", help="the GPU, where rows.csv has several")
    parser.add_argument("--case", default="", metavar="LIST", help="cases, with commas (default: all)")


def run(options: argparse.Namespace) -> int:
    from rungs.profile import evidence

    put("\n".join(evidence.report(_lines(options))) + "\n")
    return 0


def _lines(options: argparse.Namespace) -> list:
    """The joined lines; says which variants could not be joined. Raises RowsError."""
    from rungs.data import rows
    from rungs.profile import evidence

    counters = counter_files.read(options.counters)
    runs = counter_files.read_runs(options.counters)
    devices = list(dict.fromkeys(run["device"] for run in runs))
    device = options.device or (devices[0] if len(devices) == 1 else "")
    if device and devices and device not in devices:
        raise RowsError(f"--device={device}: {options.counters} is of {', '.join(map(shown, devices))}")
    found = evidence.cold_rows(rows.read(options.rows), device, options.rows)
    if options.case:
        asked = options.case.split(",")
        known = list(dict.fromkeys(key[0] for key in counters))
        for case in asked:
            if case not in known:
                raise RowsError(f"--case={options.case}: no counters of {shown(case)}; expected some of "
                                f"{', '.join(map(shown, known))}")
        counters = {key: metrics for key, metrics in counters.items() if key[0] in asked}
        found = {key: row for key, row in found.items() if key[0] in asked}
    if not any(key in found for key in counters):
        raise RowsError(f"{options.counters}: no variant and problem of it has a cold GPU row in {options.rows}; "
                        "expected files of the same sizes and parameters")
    for what, keys, others in (("no counters of", found, counters), ("no cold row of", counters, found)):
        there = {key[:2] for key in others}
        missing = dict.fromkeys(show.plain("/".join(key[:2]), 80) for key in keys if key[:2] not in there)
        if missing:
            complain("evidence", f"{what} {', '.join(missing)}")
    return evidence.join(found, counters)
