"""A resource near its limit that does its work at another rate, and what lets it."""

from rungs.data import show
from rungs.profile import counters, resources, waits
from rungs.profile.counters import Step
from rungs.profile.resources import Resource

THE_SAME = 1 / 3  # of the change of time: less of the work's change than this is none
UNEXPLAINED = "the counters do not show why"


def points(one: Resource, step: Step) -> float:
    """By how many points the share of a resource's peak changed, as it is printed: 0 where both read alike."""
    before, after = resources.share(one, step.old), resources.share(one, step.new)
    return after - before if show.percent(before) != show.percent(after) else 0.0


def causes(one: Resource, step: Step, least: float) -> list[str]:
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
    elif toward >= min(THE_SAME * abs(step.gain), least):
        said = f"{moved.text} at {rate}"
    else:
        said = f"the same {moved.counter.label} at {rate}"
    return [said, *(_width(one, step) or waits.of_a_rate(one, step, least) or [UNEXPLAINED])]


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
