"""`rungs report`."""

import argparse
import os
from pathlib import Path

from rungs.cli.options import refuse_overwriting
from rungs.data import checkout, files
from rungs.data.errors import BadUsage

NAME = "report.html"
DESCRIPTION = """Writes one HTML page on one or more runs, GPU beside GPU: what ran on what, the ladders, each variant
with its
source, what the documents claimed. The page opens from disk and needs no network."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN",
                        help="a folder with a rows.csv, like results/<gpu>/<run>, or a rows.csv; what bench, `rungs "
                             "ncu` and `rungs static` wrote beside it is read too")
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help=f"the page (default: {NAME} in the run's folder, or in the folder that contains all runs)")
    parser.add_argument("--title", default="", help="the page's title (default: the devices)")
    parser.add_argument("--published", type=Path, default=checkout.find(checkout.PUBLISHED), metavar="FILE",
                        help=f"the published figures (default: {checkout.PUBLISHED})")
    parser.add_argument("--claims", type=Path, default=checkout.find(checkout.CLAIMS), metavar="FILE",
                        help=f"the documents' claims (default: {checkout.CLAIMS})")
    parser.add_argument("--cases", type=Path, metavar="DIR",
                        help=f"the folder of the cases' sources (default: {checkout.CASES})")


def run(options: argparse.Namespace) -> int:
    from rungs.data import published
    from rungs.report import page
    from rungs.statistics import claims

    if options.cases and not options.cases.is_dir():
        raise BadUsage(f"--cases={options.cases}: no such folder; expected one with a folder for each case")
    runs = page.load(options.runs)
    out = options.out or Path(os.path.commonpath([os.path.abspath(run.path.parent) for run in runs])) / NAME
    refuse_overwriting("--out", out, [*(path for run in runs for path in run.files), options.published, options.claims])
    cases = options.cases or checkout.find(checkout.CASES) or Path(checkout.CASES)
    files.write_whole(out, page.render(runs, claims.read(options.claims), published.read(options.published),
                                       options.title, cases))
    print(out)
    return 0
