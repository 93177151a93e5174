"""What binds a kernel and why a step is one: the only place of the page that asks for causes."""

from typing import Any

from rungs.data import show
from rungs.data.advice_files import GLOBAL, LOCAL
from rungs.profile import advice, bound, evidence, steps
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


def advised(judged: advice.Judged) -> dict[str, Any]:
    """What Nsight Compute's rules advised on the variant before a step, beside what the step saved: {'rule', 'message',
    'estimate', 'saved', 'before': what bound it, 'gained' and 'right': see advice.Judged}."""
    top, saved = judged.top, judged.saved
    estimate = ""
    if top is not None and top.advice.speedup_type in (GLOBAL, LOCAL):
        estimate = f"{show.percent(top.percent)} of {'its time' if top.advice.speedup_type == GLOBAL else 'a unit'}"
    return {"rule": f"{show.plain(top.advice.rule, 40)} ({top.subject})" if top else "nothing",
            "message": show.plain(top.advice.message, 600) if top else "", "estimate": estimate,
            "saved": f"{'saved' if saved >= 0 else 'cost'} {show.percent(abs(saved))}",
            "before": judged.explanation.before.badge, "gained": judged.gained, "right": judged.right}
