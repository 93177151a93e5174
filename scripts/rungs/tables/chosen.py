"""The rows that a block of a Markdown file asks for."""

from collections.abc import Mapping

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data.records import shown, split_params


class NotThere(ValueError):
    """What a block asks for is not in its files; the message says what is."""


def of(rows: pd.DataFrame, wants: Mapping[str, str]) -> pd.DataFrame:
    """The rows of the wanted case, size, parameters, variants and cache state (emptied unless said otherwise); raises
    NotThere, saying what there is, where no row has one of these."""
    if "cache" not in wants:
        there = ", ".join(dict.fromkeys(cache for cache in rows["cache"] if cache))
        rows = rungs_rows.emptied(rows)
        if not len(rows) and there:
            raise NotThere(f"no cold rows; expected cache= with one of {there}")
    for name in ("case", "cache", "size"):
        if name in wants:
            rows = _having(rows, rows[name], wants[name])
    try:
        params = split_params(wants.get("params", ""))
    except ValueError as error:
        raise NotThere(f"params: {error}") from None
    for name, value in params.items():
        rows = _having(rows, rungs_rows.param_columns(rows).get(name, pd.Series("", rows.index, name=name)), value)
    variants = wants["variants"].split(",") if "variants" in wants else rows["variant"].unique()
    for name in variants:
        _having(rows, rows["variant"], name)
    return rows[rows["variant"].isin(variants)]


def _having(rows: pd.DataFrame, values: pd.Series, value: str) -> pd.DataFrame:
    """The rows for which `values` is `value`; raises NotThere, with the name of `values`."""
    if not (values == value).any():
        raise NotThere(f"no rows with {values.name}={value}; there are {', '.join(map(shown, dict.fromkeys(values)))}")
    return rows[values == value]
