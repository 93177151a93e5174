"""Ladders: their cache states, the order and the names of their variants.

Rows stand in a file in the order in which they were made; a ladder's order is that of `bench --list`."""

import pandas as pd

from rungs.data.row_format import versions

CACHES = ("cold", "dirty", "hot", "")  # in the order in which they are shown
KINDS = ("host", "gpu", "peer")  # a variant's first word; also the order in which they are shown
NAME_LENGTH = 34  # letters of a variant's name


def kind(variant: str) -> str:
    """'gpu' of 'gpu/modulo'."""
    return variant.partition("/")[0]


def kind_rank(variant: str) -> int:
    """Where a variant's kind stands in the order host, gpu, peer, anything else."""
    return KINDS.index(kind(variant)) if kind(variant) in KINDS else len(KINDS)


def variants_in_order(frame: pd.DataFrame) -> list[str]:
    """Names in the order of their first row, host before gpu before peer."""
    return sorted(dict.fromkeys(frame["variant"]), key=kind_rank)


def in_ladder_order(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows problem by problem, in the order in which problems begin; those of a problem in the order of its
    ladder. What a variant was compiled for (row_format.versions) is no part of its problem."""
    ladders = {case: _ladder(rows) for case, rows in frame.groupby("case")}
    keys = list(zip(frame["case"], frame["variant"], frame["params"]))
    found = versions(keys)
    problems = frame[["case", "size", "cache"]].assign(params=[found.get(key, key[1:])[1] for key in keys])
    order = pd.DataFrame({
        "problem": problems.groupby(["case", "size", "params", "cache"], sort=False).ngroup(),
        "rung": [ladders[case][variant] for case, variant, _ in keys]})
    return frame.loc[order.sort_values(["problem", "rung"], kind="stable").index].reset_index(drop=True)


def _ladder(rows: pd.DataFrame) -> dict[str, int]:
    """{variant: its place} by the column `improves`, in the order of `bench --list`: host, gpu, peer, and within these
    each variant behind what it improves. A variant that improves none of these begins a ladder."""
    improves = dict(zip(rows["variant"], rows["improves"]))
    above = {}
    for variant, below in improves.items():
        above.setdefault(below if below in improves and below != variant else "", []).append(variant)
    climbed, todo = {}, sorted(above.get("", ()), reverse=True)
    while todo:
        variant = todo.pop()
        climbed[variant] = True
        todo += sorted(above.get(variant, ()), reverse=True)
    climbed |= dict.fromkeys(sorted(improves))  # those that improve each other in a circle
    return {variant: place for place, variant in enumerate(sorted(climbed, key=kind_rank))}
