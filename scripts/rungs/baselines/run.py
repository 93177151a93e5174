"""Runs one planned row: verified, timed, verified again; whatever goes wrong becomes the row's status."""

import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

from rungs.baselines import facts
from rungs.baselines.bench import Rung
from rungs.baselines.probes import pinned
from rungs.baselines.sampling import sample
from rungs.data.errors import Unsupported, one_line
from rungs.data.row_format import COLUMNS, SCHEMA, TIMES

# What a GPU row's time is, as its message says.
HELD = "called from Python behind a held stream: the cost of the call is not in the time"
NOT_HELD = "waits inside its call: launch latency and the cost of the call from Python are in the time"
ON_HOST = "called from Python: the cost of the call is in the time"
NO_HOST_MEMORY = "host memory ran out"  # as the references say it (harness/c_api)


@dataclass(frozen=True)
class Planned:
    """A row to make: a peer, a reference.Problem, and 'cold', 'dirty' or 'hot'."""

    peer: object
    problem: object
    cache: str


def number(value: Any) -> Any:
    """As harness/output/row.cpp writes it."""
    return f"{value:.6g}"


def empty_row(planned: Any, device: Any, build: Any, seed: Any) -> Any:
    """The columns that are known before anything ran, as {column: text}; `build` is (commit, compiler)."""
    row = dict.fromkeys(COLUMNS, "")
    work = planned.problem.work(planned.peer.result)
    row.update(schema=SCHEMA, case=planned.problem.case, variant=planned.peer.name, backend=planned.peer.backend,
               size=planned.problem.size_text, params=planned.problem.params_text, cache=planned.cache,
               bytes=str(work.bytes_read + work.bytes_written), operations=str(work.operations),
               max_error="0", mismatches="0", host=facts.cpu_name(), device=device.name, device_uuid=device.uuid,
               driver=device.driver, cuda=device.cuda, compiler=device.versions, commit=build[0],
               rungs_commit=build[0], seed=str(seed))
    return row


def run_row(planned: Any, last_data: Any, device: Any, row: Any, rules: Any) -> Any:
    """Fills `row` (of empty_row) with the outcome; `last_data` is a bench.LastData."""
    row["timestamp"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    try:
        _fill(planned, last_data, device, row, rules)
        device.release()
    except Unsupported as error:
        row.update(status="unsupported", message=str(error))
    except Exception as error:  # a library raises what it likes
        if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError" or NO_HOST_MEMORY in str(error):
            row.update(status="unsupported", message=f"memory ran out: {one_line(error)}")
        else:
            row.update(status="failed", message=f"{type(error).__name__}: {one_line(error)}")
        _clear(row)
        with suppress(Exception):  # what is left of it must not cost the next row its memory
            device.release()
    return row


def _clear(row: Any) -> None:
    """Takes the times away: the row failed after it had them."""
    row.update(dict.fromkeys([*TIMES, "samples", "discarded", "iqr_percent", "stop_reason", "gbps", "gops"], ""))


def _fill(planned: Any, last_data: Any, device: Any, row: Any, rules: Any) -> None:
    refusal = planned.peer.refuse(planned.problem)
    if refusal:
        raise Unsupported(refusal)
    rung = Rung(planned.peer, last_data.of(planned.problem), device)
    if not _accept(row, *rung.check("before timing")):
        return
    probe = device.probe(device, rung.call, planned.cache)
    with pinned() if planned.peer.backend == "host" else nullcontext():
        measured = sample(probe, rules)
    device.synchronise()
    if not _accept(row, *rung.check("in a call after timing")):
        return
    how = ON_HOST if planned.peer.backend == "host" else HELD if probe.held else NOT_HELD
    row.update(status="ok", message="; ".join(filter(None, [planned.peer.note, how])))
    _put_times(row, measured)


def _accept(row: Any, found: Any, fault: Any) -> Any:
    """Takes a verdict into the row; True where the row can go on."""
    row["max_error"] = number(max(float(row["max_error"]), found.max_error))
    row["mismatches"] = str(int(row["mismatches"]) + found.mismatches)
    if fault:
        row.update(status="incorrect", message=fault)
    return not fault


def _put_times(row: Any, measured: Any) -> None:
    """Times, and rates by the work that the row names; bytes a microsecond are a thousandth of GB/s."""
    summary = measured.summary
    row.update(samples=str(len(measured.times)), discarded="0", time_min_us=number(summary.min),
               time_median_us=number(summary.median), time_mean_us=number(summary.mean),
               time_p95_us=number(summary.p95), iqr_percent=number(summary.iqr_percent),
               stop_reason=measured.stop_reason, gbps=number(int(row["bytes"]) / summary.median / 1e3))
    if int(row["operations"]):
        row["gops"] = number(int(row["operations"]) / summary.median / 1e3)
