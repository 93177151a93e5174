"""`rungs claims`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, refuse_overwriting
from rungs.data import checkout, files, side_table
from rungs.data.errors import BadUsage, RowsError
from rungs.data.terminal import put

DESCRIPTION = "Compares the documents' claims with measured rows, and says for each device which hold.\n\n" \
    + about("statistics/claims") + "\n\n" + about("statistics/claim_verdict")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", nargs="+", type=Path, metavar="rows.csv", help="rows of bench")
    parser.add_argument("--claims", type=Path, metavar="FILE", help=f"the claims (default: {checkout.CLAIMS})")
    parser.add_argument("--page", action="store_true", help="print a Markdown page, with counters")
    parser.add_argument("--counters", action="append", default=[], type=Path, metavar="FILE",
                        help="with --page: counters of `rungs ncu`; may be given several times")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there (whole or not at all), not to stdout")


def run(options: argparse.Namespace) -> int:
    from rungs.statistics import claims
    from rungs.tables import claims_page, claims_text

    path = options.claims or checkout.need(checkout.CLAIMS, "--claims")
    if options.counters and not options.page:
        raise BadUsage("--counters goes with --page")
    refuse_overwriting("--out", options.out, [*options.rows, *options.counters, path,
                                              *map(side_table.path_of, options.rows)])
    known = claims.read(path)
    machines = claims.load(options.rows)
    if not machines:
        raise RowsError(f"{options.rows[0]}: only simulator rows, which have no time; expected rows measured on a "
                        "host or a GPU")
    if options.page:
        lines = claims_page.page(known, machines, claims_page.read_counters(options.counters))
    else:
        lines = claims_text.text(known, machines)
    text = "\n".join(lines) + "\n"
    if options.out:
        files.write_whole(options.out, text)
    else:
        put(text)
    return 0
