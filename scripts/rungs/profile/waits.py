"""What made a kernel faster or slower between its instructions: for what its warps wait, and how many there are.

A kernel's time is, by Little's law, the sum over all stall reasons of its warp-cycles, over the warps in flight, where

    warp-cycles of a reason = instructions * cycles that a warp stalls for it between two instructions

and all of that is counted. The logarithm of the factor of the time is split exactly among the reasons: each gets the
difference of its warp-cycles over the logarithmic mean of their sums (Ang's logarithmic mean Divisia index). The warps
in flight have the rest. A part is named where it goes the way the time did and makes a fifth of its change or more.

And a resource near its limit that does its work at another rate, with what lets it."""

import math
from dataclasses import dataclass

from rungs.data import show
from rungs.profile import bound, counters, resources
from rungs.profile.counters import BY_NAME, CLOCK, NO_WAIT, Change, Counter, Step, stall_cycles
from rungs.profile.ncu import DURATION
from rungs.profile.resources import Resource

SAME_WORK = 1 / 3    # of the change of time: less of the work's change than this is none
UNEXPLAINED = "the counters do not show why"
LEAST_SHARE = 0.2    # of the change of time, of what is named
ALIKE = (0.6, 1.6)   # of two logarithms: the waits changed with the instructions
_ONCE = ("drain", "membar")  # of a warp, and not of its instructions
# A full resource makes warps wait for itself: those waits are no cause of its rate.
_MEMORY = ("long_scoreboard", "lg_throttle", "drain", "tex_throttle")
_ISSUE = (*NO_WAIT, "math_pipe_throttle")
_OWN = {resources.DRAM: _MEMORY, resources.L2: _MEMORY, resources.ATOMICS: _MEMORY, resources.L1: _MEMORY,
        resources.SHARED: ("short_scoreboard", "mio_throttle")}


@dataclass(frozen=True)
class Parts:
    """A change of time by its parts: logarithms of factors, above 0 for what made it slower."""

    waits: dict[str, float]   # of each stall reason
    in_flight: float
    instructions: float       # which the waits hold already
    cycles: dict[str, Change]  # the warp-cycles of each reason

    def longest(self, way: int, without: tuple = NO_WAIT) -> str:
        """The reason that changed most in a direction; '' where there is none."""
        return max((reason for reason in self.waits if reason not in without), default="",
                   key=lambda reason: way * self.waits[reason])


def parts(step: Step) -> Parts | None:
    """The Parts of a change of time between two variants; None where they were not counted."""
    before, after = little(step.old), little(step.new)
    if not min(*before, *after) > 0:
        return None
    each = stall_cycles(step.old), stall_cycles(step.new)
    cycles = {reason: Change(Counter(reason, f"waiting for {bound.waits_for(reason, step.old, step.new)}",
                                     counters.WARP_CYCLES, 0, stall_cycles),
                             before[0] * each[0].get(reason, 0), after[0] * each[1].get(reason, 0))
              for reason in {**each[0], **each[1]}}
    sums = before[0] * before[1], after[0] * after[1]
    mean = sums[0] if math.isclose(*sums) else (sums[1] - sums[0]) / (math.log(sums[1]) - math.log(sums[0]))
    return Parts({reason: (moved.new - moved.old) / mean for reason, moved in cycles.items()},
                 math.log(before[2]) - math.log(after[2]), math.log(after[0]) - math.log(before[0]), cycles)


def little(metrics: dict) -> tuple[float, float, float]:
    """Instructions, cycles of a warp for each, and warps in flight over the whole GPU; 0 where one was not counted."""
    count, each = BY_NAME["instructions"].value(metrics) or 0.0, sum(stall_cycles(metrics).values())
    cycles = metrics.get(DURATION, 0.0) * metrics.get(CLOCK, 0.0) / 1e9
    return count, each, count * each / cycles if cycles else 0.0


def factors(step: Step, least: float) -> list[str]:
    """What made a kernel faster or slower that latency binds, the largest first, in words; a part counts from `least`
    on."""
    found, way = parts(step), step.way
    if found is None:
        return ["instructions and waits were not counted"]
    least, reason = max(least, LEAST_SHARE * abs(step.gain)), found.longest(way)
    waits, said = found.waits.get(reason, 0.0), []
    if found.instructions * way >= least:
        with_them = waits * way >= least and reason not in _ONCE and \
            ALIKE[0] < math.log(_factor(found.cycles[reason])) / found.instructions < ALIKE[1]
        said.append((found.instructions, _instructions(step, found.cycles[reason] if with_them else None)))
        waits = 0.0 if with_them else waits
    if waits * way >= least:
        said.append((waits, found.cycles[reason].text))
    if found.in_flight * way >= least:
        said.append((found.in_flight, in_flight(step, found.in_flight)))
    return [words for _, words in sorted(said, key=lambda one: -one[0] * way)]


def of_a_rate(one: Resource, step: Step, least: float) -> list[str]:
    """What made a resource near its limit work at another rate: waits that are not for the resource itself, and the
    warps in flight; `least` as for factors."""
    found = parts(step)
    if found is None:
        return []
    least = max(least, LEAST_SHARE * abs(step.gain))
    reason = found.longest(step.way, (*NO_WAIT, *_OWN.get(one, _ISSUE)))
    said = [(found.in_flight, in_flight(step, found.in_flight))]
    if reason:
        said.append((found.waits[reason], found.cycles[reason].text))
    return [text for weight, text in sorted(said, key=lambda part: -part[0] * step.way) if weight * step.way >= least]


def _factor(moved: Change) -> float:
    """After over before, within a thousandth and a thousand."""
    return min(max(moved.new / moved.old if moved.old else math.inf, 1e-3), 1e3)


def _instructions(step: Step, waits: Change | None = None) -> str:
    """How the instructions changed, and the `waits` with them; those of the arithmetic itself go without saying."""
    found = step.of(resources.ISSUE.work)
    if not found or waits is None or waits.counter.name in ("wait", "dispatch_stall", *_ISSUE):
        return resources.said(resources.ISSUE, found, step) if found else ""
    cycles = " to ".join(counters.figure(value, "") for value in (waits.old, waits.new))
    return f"{found.text} and with them the {waits.counter.label} ({cycles} {counters.WARP_CYCLES})"


def in_flight(step: Step, weight: float) -> str:
    """'2.1x more warps in flight (occupancy 12 % to 50 %)'."""
    ratio = math.exp(-weight)
    if counters.FEW < ratio < counters.MANY:
        said = f"warps in flight {counters.signed(100 * (ratio - 1))} %"
    else:
        said = f"{show.significant(max(ratio, 1 / ratio), 2)}x {'more' if ratio > 1 else 'fewer'} warps in flight"
    blocks = step.of("grid_size")
    if blocks and blocks.weight * weight < 0 and (bound.few_blocks(step.old) or bound.few_blocks(step.new)):
        return f"{said} ({blocks.old:.0f} blocks to {blocks.new:.0f})"
    before, after = step.both("achieved_occupancy_percent")
    if before and after and weight and -math.log(after / before) / weight > 0.5:
        return f"{said} (occupancy {show.percent(before)} to {show.percent(after)})"
    return f"{said} (the multiprocessors have work for {'more' if ratio > 1 else 'less'} of the time)"


def points(one: Resource, step: Step) -> float:
    """By how many points the share of a resource's peak changed, as it is printed: 0 where both read alike."""
    before, after = resources.share(one, step.old), resources.share(one, step.new)
    return after - before if show.percent(before) != show.percent(after) else 0.0


def of_a_resource(one: Resource, step: Step, least: float) -> list[str]:
    """The work of a resource at another rate, and what lets it, in words; [] where its rate did not change the way the
    time did. Causes count from `least` on."""
    moved = step.of(one.work)
    if not moved or points(one, step) * step.gain <= 0:
        return []
    shares = [show.percent(resources.share(one, metrics)) for metrics in (step.old, step.new)]
    rate = f"a {'higher' if step.gain > 0 else 'lower'} rate ({' to '.join(shares)})"
    toward = moved.weight * step.way
    if toward < -counters.LEAST_CHANGE:
        said = f"{rate} although {resources.said(one, moved, step)}"
    elif toward >= min(SAME_WORK * abs(step.gain), least):
        said = f"{moved.text} at {rate}"
    else:
        said = f"the same {moved.counter.label} at {rate}"
    return [said, *(_width(one, step) or of_a_rate(one, step, least) or [UNEXPLAINED])]


def _width(one: Resource, step: Step) -> list[str]:
    """The sectors (32 bytes) per request of what makes most of the traffic of DRAM or the L2, reads or writes. More of
    them keep more of the memory busy at once; but more sectors of which less is used, or as many requests, are no gain,
    and fewer no loss while all of a sector is used."""
    if one not in (resources.DRAM, resources.L2):
        return []
    found = []
    for what, (part, _) in zip(("load", "store"), one.parts):
        shares = [(of_part or 0.0) / (whole or 1.0) for of_part, whole in zip(step.both(part), step.both(one.work))]
        sectors, used, requests = (step.of(name) for name in (
            f"sectors_a_{what}_request", f"bytes_used_a_{what}_sector", f"{what}_requests"))
        if min(shares) < counters.MOSTLY or not sectors or not used or not requests:
            continue
        helps = sectors.weight > counters.LEAST_CHANGE and requests.weight < 0 and used.weight > -counters.LEAST_CHANGE
        hurts = max(sectors.weight, used.weight) < -counters.LEAST_CHANGE
        found += [sectors.text] if (helps if step.gain > 0 else hurts) else []
    return found
