#!/usr/bin/env python3
"""Fills the generated tables of Markdown files, or checks that they are as their rows say; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import blocks, claims, files, published, rows


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="tables.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Fills every generated block of Markdown files from rows of bench.\n\n"
                    + blocks.__doc__.partition("\n\n")[2])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.md")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file is stale")
    parser.add_argument("--published", type=Path, default=published.DEFAULT_PATH, metavar="FILE",
                        help="the published figures (default: reference/published/published.csv)")
    parser.add_argument("--claims", type=Path, default=claims.DEFAULT_PATH, metavar="FILE",
                        help="the claims (default: reference/published/claims.csv)")
    return parser.parse_args(arguments)


def read_text(path):
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise rows.RowsError(f"{path}: byte {error.start} is not UTF-8") from None


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        documents = published.read(options.published)
        known = claims.read(options.claims)
        # All are made before any is written: a broken last file leaves the first as it was.
        texts = [(path, read_text(path)) for path in options.files]
        made = [(path, text, blocks.filled(path, text, documents, known)) for path, text in texts]
        stale = [(path, new) for path, text, new in made if new != text]
        if options.check:
            for path, _ in stale:
                print(f"tables.py: {path} is stale; run scripts/tables.py {path}", file=sys.stderr)
            return 1 if stale else 0
        for path, new in stale:
            files.write_whole(path, new)
            print(path)
    except (rows.RowsError, OSError) as error:
        print(f"tables.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
