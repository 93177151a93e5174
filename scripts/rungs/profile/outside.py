"""What lies between and around a variant's kernels, and where its profile shows another step than its times."""

import math

from rungs.data import show
from rungs.profile import change
from rungs.profile.counters import BY_NAME, ROW_TIME

SHARE = 0.3          # of the change of time, of what lies outside the kernels
MUCH = 0.1           # of a time; what is less is the difference between two runs
LEAST_US = 0.3
THE_SAME = 0.02      # of a logarithm, of kernels that are the same
OVERLAP = 1.01       # of the kernels' own times, over the time of all
ANOTHER_STEP = 0.5   # of the change of time, by which that of the kernels is another


def causes(old: dict[str, float], new: dict[str, float], gain: float, binds: bool) -> list[str]:
    """What lies outside the kernels, in words, where it `binds` or makes much of the change of time; `gain` is the
    logarithm of the factor by which it got faster."""
    before, after = _times(old), _times(new)
    if not before or not after:
        return []
    (time, inside), (time_new, inside_new) = before, after
    way, kernels = -1 if gain > 0 else 1, change.of("kernels", old, new)
    outside, outside_new = max(time - inside, 0), max(time_new - inside_new, 0)
    least = SHARE * abs(time_new - time)
    count = f", {number_of_kernels(old, new)}" if kernels and kernels.weight * way > 0 else ""
    if (binds or (kernels and kernels.weight) or max(outside / time, outside_new / time_new) >= MUCH) and \
            (outside_new - outside) * way >= max(LEAST_US, least):
        return [f"time outside the kernels from {show.time(outside)} to {show.time(outside_new)}{count}"]
    moved = change.of("kernel_time_us", old, new)
    return [moved.text + count] if binds and moved and (inside_new - inside) * way >= least else []


def the_same_kernels(old: dict[str, float], new: dict[str, float], gain: float) -> list[str]:
    """Where kernels of the same work and time leave the difference outside them."""
    found = _slow_and_quick(old, new, gain)
    if not found:
        return []
    slow, quick = found
    between = (slow[0] - slow[1]) - (quick[0] - quick[1])
    return ["the kernels are the same, the difference is outside them"] \
        if between >= ANOTHER_STEP * (slow[0] - quick[0]) else []


def overlap(old: dict[str, float], new: dict[str, float], gain: float) -> list[str]:
    """Where kernels of the same work and time overlap in one variant: their times add up to more than its own."""
    found = _slow_and_quick(old, new, gain)
    if not found or (BY_NAME["kernels"].value(new) or 0) < 2:
        return []
    slow, quick = found
    return [f"kernels {'' if gain > 0 else 'no longer '}overlap (Nsight Compute runs them one by one)"] \
        if quick[1] > OVERLAP * quick[0] and slow[1] <= OVERLAP * slow[0] else []


def another_step(old: dict[str, float], new: dict[str, float], gain: float) -> str:
    """What is said where the kernels' times under Nsight Compute show another step than the measured times: waits and
    rates that were counted there explain nothing here. '' where they show the same."""
    moved = change.of("kernel_time_us", old, new)
    if not moved or not moved.old or not moved.new or \
            abs(math.log(moved.old) - math.log(moved.new) - gain) <= ANOTHER_STEP * abs(gain):
        return ""
    return f"not explained (under Nsight Compute the kernels took {show.time(moved.old)} and {show.time(moved.new)})"


def number_of_kernels(old: dict[str, float], new: dict[str, float]) -> str:
    """'kernels from 2 to 1'."""
    before, after = (BY_NAME["kernels"].value(metrics) or 0 for metrics in (old, new))
    return f"kernels from {before:.0f} to {after:.0f}"


def _times(metrics: dict[str, float]) -> tuple[float, float] | None:
    """A variant's time and that of its kernels, in us."""
    inside = BY_NAME["kernel_time_us"].value(metrics)
    return (metrics[ROW_TIME], inside) if ROW_TIME in metrics and inside is not None else None


def _slow_and_quick(old: dict[str, float], new: dict[str, float], gain: float) -> list[tuple[float, float]]:
    """The slower and the faster variant's _times, where their kernels do the same work in the same time; else []."""
    found = [times for times in (_times(old), _times(new)) if times]
    alike = all(_alike(name, old, new) for name in ("kernels", "instructions", "kernel_time_us"))
    return found[::1 if gain > 0 else -1] if alike and len(found) == 2 else []


def _alike(name: str, old: dict[str, float], new: dict[str, float]) -> bool:
    """Whether a counter is the same in both."""
    before, after = (BY_NAME[name].value(metrics) for metrics in (old, new))
    return bool(before and after and abs(math.log(after) - math.log(before)) <= THE_SAME)
