"""What made a kernel that latency binds faster or slower.

Its time is, by Little's law,

    instructions * cycles that a warp takes for one / warps in flight

and all three are counted: the stalls add up to the second, and the third follows. Those that changed the way the time
did, and by a fifth of its change or more, are named, with the wait or the occupancy that changed most.
"""

import math

from rungs.data import show
from rungs.profile import bound, change
from rungs.profile.counters import BY_NAME, CLOCK, NO_WAIT, stall_cycles
from rungs.profile.ncu import DURATION

LEAST_SHARE = 0.2  # of the change of time, of what is named


def factors(old: dict[str, float], new: dict[str, float], way: int, least: float) -> list[str]:
    """The factors that changed the way the time did (`way` is 1 for slower, -1 for faster) and whose logarithm changed
    by no less than `least`, the largest first, in words."""
    before, after = little(old), little(new)
    if not min(*before, *after) > 0:
        return ["instructions and waits were not counted"]
    weights = [math.log(second / first) for first, second in zip(before, after)]
    weights[2] *= -1
    least = max(least, LEAST_SHARE * abs(sum(weights)))
    found = sorted(((weight, say) for weight, say in zip(weights, (_instructions, _waits, _in_flight))
                    if weight * way >= least), key=lambda pair: -abs(pair[0]))
    return [say(old, new, math.exp(weight)) for weight, say in found]


def little(metrics: dict) -> tuple[float, float, float]:
    """Instructions, cycles of a warp for each, and warps in flight over the whole GPU; 0 where one was not counted."""
    count, each = BY_NAME["instructions"].value(metrics) or 0.0, sum(stall_cycles(metrics).values())
    cycles = metrics.get(DURATION, 0.0) * metrics.get(CLOCK, 0.0) / 1e9
    return count, each, count * each / cycles if cycles else 0.0


def _instructions(old: dict, new: dict, _: float) -> str:
    found = bound.work(bound.ISSUE, old, new)
    return bound.said(bound.ISSUE, found, old, new) if found else ""


def _factor(factor: float, more: str, less: str) -> tuple[str, str]:
    """('', '-47 %') or ('2.1x as many', '') of a factor: the words before the name, and those after it."""
    if change.FEW < factor < change.MANY:
        return "", f" {change.signed(100 * (factor - 1))} %"
    return f"{show.significant(max(factor, 1 / factor), 2)}x {more if factor > 1 else less} ", ""


def _waits(old: dict, new: dict, factor: float) -> str:
    """'waits per instruction -47 %, most for a barrier (31 to 12 cycles)'."""
    before, after = stall_cycles(old), stall_cycles(new)
    way = 1 if factor > 1 else -1
    reason = max((name for name in {**before, **after} if name not in NO_WAIT),
                 key=lambda name: way * (after.get(name, 0) - before.get(name, 0)))
    cycles = " to ".join(show.significant(found.get(reason, 0), 2) for found in (before, after))
    first, last = _factor(factor, "longer", "shorter")
    return f"{first}waits per instruction{last}, most for {bound.waits_for(reason)} ({cycles} cycles)"


def _in_flight(old: dict, new: dict, factor: float) -> str:
    """'2.1x more warps in flight (occupancy 12 % to 50 %)'."""
    ratio = 1 / factor
    first, last = _factor(ratio, "more", "fewer")
    said = f"{first}warps in flight{last}"
    blocks = change.of("grid_size", old, new)
    if blocks and blocks.weight * math.log(ratio) > 0 and (bound.few_blocks(old) or bound.few_blocks(new)):
        return f"{said} ({blocks.old:.0f} blocks to {blocks.new:.0f})"
    before, after = (BY_NAME["achieved_occupancy_percent"].value(metrics) for metrics in (old, new))
    if before and after and math.log(after / before) / math.log(ratio) > 0.5:
        return f"{said} (occupancy {show.percent(before)} to {show.percent(after)})"
    return f"{said} (the multiprocessors have work for {'more' if ratio > 1 else 'less'} of the time)"
