"""`rungs peers`."""

import argparse

from rungs.baselines.rules import StopRules, cache_states
from rungs.cli.options import number, pattern, whole
from rungs.data import checkout

LIBRARY = "libbench_c.so"
DESCRIPTION = """Measures what people call from Python today, on the inputs of bench, verified before and after by the
same references, into rows with the same columns.

On a GPU the time is that between two events on the library's stream. The work is queued behind a kernel that holds the
stream, so the cost of calling from Python is not in it. Where a library waits inside a call it is, and the row's
message says so. Memory comes from the library's own pool. On the host the cost of the call is in the time, and
libraries run on one thread. The column `compiler` names the library and Python, `cuda` the CUDA that the library was
built with, `commit` the build of the references. Clocks, floors and peaks are not measured; those columns stay empty.
Work on other streams is not looked for.

A peer is written in scripts/rungs/baselines. Libraries are used where they are found; none is installed."""

EPILOG = "Exit codes: 0 all rows ok or unsupported, 1 a peer incorrect or failed, 2 bad usage, 130 ended by Ctrl-C."


def _caches(text: str) -> list[str]:
    """A type: states of the caches."""
    try:
        return cache_states(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    rules, add = StopRules(), parser.add_argument
    add("--list", action="store_true", help="print every peer, where it runs and what it calls, and stop")
    add("--filter", type=pattern, default=pattern(""), metavar="REGEX", help="peers whose case/name matches")
    add("--sizes", metavar="LIST", help="1024,1920x1080,256..4096*2 (default: the documents')")
    add("--param", action="append", default=[], metavar="NAME=V,V", help="values, or NAME=all; may be given again")
    add("--cache", type=_caches, default=["cold"], metavar="cold|dirty|hot|all",
        help="state of the caches before a sample, as in bench --help; several are joined by commas")
    add("--device", type=whole(0, 1023), default=0, metavar="N", help="which GPU, from 0")
    add("--out", metavar="FILE", help="write rows to this CSV; must not exist yet, unless with --resume")
    add("--resume", action="store_true", help="complete the file of --out: skip the rows that it has")
    add("--min-samples", type=whole(1, 10**7), default=rules.min_samples, metavar="N", help="least samples per row")
    add("--min-time", type=number(0, 3600), default=rules.min_time_s, metavar="S", help="least measured time per row")
    add("--max-noise", type=number(0.001, 1000), default=rules.max_noise_percent, metavar="PERCENT",
        help="keep sampling above this noise")
    add("--time-limit", type=number(0.001, 86400), default=rules.time_limit_s, metavar="S",
        help="end a row after this time in any case")
    add("--seed", type=whole(0, 2**64 - 1), default=1, metavar="N", help="seed of the inputs and of the order of peers")
    add("--library", dest="reference", default=checkout.built(LIBRARY), metavar="FILE",
        help=f"the references, as the build makes them (default: build/{LIBRARY})")


def run(options: argparse.Namespace) -> int:
    from rungs.baselines import session

    return session.run(options)
