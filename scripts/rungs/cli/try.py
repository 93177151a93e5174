"""`rungs try`."""

import argparse
import json
from pathlib import Path

from rungs.cli.options import about, number
from rungs.data import checkout
from rungs.data.errors import BadUsage, complain, put

DESCRIPTION = """Compiles one variant's file, verifies it and, where it can be timed, compares it with another variant.
The file may lie anywhere: a .cu for GPUs, a .cpp for the host, or a .py with the decorator rungs.variant; headers next
to it are found. Nothing of the tree changes, and what is judged is always the file as it is now. The file's code runs
as you do: this is not a sandbox.

""" + about("tries/judging")
EPILOG = """\
A .cu is verified on the simulator and, where there is a GPU, on it; there, and of host variants, it is then timed in
turn with the other one. A folder is ranked; winners that cannot be told apart are named.

Examples:
  rungs try mine.cu
  rungs try mine.cu --against best --json
  rungs try candidates/ --quick
"""
EXIT_CODES = {0: "correct", 1: "not correct; of a folder: no file is", 3: "the GPU is lost"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE|FOLDER", help="a variant's file, or a folder of such")
    parser.add_argument("--against", default="", metavar="VARIANT|best|library", help="what to compare with: "
                        "gpu/modulo, the fastest by the newest rows of the checkout, or the same of peer/ (default: "
                        "what the variant improves; of a folder, the first of the ladder)")
    parser.add_argument("--size", default="", metavar="SIZE", help="to time, as bench's --sizes (default: the case's; "
                        "on the host 2048x2048 at most)")
    parser.add_argument("--counters", default="", metavar="NAME,NAME", help="hardware counters to read on a GPU, as "
                        "bench's --counters")
    parser.add_argument("--quick", action="store_true", help="one seed in place of three, and shorter timing")
    parser.add_argument("--deadline", type=number(0.1, 86400), default=20, metavar="SECONDS",
                        help="without progress, after which it hangs (default: %(default)s)")
    parser.add_argument("--bench", type=Path, default=checkout.built("bench"), metavar="PROGRAM",
                        help="with the case, in the folder of its build (default: build/bench)")
    parser.add_argument("--json", action="store_true", help="print one object, or of a folder an array, as "
                        "rungs/tries/try.schema.json describes it")


def run(options: argparse.Namespace) -> int:
    from rungs.tries import judging, programs, trying

    if not options.bench.is_file():
        raise BadUsage(f"--bench={options.bench}: no such file; expected the program bench of a build (cmake --build)")
    folder = options.file.is_dir()
    against = options.against or ("first" if folder else "")
    settings = trying.Settings(options.bench.resolve(), against, options.size, options.quick, options.deadline,
                               options.counters)
    files = sorted(path for path in options.file.iterdir() if path.suffix in trying.SUFFIXES) if folder \
        else [options.file]
    if not files:
        raise BadUsage(f"{options.file}: no file in this folder ends in {', '.join(trying.SUFFIXES)}")
    try:
        found = [trying.attempt(file, settings) for file in files]
    except programs.DeviceLost as lost:
        complain("try", lost)
        return 3
    found = judging.ranked(found) if folder else found
    lines = judging.table(found) if folder else judging.lines_of(found[0])
    put((json.dumps(found if folder else found[0], indent=1) if options.json else "\n".join(lines)) + "\n")
    return 0 if any(one["verdict"] in judging.GOOD for one in found) else 1
