"""A ladder: the order in which its rungs are shown, the way to the fastest in one line and side branches indented; and
its card on the first screen: what it is worth, how far the limit is, and the step that brought most."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.row_format import SEVERAL_CEILINGS

LEAST_RUNGS = 2  # of a ladder of its own


@dataclass(frozen=True)
class Ladder:
    """The variants of one kind ('gpu' or 'host') that grow from one root, and the libraries that do the same."""

    name: str       # 'median 3x3', or the case's alone
    kind: str       # 'gpu' or 'host'
    rungs: list     # (variant, indent): 0 on the way to the fastest, 1 on a side branch, ...
    libraries: list


def ladders_of(case: str, improves: Mapping[str, str], times: Mapping[str, float]) -> list[Ladder]:
    """The ladders of a case, GPU before host, the longest first. `improves` is {variant: the one that it improves, or
    ''}, in an order that stays; `times` in any unit decide which way is the fastest, a variant without one is on
    none."""
    found = []
    for kind in ("gpu", "host"):
        mine = {name: below for name, below in improves.items() if _kind(name) == kind}
        if mine:
            found += _of_kind(case, kind, mine, times)
    libraries = [name for name in improves if _kind(name) == "peer"]
    if not found and libraries:
        return [Ladder(case, "gpu", [], libraries)]
    for library in libraries:
        fitting = [ladder for ladder in found if ladder.name.removeprefix(case).strip()
                   and ladder.name.removeprefix(case).strip() in library]
        (fitting or found)[0].libraries.append(library)
    return found


def _kind(variant: str) -> str:
    """'gpu', 'host' or 'peer'; what is written in another language, as triton/..., stands with the GPU's."""
    found = variant.partition("/")[0]
    return found if found in ("host", "peer") else "gpu"


def _of_kind(case: str, kind: str, improves: Mapping[str, str], times: Mapping[str, float]) -> list[Ladder]:
    children: dict[str, list[str]] = {}
    for name, below in improves.items():
        children.setdefault(below if below in improves and below != name else "", []).append(name)
    trees = [_climb(root, children, times) for root in children.get("", ())]
    climbed = {name for tree in trees for name, _ in tree}
    large = sorted((tree for tree in trees if len(tree) >= LEAST_RUNGS), key=len, reverse=True)
    rest = [rung for tree in trees if len(tree) < LEAST_RUNGS for rung in tree]
    rest += [(name, 0) for name in improves if name not in climbed]  # those that improve each other in a circle
    found = [Ladder(_name(case, tree) if len(large) > 1 else case, kind, tree, []) for tree in large]
    if rest:
        found.append(Ladder(f"{case}, others" if found else case, kind, rest, []))
    return found


def _name(case: str, tree: list[tuple]) -> str:
    """'median 3x3' of a tree whose variants are all named gpu/3x3_...; else with the name of its root."""
    names = [name.partition("/")[2] for name, _ in tree]
    common = os.path.commonprefix(names)
    whole = all(name[len(common):len(common) + 1] in ("", "_") for name in names)
    common = common if whole else common.rpartition("_")[0]
    return f"{case} {common.rstrip('_') or names[0]}"


def _climb(root: str, children: Mapping[str, list[str]], times: Mapping[str, float]) -> list[tuple]:
    """[(variant, indent)] of a tree: what leads to the fastest stays in line and comes last, all else is indented below
    what it improves."""
    best: dict[str, float] = {}

    def fastest(name: str) -> float:
        if name not in best:
            best[name] = min([times.get(name, float("inf")), *map(fastest, children.get(name, ()))])
        return best[name]

    found, todo = [], [(root, 0)]
    while todo:
        name, indent = todo.pop()
        found.append((name, indent))
        after = children.get(name, [])
        onward = min(after, key=fastest, default="")
        # Not onward on a side branch, nor where this rung is the fastest: what follows is slower than it.
        ahead = onward if onward and not indent and fastest(onward) <= times.get(name, float("inf")) else ""
        todo += [(ahead, indent)] if ahead else []
        todo += [(child, indent + 1) for child in reversed(after) if child != ahead]
    return found


def card_of(ladder: Ladder, rows: pd.DataFrame, parts: dict[str, dict],
            light: rungs_rows.SpeedOfLight | None) -> dict | None:
    """The card of a ladder on one setup at one problem and cache state, as a dict for JSON; None without a time, or
    where of several rungs none improves another: such a case measures the hardware, and has no first and best. `rows`
    are those of the problem, setup and cache; `parts` is {variant: row_part.part_of its row}. The fastest is that of
    the rungs whose work has as many bytes as the first one's: a result of half the bytes is another one."""
    rungs = [name for name, _ in ladder.rungs if parts.get(name, {}).get("us")]
    if not rungs or (len(rungs) > 1 and not set(rows.loc[rows["variant"].isin(rungs), "improves"]) & set(rungs)):
        return None
    first = parts[rungs[0]]
    alike = [name for name in rungs if parts[name].get("moved") == first.get("moved")
             and parts[name].get("status", "ok") == "ok"]
    best = min(alike or rungs[:1], key=lambda name: parts[name]["us"])
    top = parts[best]
    found: dict[str, Any] = {"first": first["time"], "best": top["time"], "variant": best,
                             "gain": show.gain(first["us"] / top["us"]) if best != rungs[0] else "",
                             "share": share_of(top, light), "against": _library(ladder, parts, first, top),
                             "bound": top.get("bound", ""), **_biggest(rows, parts, rungs, best),
                             "spark": [[name, round(first["us"] / parts[name]["us"], 4)] for name in rungs]}
    return {name: value for name, value in found.items() if value}


def share_of(part: dict, light: rungs_rows.SpeedOfLight | None) -> str:
    """'78 % of a copy', or of the speed of light where no single ceiling made it; '' where there is none."""
    if not part.get("sol"):
        return ""
    source = light.source if light and light.source != SEVERAL_CEILINGS and "+" not in light.source else ""
    name = f"{'an' if source[0] in 'aeiou' else 'a'} {source}" if source else "the speed of light"
    return f"{show.percent(part['sol'])} of {name}"


def _library(ladder: Ladder, parts: dict[str, dict], first: dict, top: dict) -> str:
    """'11.4x faster than npp_3x3': against the fastest library with the same bytes of work."""
    times = {name: parts[name]["us"] for name in ladder.libraries if parts.get(name, {}).get("us")
             and parts[name].get("moved") == first.get("moved")}
    if not times:
        return ""
    name = min(times, key=lambda one: times[one])
    gain = show.gain(times[name] / top["us"])
    place = " on the CPU" if ladder.kind == "gpu" and parts[name].get("on") else ""
    return f"{gain} {'as' if gain == 'as fast' else 'than'} {show.plain(name.partition('/')[2], 30)}{place}"


def _biggest(rows: pd.DataFrame, parts: dict[str, dict], rungs: list[str], best: str) -> dict[str, Any]:
    """The step that brought most on the way from the first rung to the best."""
    improves = dict(zip(rows["variant"], rows["improves"]))
    way, at = [], best
    while at in rungs and at not in way:
        way.append(at)
        at = improves.get(at, "")
    steps = [name for name in way if parts[name].get("step") and name != rungs[0]]
    name = max(steps, key=lambda one: parts[one]["step"], default="")
    if not name or not parts[name]["gain"].endswith("faster"):
        return {}
    return {"biggest": name, "worth": parts[name]["gain"], "why": parts[name].get("why", "")}
