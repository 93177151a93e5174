#!/usr/bin/env python3
"""Measures what people would call from Python today (CuPy, PyTorch, OpenCV); see --help."""

import argparse
import signal
import sys
from pathlib import Path

from rungs.options import number, pattern
from rungs.peers import devices, plan, registry
from rungs.peers.bench import LastData
from rungs.peers.errors import BadUsage, LibraryMissing
from rungs.peers.reference import LIBRARY, Reference
from rungs.peers.row_file import RowFile
from rungs.peers.run import empty_row, run_row
from rungs.peers.sampling import StopRules

ROOT = Path(__file__).resolve().parents[1]

DESCRIPTION = """Measures what people would call from Python today, on the inputs of bench, verified before and after
by the same references, into rows of the same columns.

On a GPU the time is that between two events on the library's stream; the work is queued behind a kernel that holds the
stream, so the cost of calling from Python is not in it. Where a library waits inside a call it is, and the row's
message says so. Memory comes from the library's own pool. On the host the cost of the call is in the time, and
libraries run on one thread. Column `compiler` names the library and Python, `cuda` the CUDA that the library was built
with, `commit` the build of the references. Clocks are not stamped, floors and peaks are bench's to measure: those
columns stay empty. Work on other streams is not looked for.

A peer is written in scripts/rungs/peers. Libraries are used where they are found; none is installed."""

EPILOG = """exit codes: 0 all rows ok or unsupported, 1 a peer incorrect or failed, 2 bad usage, 130 ended by Ctrl-C"""


def caches(text):
    """A type: states of the caches."""
    try:
        return plan.cache_states(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def whole(low, high):
    """A type: a whole number from `low` to `high`."""
    def parse(text):
        if not (text.isascii() and text.isdigit() and len(text) < 25 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r} is not legal; legal are whole numbers from {low} to {high}")
        return int(text)
    return parse


def parse_arguments(arguments):
    rules = StopRules()
    parser = argparse.ArgumentParser(prog="peers.py", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    add = parser.add_argument
    add("--list", action="store_true", help="print every peer, where it runs, its call, and leave")
    add("--filter", type=pattern, default=pattern(""), metavar="REGEX", help="peers whose case/name matches")
    add("--sizes", metavar="LIST", help="1024,1920x1080,256..4096*2 (default: the documents')")
    add("--param", action="append", default=[], metavar="NAME=V,V", help="values, or NAME=all; may be given again")
    add("--cache", type=caches, default=["cold"], metavar="cold|dirty|hot|all",
        help="state of the caches before a sample: as bench --help says; several are joined by commas")
    add("--device", type=whole(0, 1023), default=0, metavar="N", help="which GPU, from 0")
    add("--out", metavar="FILE", help="write rows to this CSV; must not exist yet, unless with --resume")
    add("--resume", action="store_true", help="complete the file of --out: skip the rows that it holds")
    add("--min-samples", type=whole(1, 10**7), default=rules.min_samples, metavar="N", help="least samples a row")
    add("--min-time", type=number(0, 3600), default=rules.min_time_s, metavar="S", help="least measured time a row")
    add("--max-noise", type=number(0.001, 1000), default=rules.max_noise_percent, metavar="PERCENT",
        help="sample on above this noise")
    add("--time-limit", type=number(0.001, 86400), default=rules.time_limit_s, metavar="S",
        help="end a row after this time all the same")
    add("--seed", type=whole(0, 2**64 - 1), default=1, metavar="N", help="draws inputs and the order of peers")
    add("--library", dest="reference", default=ROOT / "build" / LIBRARY, metavar="FILE",
        help=f"the references, as the build makes them (default: build/{LIBRARY})")
    return parser.parse_args(arguments)


def open_devices(peers, index, flush_caches):
    """{library: device} of the libraries that the peers need and that are there; says of each other why not."""
    opened, missing = {}, []
    for library in dict.fromkeys(peer.package for peer in peers):
        try:
            opened[library] = devices.OPENERS[library](index, flush_caches)
        except LibraryMissing as error:
            missing.append(f"{registry.LIBRARIES[library]}: {error}")
    if not opened:
        raise BadUsage(f"no library can be used: {'; '.join(missing)}; legal is a Python that has one of them")
    for text in missing:
        print(f"peers.py: {text}; its peers are left out", file=sys.stderr)
    return opened


class Interrupted:
    """True once Ctrl-C was pressed; the row in hand is finished first. A second one ends at once."""

    def __init__(self):
        self._pressed = False

    def __enter__(self):
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_):
        signal.signal(signal.SIGINT, self._before)

    def _press(self, *_):
        self._pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def __bool__(self):
        return self._pressed


def outcome(row):
    """A row in a line, for the eyes."""
    problem = " ".join(filter(None, [row["size"], row["params"], row["cache"]]))
    time = (f"{float(row['time_median_us']):.4g} us, noise {float(row['iqr_percent']):.2g} %, {row['gbps']} GB/s"
            if row["time_median_us"] else row["message"])
    return f"{row['case']}/{row['variant']} {problem}: {row['status']}, {time}"


def run(options):
    """Checks all that can be checked before anything runs, then makes the rows; returns the exit code."""
    if options.resume and not options.out:
        raise BadUsage("--resume: needs --out FILE, the file to complete")
    chosen = plan.select(registry.every(), options.filter)
    reference = Reference(options.reference)
    rows = plan.make(reference, chosen, options)
    file = RowFile(options.out, options.resume) if options.out else None
    opened = open_devices([planned.peer for planned in rows], options.device, reference.flush_caches)
    planned_rows = []
    for planned in rows:
        if planned.peer.package not in opened:
            continue
        row = empty_row(planned, opened[planned.peer.package], reference.build(), options.seed)
        if file:
            file.require_same_run(row)
        if not file or not file.holds(row):
            planned_rows.append((planned, row))
    with Interrupted() as interrupted:
        return make_rows(planned_rows, opened, file, options, interrupted)


def make_rows(planned_rows, opened, file, options, interrupted):
    """Runs (planned, its row so far) one after the other; returns the exit code."""
    rules = StopRules(options.min_samples, options.min_time, options.max_noise, options.time_limit)
    last_data, bad = LastData(options.seed), False
    for count, (planned, row) in enumerate(planned_rows, 1):
        run_row(planned, last_data, opened[planned.peer.package], row, rules)
        if file:
            file.append(row)
        bad |= row["status"] in ("incorrect", "failed")
        print(f"[{count}/{len(planned_rows)}] {outcome(row)}", flush=True)
        if interrupted:
            print("peers.py: ended by Ctrl-C; --resume completes the file of --out", file=sys.stderr)
            return 130
    return 1 if bad else 0


def main(arguments=None):
    try:
        options = parse_arguments(arguments)
        if options.list:
            for peer in plan.select(registry.every(), options.filter):
                print(f"{peer.full_name}  {peer.backend}  {registry.LIBRARIES[peer.package]}: {peer.idea}")
            return 0
        return run(options)
    except KeyboardInterrupt:  # before or after the rows; between them make_rows() ends by itself
        print("peers.py: ended by Ctrl-C", file=sys.stderr)
        return 130
    except BadUsage as error:
        print(f"peers.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
