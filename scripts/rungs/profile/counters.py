"""Readable counters of a variant, made from Nsight Compute's metrics, by the table readable_counters.csv.

A counter is made from a dict of metrics {name: value} in ncu's base units, to which the row's own figures are added
under ROW_BYTES and ROW_TIME. Where a chip lacks a metric the counter has no value. Ratios are made from sums where ncu
gives the sums, so that they stay right when a variant's kernels are added up. And how a counter changed between two
variants, in words."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from rungs.data import show
from rungs.data.records import packaged
from rungs.profile.ncu import DURATION

CLOCK = "smsp__cycles_elapsed.avg.per_second"  # of the multiprocessors
# The least bytes of the problem; the median time.
ROW_BYTES, ROW_TIME = "row.bytes", "row.time_us"
_STALL, _STALL_END = "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio"
LEAST_CHANGE = math.log(1.05)  # of a logarithm of a factor: smaller changes are none
MANY = 2           # times, from which a factor is said in place of percent
FEW = 0.1
MOSTLY = 0.6       # of a change, that one part makes
NO_FACTOR = 1000   # times, from which no factor is said
WARP_CYCLES = "warp-cycles"


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
    "l2_hit_percent": lambda m: 100 * m["lts__t_sectors_lookup_hit.sum"] / sum(
        m[f"lts__t_sectors_lookup_{which}.sum"] for which in ("hit", "miss")),
    "shared_wavefronts": _shared_wavefronts}


def _formula(name: str, metrics: str, over: str) -> Callable:
    """What makes a counter of a line of the table."""
    if name in _FORMULAS:
        return _FORMULAS[name]
    if reason := _stall(name):
        return lambda m: stall_shares(m)[reason]
    above, below = _added(metrics), _added(over)
    return (lambda m: above(m) / below(m)) if over else above


def _stall(name: str) -> str:
    """The reason of a counter of stalls: 'barrier'; '' of any other."""
    return name.removeprefix("stall_").removesuffix("_percent") if name.startswith("stall_") else ""


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


def collected() -> list[str]:
    """The metrics that the counters are made of, those of all chips."""
    made_of = ("+".join([line["metrics"], line["over"]]) for line in packaged("profile/readable_counters.csv"))
    reasons = (*NO_WAIT, *filter(None, map(_stall, BY_NAME)))
    return list(dict.fromkeys([
        CLOCK, *(f"launch__occupancy_limit_{name}" for name in ("blocks", "registers", "shared_mem", "warps")),
        *(name for text in made_of for name in re.split(r"[+|]", text) if "__" in name),
        *(f"{_STALL}{reason}{_STALL_END}" for reason in reasons)]))


def top_stall(metrics: dict) -> tuple:
    """The reason for which warps wait most, and its share in percent; ('', None) where stalls were not counted."""
    waits = {reason: share for reason, share in stall_shares(metrics).items() if reason not in NO_WAIT}
    return next(iter(waits.items()), ("", None))


def figure(value: float, unit: str) -> str:
    """A counter's value as text: '419 MB', '54.7 ms', '60 %', '26.2 M', '4'."""
    if unit == "%":
        return show.percent(value)
    if unit == "us":
        return show.time(value)
    suffix = "B" if unit == "bytes" else ""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= factor:
            return f"{show.significant(value / (1e3 if factor == 1e4 else factor), 3)} {prefix}{suffix}"
    return f"{show.significant(value, 4 if value >= 1e3 else 3, trim=True)} {suffix}".rstrip()


@dataclass(frozen=True)
class Change:
    """An amount before and after."""

    counter: Counter
    old: float
    new: float

    @property
    def weight(self) -> float:
        """The logarithm of the factor; 0 where the change is below the counter's least amount. Nothing is taken for
        that least amount: from 3 bytes to none is no factor."""
        least = self.counter.least
        return math.log(max(self.new, least) / max(self.old, least)) if abs(self.new - self.old) >= least else 0.0

    @property
    def text(self) -> str:
        """'instructions -59 % (12.3 M to 5.04 M)', '23x fewer instructions (...)', '3.5x as much traffic (...)'."""
        old, new = (figure(value, self.counter.unit) for value in (self.old, self.new))
        ratio, label = self.new / self.old if self.old else math.inf, self.counter.label
        new += f" {WARP_CYCLES}" if self.counter.unit == WARP_CYCLES else ""
        if not 1 / NO_FACTOR < ratio < NO_FACTOR:
            return f"{label} from {old} to {new}"
        many, few = ("much", "less") if self.counter.unit in ("bytes", "us", WARP_CYCLES) else ("many", "fewer")
        if ratio < FEW:
            said = f"{show.significant(1 / ratio, 2)}x {few} {label}"
        elif ratio > MANY:
            said = f"{show.significant(ratio, 2)}x as {many} {label}"
        else:
            said = f"{label} {signed(100 * (ratio - 1))} %"
        return f"{said} ({old} to {new})"


def signed(percent: float) -> str:
    """'-59', '+4.2'."""
    return ("+" if percent > 0 else "-") + show.significant(abs(percent), 2 if abs(percent) < 99.5 else 3, trim=True)


@dataclass(frozen=True)
class Step:
    """The metrics of two variants, and the logarithm of the gain, 0 for times that do not differ."""

    old: dict[str, float]
    new: dict[str, float]
    gain: float = 0.0

    @property
    def way(self) -> int:
        """The sign of a change of work, or of time, that explains the step: -1 for a gain."""
        return -1 if self.gain > 0 else 1

    def both(self, name: str) -> tuple[float | None, float | None]:
        """A counter's values before and after."""
        return BY_NAME[name].value(self.old), BY_NAME[name].value(self.new)

    def of(self, name: str) -> Change | None:
        """The Change of a counter; None where it was not counted in both."""
        before, after = self.both(name)
        return None if before is None or after is None else Change(BY_NAME[name], before, after)


def mostly(whole: Change, parts: tuple[tuple[str, str], ...], step: Step) -> str:
    """What most of a change comes from: ', mostly ALU' for parts (counter, name) of it; '' where no part makes most of
    it, or where one part is all there is."""
    found = [(change, name) for counter, name in parts if (change := step.of(counter))]
    if sum(bool(change.old or change.new) for change, _ in found) < 2:
        return ""
    share, name = max(((change.new - change.old) / (whole.new - whole.old), name) for change, name in found)
    return f", mostly {name}" if share >= MOSTLY else ""
