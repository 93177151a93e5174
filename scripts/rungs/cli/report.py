"""`rungs report`."""

import argparse
import os
from pathlib import Path

from rungs.cli.options import refuse_overwriting
from rungs.data import checkout, files
from rungs.data.errors import BadUsage, complain

NAME = "report.html"
DESCRIPTION = """Writes one HTML page: what each optimisation is worth and why, with every variant's source; of several
runs side by side. It opens from disk and needs no network."""
EXIT_CODES = {1: "a row is incorrect or failed; the page names each"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN",
                        help="a folder with a rows.csv, like results/<gpu>/<run>, or a rows.csv; what bench, `rungs "
                             "ncu` and `rungs static` wrote next to it is read too")
    parser.add_argument("--out", type=Path, metavar="FILE.html",
                        help=f"default: {NAME} in the run's folder, or in the one that contains all runs")
    parser.add_argument("--published", type=Path, default=checkout.find(checkout.PUBLISHED), metavar="FILE",
                        help=f"the published figures (default: {checkout.PUBLISHED})")
    parser.add_argument("--cases", type=Path, metavar="DIR",
                        help=f"the folder of the cases' sources (default: {checkout.CASES})")


def run(options: argparse.Namespace) -> int:
    from rungs.data import published
    from rungs.report import page, warnings

    if options.cases and not options.cases.is_dir():
        raise BadUsage(f"--cases={options.cases}: no such folder; expected one with a folder for each case")
    if options.out and options.out.suffix != ".html":
        raise BadUsage(f"--out={options.out}: expected a name that ends in .html, for one page of all runs; what "
                       "changed between two is said by `rungs compare`")
    runs = page.load(options.runs)
    near = Path(os.path.commonpath([os.path.abspath(run.path.parent) for run in runs]))
    out = options.out or near / NAME
    cases = options.cases or checkout.find(checkout.CASES) or Path(checkout.CASES)
    figures = published.read(options.published)

    refuse_overwriting("--out", out, [*(path for run in runs for path in run.files), options.published])
    files.write_whole(out, page.one(page.document(runs, figures, cases)))
    print(out)
    for run in runs:
        if run.counters is None:
            complain("report", f"{run.path}: {warnings.NO_COUNTERS}")
    return 1 if any(run.broken for run in runs) else 0
