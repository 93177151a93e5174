"""`rungs claims`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, refuse_overwriting
from rungs.data import checkout, files, side_table
from rungs.data.errors import RowsError, put

DESCRIPTION = "Compares the documents' claims with measured rows: a page in Markdown, which hold on each device.\n\n" \
    + about("statistics/claims") + "\n\n" + about("statistics/claim_verdict")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", nargs="+", type=Path, metavar="rows.csv", help="rows of bench")
    parser.add_argument("--claims", type=Path, metavar="FILE", help=f"the claims (default: {checkout.CLAIMS})")
    parser.add_argument("--counters", action="append", default=[], type=Path, metavar="FILE",
                        help="counters of `rungs ncu`, which say why; may be given several times")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there (whole or not at all), not to stdout")


def run(options: argparse.Namespace) -> int:
    from rungs.statistics import claims
    from rungs.tables import claims_page

    path = options.claims or checkout.need(checkout.CLAIMS, "--claims")
    refuse_overwriting("--out", options.out, [*options.rows, *options.counters, path,
                                              *map(side_table.path_of, options.rows)])
    known = claims.read(path)
    machines = claims.load(options.rows)
    if not machines:
        raise RowsError(f"{options.rows[0]}: only simulator rows, which have no time; expected rows measured on a "
                        "host or a GPU")
    text = "\n".join(claims_page.page(known, machines, claims_page.read_counters(options.counters))) + "\n"
    if options.out:
        files.write_whole(options.out, text)
    else:
        put(text)
    return 0
