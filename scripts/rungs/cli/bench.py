"""`rungs bench`."""

import argparse
from pathlib import Path

from rungs.data import checkout
from rungs.data.libraries import BENCH

DESCRIPTION = """Runs `bench` with variants that are written in Python: verified and timed by the same engine as those
in C++, into the same rows. All other options are those of `bench` (`bench --help`), and so are its variants:

  rungs bench --load my_kernels.py --filter=stitch --out rows.csv

A variant is a function with the decorator rungs.variant; see scripts/README.md, "Kernels in Python". A row of a variant
is `unsupported` where its framework, or a package that its file imports, is missing or broken. On the host, the cost of
the call from Python is in the time; on a GPU it is not."""
EXIT_CODES = {0: "all rows are ok or unsupported", 1: "a variant is incorrect or failed, or every row is unsupported",
              3: "the GPU is lost"}
PASSES_ON = True  # words that are no options here go to bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--load", action="append", default=[], type=Path, metavar="FILE",
                        help="a file with variants, or a folder like cases/, of which all <case>/<place>/*.py are "
                             "loaded; may be given again")
    parser.add_argument("--library", dest="bench_library", type=Path, default=checkout.built(BENCH), metavar="FILE",
                        help="the cases and the engine: the library that rungs_add_c_library builds "
                             f"(default: build/{BENCH})")


def run(options: argparse.Namespace) -> int:
    from rungs.engine import session

    return session.run(options.load, options.bench_library, options.words)
