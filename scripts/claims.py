#!/usr/bin/env python3
"""Holds what the source documents claim against measured rows; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import claims, files, rows, tables


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="claims.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Joins the documents' claims with measured rows and says, a device, which hold.\n\n"
                    + claims.__doc__.partition("\n\n")[2])
    parser.add_argument("rows", nargs="+", type=Path, metavar="rows.csv", help="rows of bench")
    parser.add_argument("--claims", type=Path, default=claims.DEFAULT_PATH, metavar="FILE",
                        help="the claims (default: reference/published/claims.csv)")
    parser.add_argument("--markdown", action="store_true", help="a Markdown table instead of plain text")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there (whole or not at all), not to stdout")
    return parser.parse_args(arguments)


def check_out(options):
    """Refuses to write over what is read."""
    if options.out is None:
        return
    read = [*options.rows, *map(claims.metrics_path, options.rows), options.claims]
    if options.out.resolve() in [path.resolve() for path in read]:
        raise rows.RowsError(f"--out={options.out}: it is read too; legal is another file")


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        check_out(options)
        known = claims.read(options.claims)
        machines = claims.load(options.rows)
        if not machines:
            raise rows.RowsError(f"{options.rows[0]}: only simulator rows, which have no time; legal are rows measured "
                                 "on a host or a GPU")
        lines = tables.claims_table(known, machines) if options.markdown else claims.text(known, machines)
        text = "\n".join(lines) + "\n"
        if options.out:
            files.write_whole(options.out, text)
        else:
            sys.stdout.reconfigure(errors="replace")  # a terminal without '±'
            sys.stdout.write(text)
    except (rows.RowsError, OSError) as error:
        print(f"claims.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
