"""`rungs compare`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, number, pattern
from rungs.data.errors import put

DESCRIPTION = "Compares two runs of bench, row by row.\n\n" + about("statistics/verdict")
EPILOG = f"""The interval.

{about("statistics/interval")}"""
EXIT_CODES = {0: "no regression", 1: "a row is slower or broken, or with --require-all in one run alone",
              2: "bad input or runs that cannot be compared"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", type=Path, metavar="old.csv",
                        help="rows of bench, the run to compare with: a file, or its folder")
    parser.add_argument("new", type=Path, metavar="new.csv", help="rows of bench, the run to judge")
    for name in ("old", "new"):
        parser.add_argument(f"--{name}-device", default="", metavar="UUID",
                            help=f"of several GPUs in the {name} run the one whose device_uuid begins so")
    parser.add_argument("--threshold", type=number(0, 1000), default=1.0, metavar="PERCENT",
                        help="a smaller change counts as none (default: 1)")
    parser.add_argument("--filter", type=pattern, metavar="REGEX",
                        help="only rows whose case/variant matches, as for bench")
    parser.add_argument("--allow-other-device", action="store_true",
                        help="compare runs of different GPUs or CPUs, and judge rows of two machines as if of one")
    parser.add_argument("--require-all", "--strict", action="store_true",
                        help="exit 1, too, where one run lacks rows of the other")
    parser.add_argument("--all", action="store_true",
                        help="show every row, not only those that changed, and name those of one run alone")


def run(options: argparse.Namespace) -> int:
    from rungs.statistics import compare, verdict
    from rungs.tables import compare_text

    report = compare.compare(compare.load(options.old, options.filter, options.old_device),
                             compare.load(options.new, options.filter, options.new_device),
                             options.threshold, options.allow_other_device)
    put("\n".join(compare_text.text(report, options.all)) + "\n")
    regressed = any(report.counts[name] for name in verdict.REGRESSIONS)
    return 1 if regressed or options.require_all and report.alone else 0
