"""Readable counters of a variant, made from Nsight Compute's metrics, by the table readable_counters.csv.

A counter is made from a dict of metrics {name: value} in ncu's base units, to which the row's own figures are added
under ROW_BYTES and ROW_TIME. Where a chip lacks a metric the counter has no value. Ratios are made from sums where ncu
gives the sums, so that they stay right when a variant's kernels are added up.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from rungs.data.records import packaged
from rungs.profile.ncu import DURATION

CLOCK = "smsp__cycles_elapsed.avg.per_second"  # of the multiprocessors
# The least bytes of the problem; the median time.
ROW_BYTES, ROW_TIME = "row.bytes", "row.time_us"
_STALL, _STALL_END = "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio"


@dataclass(frozen=True)
class Counter:
    """One column of the evidence."""

    name: str      # of the column, unit included
    label: str     # in a sentence
    unit: str      # 'bytes', 'us', '%', or '' for a count or a ratio
    least: float   # a smaller change is none, in its unit; 0 for percent
    formula: Callable  # of the metrics

    def value(self, metrics: dict[str, float]) -> float | None:
        """The counter's value, or None where a metric is missing or nothing was there to divide by."""
        try:
            value = self.formula(metrics)
        except (LookupError, ZeroDivisionError):
            return None
        return value if math.isfinite(value) else None


def _l2_hit(m: dict) -> float:
    """Hits over lookups; where the lookups are not counted, ncu's own rate."""
    if "lts__t_sectors_lookup_miss.sum" in m:
        hits = m["lts__t_sectors_lookup_hit.sum"]
        return 100 * hits / (hits + m["lts__t_sectors_lookup_miss.sum"])
    return m["lts__t_sector_hit_rate.pct"]


def _shared_wavefronts(m: dict) -> float:
    """Also shuffles and reads of special registers are counted as wavefronts of shared memory: a kernel that does not
    use it has none."""
    used = sum(m.get(f"smsp__inst_executed_op_shared_{name}.sum", 1) for name in ("ld", "st", "atom"))
    return m["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"] if used else 0


def stall_cycles(metrics: dict[str, float]) -> dict[str, float]:
    """For how many cycles a warp waits for each reason between two of its instructions, {reason: cycles}."""
    return {name[len(_STALL):-len(_STALL_END)]: value for name, value in metrics.items()
            if name.startswith(_STALL) and name.endswith(_STALL_END) and "_not_issued" not in name}


def stall_shares(metrics: dict[str, float]) -> dict[str, float]:
    """What share of its time, in percent, a warp waits for each reason, {reason: percent}, the largest first.

    From the average number of warps that stall for a reason in a cycle with an issue; `selected` is the issue itself.
    """
    found = stall_cycles(metrics)
    total = sum(found.values())
    return {reason: 100 * value / total for reason, value in sorted(found.items(), key=lambda item: -item[1])} \
        if total else {}


def _of_four(pipe: str) -> Callable:
    """A pipe that the four schedulers of a multiprocessor share, and whose counter is of what one alone could issue."""
    return lambda m: min(4 * m[f"smsp__inst_executed_pipe_{pipe}.avg.pct_of_peak_sustained_active"], 100)


_FORMULAS: dict[str, Callable] = {
    "lsu_pipe_percent": _of_four("lsu"), "adu_pipe_percent": _of_four("adu"),
    "kernel_time_us": lambda m: m[DURATION] / 1e3,
    "kernel_time_percent": lambda m: 100 * m[DURATION] / 1e3 / m[ROW_TIME],
    "l2_hit_percent": _l2_hit, "shared_wavefronts": _shared_wavefronts}


def _formula(name: str, metrics: str, over: str) -> Callable:
    """What makes a counter of a line of the table."""
    if not metrics:
        reason = name.removeprefix("stall_").removesuffix("_percent")
        return _FORMULAS.get(name, lambda m: stall_shares(m)[reason])
    above, below = _added(metrics), _added(over)
    return (lambda m: above(m) / below(m)) if over else above


def _added(metrics: str) -> Callable:
    """A sum of metrics; of several names for one the first that is there."""
    wanted = [names.split("|") for names in metrics.split("+")]
    return lambda m: sum([m[name] for name in names if name in m][0] for names in wanted)


COUNTERS = [Counter(line["name"], line["label"], line["unit"], float(line["least"]),
                    _formula(line["name"], line["metrics"], line["over"]))
            for line in packaged("profile/readable_counters.csv")]
BY_NAME = {counter.name: counter for counter in COUNTERS}


# `selected` issues, `not_selected` could have issued: neither is waiting.
NO_WAIT = ("selected", "not_selected")


def top_stall(metrics: dict) -> tuple:
    """The reason for which warps wait most, and its share in percent; ('', None) where stalls were not counted."""
    waits = {reason: share for reason, share in stall_shares(metrics).items() if reason not in NO_WAIT}
    return next(iter(waits.items()), ("", None))
