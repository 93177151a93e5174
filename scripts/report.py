#!/usr/bin/env python3
"""Writes the report page of one or more runs; see --help."""

import argparse
import os
import sys
from pathlib import Path

from rungs import claims, files, published, rows
from rungs.report import page, sources

NAME = "report.html"


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="report.py", description="Writes one HTML page on one or more runs, GPU beside GPU: what ran on what, the "
        "ladders, each variant with its source, what the documents claimed. It opens from disk and needs no network.")
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN",
                        help="a folder with a rows.csv, like results/<gpu>/<run>, or a rows.csv; what bench, "
                             "ncu_all.sh and static_facts.py wrote beside it is read too")
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help=f"the page (default: {NAME} in the run's folder, or in the one that all runs lie in)")
    parser.add_argument("--title", default="", help="the page's title (default: the devices)")
    parser.add_argument("--published", type=Path, default=published.DEFAULT_PATH, metavar="FILE",
                        help="the published figures (default: reference/published/published.csv)")
    parser.add_argument("--claims", type=Path, default=claims.DEFAULT_PATH, metavar="FILE",
                        help="the documents' claims (default: reference/published/claims.csv)")
    parser.add_argument("--cases", type=Path, default=sources.CASES, metavar="DIR",
                        help="the folder of the cases' sources (default: cases)")
    return parser.parse_args(arguments)


def out_path(options, runs):
    """Where the page goes; raises RowsError where that would write over what is read."""
    folders = [os.path.abspath(run.path.parent) for run in runs]
    out = options.out or Path(os.path.commonpath(folders)) / NAME
    if out.is_dir():
        raise rows.RowsError(f"--out={out}: is a folder; legal is the name of a file")
    read = [*(path for run in runs for path in run.files), options.published, options.claims]
    if out.resolve() in [path.resolve() for path in read]:
        raise rows.RowsError(f"--out={out}: it is read too; legal is another file")
    return out


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        if not options.cases.is_dir():
            raise rows.RowsError(f"--cases={options.cases}: no such folder; legal is one with a folder a case")
        runs = page.load(options.runs)
        out = out_path(options, runs)
        text = page.render(runs, claims.read(options.claims), published.read(options.published), options.title,
                           options.cases)
        files.write_whole(out, text)
        print(out)
    except (rows.RowsError, OSError) as error:
        print(f"report.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
