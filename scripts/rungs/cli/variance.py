"""`rungs variance`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, pattern
from rungs.data.terminal import put

DESCRIPTION = ("Tells apart what times vary by between samples, processes and GPUs, from runs of bench --processes N: "
               "of one GPU, of several with bench --device=all, or of several runs.\n\n" + about("statistics/variance"))
EPILOG = """Exit codes: 0, or 2 on bad input.
Example: bench --device=all --processes 5 --out rows.csv, then rungs variance rows.csv"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="rows.csv",
                        help="rows of bench --processes N, with rows.processes.csv beside them")
    parser.add_argument("--filter", type=pattern, metavar="REGEX",
                        help="only rows whose case/variant matches, as for bench")


def run(options: argparse.Namespace) -> int:
    from rungs.tables import variance_text

    put("\n".join(variance_text.text(variance_text.read(options.runs, options.filter))) + "\n")
    return 0
