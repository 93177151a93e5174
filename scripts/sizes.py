#!/usr/bin/env python3
"""Shows which variant was timed at which sizes; see --help. The standard library alone."""

import argparse
import os
import sys
from pathlib import Path

from rungs import sizes
from rungs.records import RowsError

ROOT = Path(__file__).resolve().parents[1]
LEAST = 5
EXIT_CODES = ("Exit codes: 0, 1 a variant has fewer sizes than --at-least (each is named on stderr), 2 bad input.\n"
              "Example: scripts/sizes.py results/*/latest/rows.csv --at-least 5")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="sizes.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Lists every variant of bench with the sizes at which it was timed; one without a row has none.\n\n"
                    + sizes.__doc__.partition("\n\n")[2], epilog=EXIT_CODES)
    parser.add_argument("rows", nargs="+", type=Path, metavar="rows.csv", help="rows of bench; of several, all count")
    parser.add_argument("--bench", default=str(ROOT / "build" / "bench"), metavar="PATH",
                        help="whose list names the variants (default: build/bench)")
    parser.add_argument("--at-least", type=_sizes, metavar="N", help="exit 1 where a variant has fewer sizes than N")
    return parser.parse_args(arguments)


def _sizes(text):
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of sizes; expected a whole number from 1 to 1000")
    return int(text)


def main(arguments=None):
    """Prints the table; returns the exit code."""
    chosen = parse_arguments(arguments)
    try:
        results = [result for path in chosen.rows for result in sizes.read(path)]
        variants = sizes.count(sizes.listed(chosen.bench), results)
    except RowsError as error:
        print(f"sizes.py: {error}", file=sys.stderr)
        return 2
    try:
        print("\n".join(sizes.text(variants, chosen.at_least or LEAST)), flush=True)
    except BrokenPipeError:  # `| head`: what was wanted has been read
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"sizes.py: the table cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    short = sizes.fewer(variants, chosen.at_least) if chosen.at_least else []
    for variant in short:
        print(f"sizes.py: {variant.name}: timed at {len(variant.timed)} sizes; expected {chosen.at_least} or more",
              file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
