"""`rungs report`."""

import argparse
import os
from pathlib import Path

from rungs.cli.options import refuse_overwriting
from rungs.data import checkout, files
from rungs.data.errors import BadUsage, complain

NAME, FOLDER = "report.html", "report"
DESCRIPTION = """Of one run writes one HTML page: what each optimisation is worth and why, with every variant's source.
Of several runs writes a folder of pages: an index with the newest run of each GPU side by side, a page per run, and
what changed from run to run. Pages open from disk and need no network."""
EXIT_CODES = {1: "a row is incorrect or failed; the page names each"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN",
                        help="a folder with a rows.csv, like results/<gpu>/<run>, or a rows.csv; what bench, `rungs "
                             "ncu` and `rungs static` wrote next to it is read too")
    parser.add_argument("--out", type=Path, metavar="FILE.html|FOLDER",
                        help=f"a name that ends in .html: one page of all runs, side by side; else a folder for "
                             f"pages (default: {NAME} in the run's folder, or {FOLDER}/ in the folder that contains "
                             "all runs)")
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
    if options.out and options.out.suffix != ".html" and options.out.is_file():
        raise BadUsage(f"--out={options.out}: is a file; expected a name that ends in .html, or a folder for pages")
    runs = page.load(options.runs)
    near = Path(os.path.commonpath([os.path.abspath(run.path.parent) for run in runs]))
    out = options.out or near / (NAME if len(runs) == 1 else FOLDER)
    cases = options.cases or checkout.find(checkout.CASES) or Path(checkout.CASES)
    judged, figures = claims.read(options.claims), published.read(options.published)

    def document(some: list) -> dict:
        return page.document(some, judged, figures, cases)

    read = [*(path for run in runs for path in run.files), options.published, options.claims]
    if out.suffix == ".html":
        refuse_overwriting("--out", out, read)
        files.write_whole(out, page.one(document(runs)))
        return _made(out, runs)
    from rungs.report import site  # with scipy, which takes a second to import
    pages = site.pages_of(runs, document)
    for name in pages:
        refuse_overwriting("--out", out / name, read)
    site.write(out, pages)
    return _made(out / site.INDEX, runs)


def _made(page: Path, runs: list) -> int:
    """Says what was made and what it lacks, and returns the exit code."""
    from rungs.report.warnings import NO_COUNTERS

    print(page)
    for run in runs:
        if run.counters is None:
            complain("report", f"{run.path}: {NO_COUNTERS}")
    return 1 if any(run.broken for run in runs) else 0
