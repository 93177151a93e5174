"""`rungs why`."""

import argparse
import re
import tempfile
from pathlib import Path

from rungs.cli.options import about
from rungs.data import checkout, why_files
from rungs.data.errors import BadUsage, put

DESCRIPTION = ("Takes less of one resource at a time from an unchanged kernel on a GPU (multiprocessors, DRAM, L2, "
               "resident\nblocks), and says what that costs. Or shows what `bench --why` has stored.\n\n"
               + about("statistics/why"))
EPILOG = """Examples:
  rungs why stitch/gpu/modulo --sizes 4096
  rungs why first.why.csv second.why.csv --known reference/known_limits.csv
"""
VARIANT = re.compile(r"\w+/\w+/\w+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="+", metavar="VARIANT|FILE.csv",
                        help="a variant to measure, as stitch/gpu/modulo; or files of `bench --why`")
    parser.add_argument("--bench", type=Path, metavar="PATH",
                        help="the program that has the variant (default: build/bench)")
    parser.add_argument("--sizes", metavar="SIZE", help="as bench takes it (default: that of the case)")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="as bench takes it")
    parser.add_argument("--known", type=Path, metavar="limits.csv",
                        help="compare the files with these known limits (variant, limit, reason) instead")


def run(options: argparse.Namespace) -> int:
    from rungs.tables import why_text

    files = [Path(name) for name in options.what if not VARIANT.fullmatch(name) or Path(name).exists()]
    if files and (len(files) < len(options.what) or options.bench or options.sizes or options.param):
        raise BadUsage("files were measured already: expected them alone, or a variant with --bench, --sizes, --param")
    if not files and (options.known or len(options.what) > 1):
        raise BadUsage("expected one variant, or files of `bench --why`; --known takes files")
    if options.known:
        runs = [why_files.read(path) for path in files]
        put("\n".join(why_text.agreement(why_text.known(options.known), runs)) + "\n")
        return 0
    found = [why_files.read(path) for path in files] or [_measured(options)]
    put("\n".join(line for one in found for line in why_text.report(one)))
    return 0


def _measured(options: argparse.Namespace) -> dict:
    """The visits that bench makes now. Raises BadUsage where it refuses."""
    from rungs.tries.programs import Ended, Program

    bench = options.bench or checkout.built("bench")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rows.why.csv")
        words = [f"--filter=^{re.escape(options.what[0])}$", "--backend=cuda", f"--why={path}", "--quick",
                 "--progress=never", "--format=brief", *([f"--sizes={options.sizes}"] if options.sizes else []),
                 *(f"--param={one}" for one in options.param)]
        try:
            said = list(Program(Path(bench)).lines(words))
        except Ended as error:
            raise BadUsage(f"{bench}: {error.said or f'exit code {error.code}'}") from None
        if path.exists() and path.read_text(encoding="utf-8").count("\n") > 1:
            return why_files.read(path)
        raise BadUsage(f"{options.what[0]}: bench made no experiments: {said[-1] if said else 'it printed nothing'}")
