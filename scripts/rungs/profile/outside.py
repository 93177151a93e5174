"""What lies between and around a variant's kernels, and where its profile shows another step than its times."""

import math

from rungs.data import show
from rungs.profile.counters import BY_NAME, ROW_TIME, Step

SHARE = 0.3          # of the change of time, of what lies outside the kernels
MUCH = 0.1           # of a time; what is less is the difference between two runs
LEAST_US = 0.3
ANOTHER_STEP = 0.5   # of the change of time, by which that of the kernels is another


def causes(step: Step, binds: bool) -> list[str]:
    """What lies outside the kernels, in words, where it `binds` or makes much of the change of time."""
    before, after = _times(step.old), _times(step.new)
    if not before or not after:
        return []
    (time, inside), (time_new, inside_new) = before, after
    kernels = step.of("kernels")
    outside, outside_new = max(time - inside, 0), max(time_new - inside_new, 0)
    least = SHARE * abs(time_new - time)
    count = f", {number_of_kernels(step)}" if kernels and kernels.weight * step.way > 0 else ""
    if (binds or (kernels and kernels.weight) or max(outside / time, outside_new / time_new) >= MUCH) and \
            (outside_new - outside) * step.way >= max(LEAST_US, least):
        return [f"time outside the kernels from {show.time(outside)} to {show.time(outside_new)}{count}"]
    moved = step.of("kernel_time_us")
    return [moved.text + count] if binds and moved and (inside_new - inside) * step.way >= least else []


def another_step(step: Step) -> str:
    """What is said where the kernels' times under Nsight Compute show another step than the measured times: waits and
    rates that were counted there explain nothing here. '' where they show the same."""
    moved = step.of("kernel_time_us")
    if not moved or not moved.old or not moved.new or \
            abs(math.log(moved.old) - math.log(moved.new) - step.gain) <= ANOTHER_STEP * abs(step.gain):
        return ""
    return f"not explained (under Nsight Compute the kernels took {show.time(moved.old)} and {show.time(moved.new)})"


def number_of_kernels(step: Step) -> str:
    """'kernels from 2 to 1'."""
    before, after = step.both("kernels")
    return f"kernels from {before or 0:.0f} to {after or 0:.0f}"


def _times(metrics: dict[str, float]) -> tuple[float, float] | None:
    """A variant's time and that of its kernels, in us."""
    inside = BY_NAME["kernel_time_us"].value(metrics)
    return (metrics[ROW_TIME], inside) if ROW_TIME in metrics and inside is not None else None
