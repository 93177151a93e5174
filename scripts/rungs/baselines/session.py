"""A run of peers: the libraries that are there, the rows that are left to make, one after the other."""

import argparse
import signal

from rungs.baselines import devices, plan, registry
from rungs.baselines.bench import LastData
from rungs.baselines.reference import Reference
from rungs.baselines.row_file import RowFile
from rungs.baselines.rules import StopRules
from rungs.baselines.run import empty_row, run_row
from rungs.data.errors import BadUsage, LibraryMissing
from rungs.data.terminal import complain


def _open_devices(peers: list, index: int, flush_caches: object) -> dict:
    """{library: device} of the libraries that the peers need and that are there; says of each other why not."""

    opened: dict = {}
    missing = []
    for library in dict.fromkeys(peer.package for peer in peers):
        try:
            opened[library] = devices.OPENERS[library](index, flush_caches)
        except LibraryMissing as error:
            missing.append(f"{registry.LIBRARIES[library]}: {error}")
    if not opened:
        raise BadUsage(f"no library can be used: {'; '.join(missing)}; expected a Python that has one of them")
    for text in missing:
        complain("peers", f"{text}; its peers are left out")
    return opened


class _Interrupted:
    """True once Ctrl-C was pressed; the row in hand is finished first. A second one ends at once."""

    def __init__(self) -> None:
        self._pressed = False

    def __enter__(self) -> "_Interrupted":
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: object) -> None:
        self._pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def __bool__(self) -> bool:
        return self._pressed


def _outcome(row: dict) -> str:
    """A row in one line, for the terminal."""
    problem = " ".join(filter(None, [row["size"], row["params"], row["cache"]]))
    time = (f"{float(row['time_median_us']):.4g} us, noise {float(row['iqr_percent']):.2g} %, {row['gbps']} GB/s"
            if row["time_median_us"] else row["message"])
    return f"{row['case']}/{row['variant']} {problem}: {row['status']}, {time}"


def run(options: argparse.Namespace) -> int:
    """Checks all that can be checked before anything runs, then makes the rows."""

    if options.list:
        for peer in plan.select(registry.every(), options.filter):
            print(f"{peer.full_name}  {peer.backend}  {registry.LIBRARIES[peer.package]}: {peer.idea}")
        return 0
    if options.resume and not options.out:
        raise BadUsage("--resume: needs --out FILE, the file to complete")
    chosen = plan.select(registry.every(), options.filter)
    reference = Reference(options.reference)
    rows = plan.make(reference, chosen, options)
    file = RowFile(options.out, options.resume) if options.out else None
    opened = _open_devices([planned.peer for planned in rows], options.device, reference.flush_caches)
    planned_rows = []
    for planned in rows:
        if planned.peer.package not in opened:
            continue
        row = empty_row(planned, opened[planned.peer.package], reference.build(), options.seed)
        if file:
            file.require_same_run(row)
        if not file or not file.holds(row):
            planned_rows.append((planned, row))
    with _Interrupted() as interrupted:
        return _make_rows(planned_rows, opened, file, options, interrupted)


def _make_rows(planned_rows: list, opened: dict, file: RowFile | None, options: argparse.Namespace,
               interrupted: _Interrupted) -> int:
    """Runs (planned, its row so far) one after the other; returns the exit code."""

    rules = StopRules(options.min_samples, options.min_time, options.max_noise, options.time_limit)
    last_data, bad = LastData(options.seed), False
    for count, (planned, row) in enumerate(planned_rows, 1):
        run_row(planned, last_data, opened[planned.peer.package], row, rules)
        if file:
            file.append(row)
        bad |= row["status"] in ("incorrect", "failed")
        print(f"[{count}/{len(planned_rows)}] {_outcome(row)}", flush=True)
        if interrupted:
            complain("peers", "ended by Ctrl-C; --resume completes the file of --out")
            return 130
    return 1 if bad else 0
