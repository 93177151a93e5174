"""The techniques as the page shows them: what rungs.statistics.techniques says of each, as dicts for JSON."""

from typing import Any

from rungs.data import ladder, show
from rungs.data.catalogue import GROUPS
from rungs.data.catalogue import Technique as Entry
from rungs.data.setups import Setup
from rungs.profile import evidence, limits
from rungs.report.ladders import drawn
from rungs.statistics import techniques, why
from rungs.statistics.pairs import Pair, Source
from rungs.statistics.techniques import OnGpu, Step


def part_of(setups: list[Setup], catalogue: list[Entry]) -> dict[str, Any]:
    """{'techniques', 'limits', 'groups'} of the setups with a GPU. What depends on the state of the caches is a dict
    by it; `sums` and `facts` have a key 'cache limit case' for each filter, where limit or case may be '*'."""
    sources = [Source(one.short, one.rows, evidence.counted_of(one.rows, one.counters, why.limits_of(one.why)))
               for one in setups]
    found: dict[str, dict[str, Any]] = {
        entry.id: {"id": entry.id, "name": entry.name, "sentence": entry.sentence, "group": entry.group,
                   "cost": entry.cost, "words": entry.stops,
                   **{part: {} for part in ("facts", "helps", "steps", "also", "sums")}}
        for entry in catalogue}
    for cache in filter(None, ladder.CACHES):
        measured = techniques.of(sources, catalogue, cache)
        for one in measured:
            mine = found[one.entry.id]
            mine["helps"][cache] = one.helps
            mine["steps"][cache] = [_step(step) for step in one.steps]
            mine["also"][cache] = [[step.case, step.new, step.text] for step in one.also]
        steps = [step for one in measured for step in one.steps]
        filters = [(limit, case) for step in steps for limit in ("", *step.limits) for case in ("", step.case)]
        for limit, case in dict.fromkeys([("", ""), *filters]):
            for one in techniques.chosen(measured, limit, case):
                mine, key = found[one.entry.id], f"{cache} {limit or '*'} {case or '*'}"
                mine["sums"][key], mine["facts"][key] = list(map(_sum, one.gpus)), one.facts
    there = {word for one in found.values() for steps in one["steps"].values() for step in steps
             for word in step["limits"]}
    return {"techniques": list(found.values()), "groups": GROUPS,
            "limits": [[word, text] for word, text in limits.CLASSES.items() if word in there]}


def _sum(one: techniques.Summary | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"median": drawn(one.median), "text": show.times(one.median), "spread": one.range or "one step",
            "ends": [drawn(one.least), drawn(one.most)], "pays": one.pays, "of": one.of}


def _step(step: Step) -> dict[str, Any]:
    return {"case": step.case, "old": step.old, "new": step.new, "back": step.kind == "back", "limits": step.limits,
            "stops": ", ".join(step.stops), "gpus": [_on_gpu(one) if one else None for one in step.gpus]}


def _on_gpu(one: OnGpu) -> dict[str, Any]:
    home = one.home
    along = sorted((pair for pair in one.pairs if pair.params == home.params), key=lambda pair: pair.elements)
    others = sorted((pair for pair in one.pairs if pair.size == home.size and pair is not home),
                    key=lambda pair: pair.gain)
    ends = [others[0], *others[-1:]] if len(others) > 1 else others
    registers = [f"{value:.0f}" for value in (one.before.registers, one.after.registers) if value]
    found = {"gain": drawn(home.gain), "text": show.times(home.gain),
             "interval": home.spread or "no interval",
             "at": home.size, "times": [show.time(row["time_median_us"]) for row in
                                                              (home.old, home.new)],
             "sizes": [[pair.elements, pair.size, drawn(pair.gain), show.times(pair.gain)] for pair in along],
             "params": [f"{show.times(pair.gain)} {_differs(pair, home)}" for pair in ends],
             "states": [f"{state}: {show.times(pair.gain)}" for state, pair in one.states.items()
                        if pair is not home], "before": one.before.badge, "after": one.after.badge,
             "registers": " to ".join(registers) if len(registers) > 1 else "",
             "counted": show.problem_name(*one.counted_at) if one.counted_at else ""}
    return {name: value for name, value in found.items() if value}


def _differs(pair: Pair, home: Pair) -> str:
    """The parameters in which a pair differs from that at the reference."""
    base = home.params.split(";")
    return show.plain(", ".join(one for one in pair.params.split(";") if one not in base), 60)
