"""A ladder: the way from its first rung to its best, the side branches below the rung that they leave, and its card on
the first screen: what it is worth, how far the limit is, and the steps that it is made of."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.ladder import kind as first_word
from rungs.data.row_format import SEVERAL_CEILINGS

LEAST_RUNGS = 2  # of a ladder of its own


@dataclass(frozen=True)
class Ladder:
    """The variants of one kind ('gpu' or 'host') that grow from one root, and the libraries that do the same."""

    name: str       # 'median 3x3', or the case's alone
    kind: str       # 'gpu' or 'host'
    rungs: list     # variants from the first to the best, each improving the one before; or roots that stand alone
    sides: dict     # {rung: [(variant, indent from 0)]}: what leaves the ladder there, and what grows from that
    libraries: list


def ladders_of(case: str, improves: Mapping[str, str], times: Mapping[str, float]) -> list[Ladder]:
    """The ladders of a case, GPU before host, the longest first. `improves` is {variant: the one that it improves, or
    ''}, in an order that stays; `times` in any unit decide which way is the fastest. A variant without one, as that of
    another question, is on none."""
    found = [ladder for kind in ("gpu", "host") for ladder in _of_kind(
        case, kind, {name: below for name, below in improves.items() if kind_of(name) == kind}, times)]
    libraries = [name for name in improves if kind_of(name) == "peer"]
    if not found and libraries:
        return [Ladder(case, "gpu", [], {}, libraries)]
    for library in libraries:
        fitting = [ladder for ladder in found if (own := ladder.name.removeprefix(case).strip()) and own in library]
        (fitting or found)[0].libraries.append(library)
    return found


def kind_of(variant: str) -> str:
    """'gpu', 'host' or 'peer'; what is written in another language, as triton/..., stands with the GPU's."""
    found = first_word(variant)
    return found if found in ("host", "peer") else "gpu"


def _of_kind(case: str, kind: str, improves: Mapping[str, str], times: Mapping[str, float]) -> list[Ladder]:
    children: dict[str, list[str]] = {}
    for name, below in improves.items():
        children.setdefault(below if below in improves and below != name else "", []).append(name)
    trees = [_tree(root, children) for root in children.get("", ())]
    large = sorted((tree for tree in trees if len(tree) >= LEAST_RUNGS), key=len, reverse=True)
    grown = {name for tree in trees for name, _ in tree}
    rest = [name for tree in trees if len(tree) < LEAST_RUNGS for name, _ in tree]
    rest += [name for name in improves if name not in grown]  # those that improve each other in a circle
    found = []
    for tree in large:
        rungs = _way(tree, improves, times)
        sides = {rung: [branch for child in children.get(rung, ()) if child not in rungs
                        for branch in _tree(child, children)] for rung in rungs}
        found.append(Ladder(_name(case, tree) if len(large) > 1 else case, kind, rungs,
                            {rung: branches for rung, branches in sides.items() if branches}, []))
    return [*found, Ladder(f"{case}, others" if found else case, kind, rest, {}, [])] if rest else found


def _name(case: str, tree: list[tuple]) -> str:
    """'median 3x3' of a tree whose variants are all named gpu/3x3_...; else with the name of its root."""
    names = [name.partition("/")[2] for name, _ in tree]
    common = os.path.commonprefix(names)
    whole = all(name[len(common):len(common) + 1] in ("", "_") for name in names)
    common = common if whole else common.rpartition("_")[0]
    return f"{case} {common.rstrip('_') or names[0]}"


def _tree(root: str, children: Mapping[str, list[str]]) -> list[tuple]:
    """[(variant, indent)] of a root and all that grows from it."""
    found, todo = [], [(root, 0)]
    while todo:
        name, indent = todo.pop()
        found.append((name, indent))
        todo += [(child, indent + 1) for child in reversed(children.get(name, []))]
    return found


def _way(tree: list[tuple], improves: Mapping[str, str], times: Mapping[str, float]) -> list[str]:
    """The variants from a tree's root to its fastest, that to its root where none has a time."""
    root = tree[0][0]
    at = min((name for name, _ in tree), key=lambda name: times.get(name, float("inf")))
    way = [at]
    while way[-1] != root:
        way.append(improves[way[-1]])
    return way[::-1]


def card_of(ladder: Ladder, parts: dict[str, dict], light: rungs_rows.SpeedOfLight | None) -> dict | None:
    """The card of a ladder on one setup at one problem and cache state, as a dict for JSON; None without a time, or
    where of several rungs none improves another: such a case measures the hardware, and has no first and best. `parts`
    is {variant: row_part.part_of its row}. The fastest is that of the rungs whose work has as many bytes as the first
    one's: a result of half the bytes is another one."""
    rungs = [name for name in ladder.rungs if parts.get(name, {}).get("us")]
    if not rungs or (len(ladder.rungs) > 1 and not any("step" in parts[name] for name in rungs)):
        return None
    first = parts[rungs[0]]
    alike = [name for name in rungs if parts[name].get("moved") == first.get("moved")
             and parts[name].get("status", "ok") == "ok"]
    best = min(alike or rungs[:1], key=lambda name: parts[name]["us"])
    top, sides = parts[best], [name for branches in ladder.sides.values() for name, _ in branches]
    steps = [name for name in (*rungs[1:], *sides) if first_word(name) == ladder.kind and "kind" not in
             parts.get(name, {}) and parts.get(name, {}).get("gain", "").endswith("faster")]
    largest = sorted(steps, key=lambda name: -parts[name]["step"])
    found: dict[str, Any] = {
        "first": first["time"], "best": top["time"], "variant": best,
        "gain": show.gain(first["us"] / top["us"]) if best != rungs[0] else "", "share": share_of(top, light),
        "against": _library(ladder, parts, first, top), "bound": top.get("bound", ""),
        "biggest": largest[:1], "side": [name for name in largest if name in sides][:1],
        "blocks": [name for name in rungs[1:rungs.index(best) + 1] if parts[name].get("step", 0) > 1],
        "slower": [name for name in rungs[1:] if parts[name].get("gain", "").endswith("slower")]}
    return {name: value for name, value in found.items() if value}


def share_of(part: dict, light: rungs_rows.SpeedOfLight | None) -> str:
    """'78 % of a copy', or of the speed of light where no single ceiling made it; '' where there is none."""
    if not part.get("sol"):
        return ""
    source = source_of(light)
    name = f"{'an' if source[0] in 'aeiou' else 'a'} {source}" if source else "the speed of light"
    return f"{show.percent(part['sol'])} of {name}"


def source_of(light: rungs_rows.SpeedOfLight | None) -> str:
    """The single ceiling that made it: 'copy'; '' of several."""
    return light.source if light and light.source != SEVERAL_CEILINGS and "+" not in light.source else ""


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
