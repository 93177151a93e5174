"""What a ladder is made of: which cache states, and the variants in sections of one backend and device."""

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show

CACHES = ("cold", "dirty", "hot", "")
NAME_LENGTH = 34  # letters of a variant's name


def choose_caches(rows: pd.DataFrame, wanted: str) -> list[str]:
    """The cache states to draw, cold first; `wanted` is one of them, or all."""
    return [cache for cache in CACHES if wanted in (cache, "all") and (rows["cache"] == cache).any()]


def sections(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """[rows]: the variants in order, a section per backend and device."""
    found: dict[tuple, list] = {}
    for variant in rungs_rows.variants_in_order(rows):
        for backend, mine in rows[rows["variant"] == variant].groupby("backend", sort=False):
            found.setdefault((backend, mine["device"].iloc[0]), []).extend(mine.index)
    return [rows.loc[places] for places in found.values()]


def names(rows: pd.DataFrame) -> dict[str, str]:
    """The variants' names as they are shown, in the order of the rows: {variant: text}."""
    return {variant: show.plain(variant, NAME_LENGTH) for variant in dict.fromkeys(rows["variant"])}
