"""Sweeps: what of a case's rows shows its rate over a parameter's values, or over sizes."""

import math
from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data.published import Defaults, Published

SIZE = "size"  # what `by` is for the sweep over sizes


def sweeps(rows: pd.DataFrame, published: Published, defaults: Defaults) -> list[tuple]:
    """What can be drawn of one case and cache state: [(by, rows)]. One entry per parameter with two values or more at
    one size and one setting of the other parameters, and one for sizes where three or more share their parameters. Of
    several settings the one with most rows is taken; among equals the one with most published figures, then the
    first."""
    params = rungs_rows.param_columns(rows)
    table = params.assign(**{SIZE: rows["size"]})
    found = []
    for by in table.columns:
        others = [name for name in table.columns if name != by]
        groups = [rows.loc[index] for index in (table.groupby(others, sort=False).groups.values()
                                                if others else [table.index])]
        least = rungs_rows.LEAST_SIZES if by == SIZE else 2
        groups = [group for group in groups if table.loc[group.index, by].nunique() >= least
                  and (group["time_median_us"] > 0).any()]
        if groups:
            def worth(group: pd.DataFrame) -> tuple[int, ...]:
                return len(group), published.rows_with_one(group, defaults)
            found.append((by, max(groups, key=worth)))
    return found


def values_of(rows: pd.DataFrame, by: str) -> pd.Series:
    """The swept value of each row, as text, in a Series."""
    return rows["size"] if by == SIZE else rungs_rows.param_columns(rows)[by]


def ordered(values: list[str] | pd.Series) -> list[str]:
    """Values without repeats: numbers and sizes by magnitude, words in the order they came."""
    values = list(dict.fromkeys(values))
    return sorted(values, key=_number) if all(_number(value) is not None for value in values) else values


def _number(value: str) -> Any:
    try:
        number = float(rungs_rows.elements(value)) if "x" in value else float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def positions(values: list[str], by: str) -> tuple:
    """(x of each value, 'log' or 'even'): logarithmic where that leaves room between neighbours. 97, 100 and 101 close
    to 16 would overlap on a logarithmic axis; words have no scale at all."""
    numbers = [_number(value) for value in values]
    if all(number is not None and number > 0 for number in numbers) and len(set(numbers)) == len(numbers):
        logs = [math.log2(number) for number in numbers]
        gaps = [after - before for before, after in zip(logs, logs[1:])]
        if by == SIZE or min(gaps) >= 0.05 * (logs[-1] - logs[0]):
            return logs, "log"
    return list(range(len(values))), "even"
