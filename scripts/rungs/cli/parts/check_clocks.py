"""`rungs check clocks`."""

import argparse
from pathlib import Path

from rungs.data import checkout, clock_files
from rungs.data.errors import BadUsage, complain
from rungs.data.libraries import BENCH
from rungs.profile.launches import Failed, Launches
from rungs.profile.other_clocks import KERNELS, open_tools, timed

DESCRIPTION = """Times bench's own compiled kernels with the clocks of other tools, on the first GPU that CUDA shows.

Each kernel is opened through a library of the build, on the inputs that bench makes, and verified once against the CPU
reference. Then it is timed by each tool that is installed:

  nvbench_cold, nvbench_batch  NVBench: the median of its cold samples, and the mean of its batches (launches back to
                               back). Optional: pip install cuda-bench[cu13]
  do_bench                     triton.testing.do_bench, the median. Optional: pip install torch

Both empty the L2 with a memset before a cold sample, as bench does for its dirty rows. Each clock takes two seconds per
kernel or less. The file has one line for each kernel and clock; `rungs tables` shows it with bench's rows
(`clocks`)."""
EXIT_CODES = {0: "every kernel was timed by every tool that is installed",
              1: "a kernel was incorrect or could not be timed (the others are in the file)",
              2: "bad usage, no GPU or no tool"}
INTERRUPTED = "; nothing is written"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("kernels", nargs="*", metavar="VARIANT[:SIZE[:PARAMS]]",
        help="such as stitch/gpu/modulo:4000x4000:repeater=16; "
        f"what is left out has the case's defaults (default: {len(KERNELS)} kernels near the limit of the memory)")
    add("--out", type=Path, required=True, metavar="FILE",
        help="write the times to this CSV; an existing file is replaced")
    add("--library", dest="bench_library", type=Path, default=checkout.built(BENCH), metavar="FILE",
        help=f"the kernels, as the build makes them (default: build/{BENCH})")


def run(options: argparse.Namespace) -> int:
    """Checks all that can be checked before anything is timed, then times and writes."""
    launches = Launches(options.bench_library)
    kernels = list(dict.fromkeys(map(launches.kernel, options.kernels or KERNELS)))
    if options.out.is_dir() or not options.out.resolve().parent.is_dir():
        raise BadUsage(f"--out {options.out}: expected a file in an existing folder")
    gpu = launches.device()
    tools = open_tools(lambda text: complain("check", text))
    timings: list[clock_files.Timing] = []
    complaints: list[str] = []

    def note(text: str) -> None:
        complaints.append(text)
        complain("check", text)
    print(f"{len(kernels)} kernels on {gpu} by {', '.join(tool for tool, _ in tools)}", flush=True)
    for number, kernel in enumerate(kernels, 1):
        try:
            found = timed(launches, kernel, tools, note)
        except Failed as error:
            note(f"{kernel}: {error}")
            continue
        timings += found
        shown = ", ".join(f"{one.clock} {one.time_us:.4g} us" for one in found)
        print(f"[{number}/{len(kernels)}] {kernel}: {shown or 'no time'}", flush=True)
    if timings:
        clock_files.write(options.out, timings)
    else:
        complain("check", f"no kernel was timed: {options.out} is not written")
    return 1 if complaints else 0
