"""`rungs tables`."""

import argparse
from pathlib import Path

from rungs.cli.options import about
from rungs.data import checkout, files
from rungs.data.errors import RowsError, complain

DESCRIPTION = "Fills every generated block of Markdown files from rows of bench.\n\n" + about("tables/blocks")
EXIT_CODES = {1: "--check found a stale file"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.md")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file is stale")
    parser.add_argument("--published", type=Path, default=checkout.find(checkout.PUBLISHED), metavar="FILE",
                        help=f"the published figures (default: {checkout.PUBLISHED})")
    parser.add_argument("--claims", type=Path, default=checkout.find(checkout.CLAIMS), metavar="FILE",
                        help=f"the claims (default: {checkout.CLAIMS})")


def run(options: argparse.Namespace) -> int:
    from rungs.data import published
    from rungs.statistics import claims
    from rungs.tables import blocks

    blocks.read.cache_clear()
    documents, known = published.read(options.published), claims.read(options.claims)
    stale = []
    # All are made before any is written: where the last file is broken, the first stays as it was.
    for path in options.files:
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise RowsError(f"{path}: byte {error.start} is not UTF-8") from None
        if (new := blocks.filled(path, text, documents, known)) != text:
            stale.append((path, new))
    if options.check:
        for path, _ in stale:
            complain("tables", f"{path} is stale; run: rungs tables {path}")
        return 1 if stale else 0
    for path, new in stale:
        files.write_whole(path, new)
        print(path)
    return 0
