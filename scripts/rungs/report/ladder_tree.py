"""The order in which a ladder's rungs are shown: the way to the fastest in one line, side branches indented."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

LEAST_RUNGS = 2  # of a ladder of its own


@dataclass(frozen=True)
class Ladder:
    """The variants of one kind ('gpu' or 'host') that grow from one root, and the libraries that do the same."""

    name: str       # 'median 3x3', or the case's alone
    kind: str       # 'gpu' or 'host'
    rungs: list     # (variant, indent): 0 on the way to the fastest, 1 on a side branch, ...
    libraries: list


def ladders_of(case: str, improves: Mapping[str, str], times: Mapping[str, float]) -> list[Ladder]:
    """The ladders of a case, GPU before host, the longest first.

    `improves` is {variant: the one that it improves, or ''}, in an order that stays; `times` in any unit decide which
    way is the fastest, a variant without one is on none.
    """
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
