#!/usr/bin/env python3
"""Times bench's kernels by the clocks of NVBench and of Triton's do_bench; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import clock_files
from rungs.launches import LIBRARY, Failed, Launches
from rungs.other_clocks import KERNELS, TOOLS, open_tools, timed
from rungs.peers.errors import BadUsage
from rungs.records import RowsError

ROOT = Path(__file__).resolve().parents[1]

DESCRIPTION = """Times bench's own compiled kernels by the clocks of other tools, on the first GPU that CUDA shows.

Each kernel is opened through a library of the build, on the inputs that bench makes, and verified once against the CPU
reference. Then it is timed by each tool that is there:

  nvbench_cold, nvbench_batch  NVBench: the median of its cold samples, and the mean of its batches (launches back to
                               back). Optional: pip install cuda-bench[cu13]
  do_bench                     triton.testing.do_bench, the median. Optional: pip install torch

Both empty the L2 by a memset before a cold sample, as bench does for its dirty rows. Each clock takes about two seconds
a kernel at most. The file has one line for each kernel and clock; scripts/tables.py shows it beside bench's rows
(`clocks`)."""

EPILOG = """exit codes: 0 every kernel was timed by every tool that is there, 1 a kernel was incorrect or could not be timed
(the others are in the file), 2 bad usage, no GPU or no tool, 130 ended by Ctrl-C (nothing is written)"""


def seed(text):
    """A type: what inputs are drawn from."""
    if not (text.isascii() and text.isdigit() and len(text) < 21 and int(text) < 2**64):
        raise argparse.ArgumentTypeError(f"{text!r}; expected a whole number from 0 to {2**64 - 1}")
    return int(text)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="other_clocks.py", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    add = parser.add_argument
    add("kernels", nargs="*", metavar="VARIANT[:SIZE[:PARAMS]]", help="stitch/gpu/modulo:4000x4000:repeater=16; what is "
        f"left out has the case's defaults (default: {len(KERNELS)} kernels near the limit of the memory)")
    add("--out", type=Path, required=True, metavar="FILE", help="write the times to this CSV; one that is there is replaced")
    add("--library", dest="kernels_from", type=Path, default=ROOT / "build" / LIBRARY, metavar="FILE",
        help=f"the kernels, as the build makes them (default: build/{LIBRARY})")
    add("--seed", type=seed, default=1, metavar="N", help="draws the inputs, as bench's (default: 1)")
    return parser.parse_args(arguments)


def say(text):
    print(f"other_clocks.py: {text}", file=sys.stderr, flush=True)


def chosen(launches, texts):
    """The kernels to time, each once. Raises BadUsage."""
    kernels = [launches.kernel(text) for text in texts]
    for kernel in kernels:
        if kernels.count(kernel) > 1:
            raise BadUsage(f"{kernel} is given twice; expected each kernel once")
    return kernels


def run(options):
    """Checks all that can be checked before anything is timed, then times and writes; returns the exit code."""
    launches = Launches(options.kernels_from)
    kernels = chosen(launches, options.kernels or KERNELS)
    if options.out.is_dir() or not options.out.resolve().parent.is_dir():
        raise BadUsage(f"--out {options.out}: expected a file in a folder that is there")
    gpu = launches.device()
    tools = open_tools(TOOLS, say)
    timings, complaints = [], []

    def complain(text):
        complaints.append(text)
        say(text)
    print(f"{len(kernels)} kernels on {gpu} by {', '.join(tool.tool for tool in tools)}", flush=True)
    for number, kernel in enumerate(kernels, 1):
        try:
            found, work = timed(launches, kernel, options.seed, tools, complain)
        except Failed as error:
            complain(f"{kernel}: {error}")
            continue
        timings += found
        shown = ", ".join(f"{one.clock} {one.time_us:.4g} us ({work / one.time_us / 1e3:.4g} GB/s)" for one in found)
        print(f"[{number}/{len(kernels)}] {kernel}: {shown or 'no time'}", flush=True)
    if timings:
        clock_files.write(options.out, timings)
    else:
        say(f"no kernel was timed: {options.out} is not written")
    return 1 if complaints else 0


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        return run(options)
    except KeyboardInterrupt:
        say("ended by Ctrl-C; nothing is written")
        return 130
    except (BadUsage, RowsError) as error:
        say(error)
        return 2


if __name__ == "__main__":
    sys.exit(main())
