"""`rungs sizes`. The standard library alone."""

import argparse
from pathlib import Path

from rungs.cli.options import about, whole
from rungs.data import checkout
from rungs.data.terminal import complain, put
from rungs.tables import sizes

LEAST = 5
DESCRIPTION = ("Lists every variant of bench with the sizes at which it was timed; a variant without a row has "
               "none.\n\n" + about("tables/sizes"))
EPILOG = "Example: rungs sizes results/*/latest/rows.csv --at-least 5"
EXIT_CODES = {1: "a variant has fewer sizes than --at-least (stderr names each)"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", nargs="+", type=Path, metavar="rows.csv", help="rows of bench; of several, all count")
    parser.add_argument("--bench", default=str(checkout.built("bench")), metavar="PATH",
                        help="the program whose list names the variants (default: build/bench)")
    parser.add_argument("--at-least", type=whole(1, 1000), metavar="N",
                        help="exit 1 where a variant has fewer sizes than N")


def run(options: argparse.Namespace) -> int:
    variants = sizes.count(options.bench, options.rows)
    put("\n".join(sizes.text(variants, options.at_least or LEAST)) + "\n")
    short = sizes.fewer(variants, options.at_least) if options.at_least else []
    for variant in short:
        complain("sizes", f"{variant.name}: timed at {len(variant.timed)} sizes; expected {options.at_least} or more")
    return 1 if short else 0
