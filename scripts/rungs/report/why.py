"""What binds a kernel and why a step is one: the only place of the page that asks for causes."""

from rungs.profile import bound, evidence, steps
from rungs.profile.bound import Resource

RESOURCES: tuple[Resource, ...] = (*bound.COUNTED, bound.OTHER_PIPE)
# Counters that are shown without asking.
KEY = [*dict.fromkeys(one.share for one in RESOURCES), "achieved_occupancy_percent", "instructions", "dram_bytes",
       "l2_sectors"]


def bound_by(line: evidence.Line) -> str:
    """'DRAM 91 %', 'latency', '' where the counters do not say."""
    return line.bound.badge


def explain(old: evidence.Line, new: evidence.Line) -> dict[str, str]:
    """{'why': the first cause of a step, 'explained': what binds before and after it and all causes}; {} where the
    counters do not say."""
    found = steps.step(old, new)
    return {"why": found.short, "explained": found.text} if found.known else {}
