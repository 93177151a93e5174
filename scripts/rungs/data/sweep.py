"""Sweeps: what of a case's rows shows its rate over a parameter's values, or over sizes; and the rates that they show,
of the variants and of the speed of light.

Rows with rates are of one case, cache state and setting, with the swept value as text in a column `value` and its place
on the axis in `place`; points are (place, rate), rates are in GB/s, or in Gop/s where the rows have no others."""

import math
import statistics
from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.ladder import kind
from rungs.data.published import Defaults, Published
from rungs.data.row_format import LEAST_SIZES

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
        least = LEAST_SIZES if by == SIZE else 2
        groups = [group for group in groups if table.loc[group.index, by].nunique() >= least
                  and (group["time_median_us"] > 0).any()]
        if groups:
            found.append((by, max(groups, key=lambda group: (len(group), published.rows_with_one(group, defaults)))))
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


def with_rates(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """The rows with columns `rate` (NaN where there is no time) and `work` (bytes or operations), and the rate's unit.
    """
    by_operations = not (rows["gbps"] > 0).any() and (rows["gops"] > 0).any()
    rate, work, unit = ("gops", "operations", "Gop/s") if by_operations else ("gbps", "bytes", "GB/s")
    return rows.assign(rate=rows[rate].where(rows["time_median_us"] > 0), work=rows[work]), unit


def setting_of(rows: pd.DataFrame, by: str) -> str:
    """What is the same in all rows of a sweep: '10240x10240, repeater=100'."""
    others = rungs_rows.param_columns(rows).drop(columns=[by], errors="ignore").iloc[0]
    params = [f"{name}={value}" for name, value in others.items() if value]
    return show.plain(", ".join([*([] if by == SIZE else [rows["size"].iloc[0]]), *params]), 90)


def lines(rows: pd.DataFrame, order: list[str]) -> dict[str, list]:
    """{variant: [point]} of what has a rate, in this order of variants; a line breaks where its rate is NaN."""
    found = {variant: rows[rows["variant"] == variant].sort_values(["place", "rate"]) for variant in order}
    return {variant: list(zip(mine["place"], mine["rate"])) for variant, mine in found.items()
            if (mine["rate"] > 0).any()}


def best_at_ends(found: dict[str, list]) -> list[str]:
    """The fastest of `lines` at the last place and at the first, libraries left out where there are others."""
    own = {name: points for name, points in found.items() if kind(name) != "peer"} or found
    at = [(place, rate, name) for name, points in own.items() for place, rate in points if rate > 0]
    return [max((one for one in at if one[0] == place), key=lambda one: one[1])[2]
            for place in ((max(at)[0], min(at)[0]) if at else ())]


def worth_showing(found: dict[str, list], rows: pd.DataFrame) -> list[str]:
    """The variants of `lines`, first what a reader looks for: that with which the ladder of the fastest begins, the
    fastest library, the steps of that ladder, the largest first, and all others, the fastest first. By mean rates; a
    single point is no line, and comes last."""
    rates = {name: [rate for _, rate in points if rate > 0] for name, points in found.items()}
    means = {name: statistics.geometric_mean(mine) for name, mine in rates.items()}
    improves, way = dict(zip(rows["variant"], rows["improves"])), best_at_ends(found)[:1]
    while way and (below := improves.get(way[-1], "")) and below not in way:
        way.append(below)
    way = [name for name in way if name in found]
    gains = {new: means[new] / means[old] for new, old in zip(way, way[1:])}
    fastest = sorted(means, key=lambda name: -means[name])
    wanted = [*way[-1:], *[name for name in fastest if kind(name) == "peer" and len(rates[name]) > 1][:1],
              *sorted(gains, key=lambda name: -gains[name]), *fastest]
    return sorted(dict.fromkeys(wanted), key=lambda name: len(rates[name]) == 1)


def lights(rows: pd.DataFrame) -> list[tuple]:
    """[(label, [point])]: one a backend, the rate of the speed of light."""
    found = []
    for backend, mine in rows.groupby("backend", sort=False):
        here = [(place, part, rungs_rows.speed_of_light(part)) for place, part in mine.groupby("place")]
        points = [(place, part["bytes"].median() / light.time_us / 1e3) for place, part, light in here if light]
        if points:
            sources = {light.source for _, _, light in here if light}
            source = sources.pop() if len(sources) == 1 else "ceilings"
            name = "gpu" if backend == "cuda" else backend
            found.append((f"{name} speed of light ({source}, {show.rate(points[-1][1])})", points))
    return found
