"""The numbers of the page's charts: sweeps over parameters and sizes, and rooflines. The page's script draws them."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.published import Defaults, Published
from rungs.data.sweep import ordered, positions, sweeps, values_of
from rungs.plots import rates, roofline_data

DIGITS = 5  # of a number that is only drawn
MOST_TICKS = 7


def sweeps_of(rows: pd.DataFrame, published: Published, defaults: Defaults) -> list[dict]:
    """The sweeps of one case, setup, backend and cache state: a dict with `by`, the values' texts and places, the unit,
    and a line [variant, rates, texts] each, None where a variant has no row."""
    found = []
    for by, swept in sweeps(rows, published, defaults):
        values = ordered(values_of(swept, by))
        places, scale = positions(values, by)
        rated, unit = rates.with_rates(swept.assign(place=0.0))
        write = show.operations if unit == "Gop/s" else show.rate
        lines = []
        for name in dict.fromkeys(rated["variant"]):
            mine = rated[rated["variant"] == name]
            at = dict(zip(values_of(mine, by), mine["rate"]))
            known = [at.get(value) for value in values]
            if sum(1 for rate in known if rate is not None and rate > 0) > 1:
                lines.append([name, [_digits(rate) for rate in known],
                              [write(rate) if rate and rate > 0 else "" for rate in known]])
        if lines:
            found.append({"by": show.plain(by, 40), "at": rates.setting_of(swept, by), "unit": unit, "scale": scale,
                          "ticks": ticks_of([rate for _, known, _ in lines for rate in known], write),
                          "values": [show.plain(value, 24) for value in values],
                          "places": [_digits(place) for place in places], "lines": lines})
    return found


def ticks_of(values: Iterable[float | None], write: Callable[..., str]) -> list[list]:
    """[[value, text]] of a logarithmic axis: 1, 2 and 5 times powers of ten around some numbers, at most seven; `write`
    makes a text of a number."""
    known = [value for value in values if value is not None and value > 0]
    low, high = min(known), max(known)
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    for factors in ((1, 2, 5), (1,)):
        steps = [factor * 10.0**power for power in powers for factor in factors]
        first = max(step for step in steps if step <= low)
        last = min([step for step in steps if step >= high] or [10.0 ** (powers[-1] + 1)])
        inside = [step for step in steps if first <= step <= last]
        if len(inside) <= MOST_TICKS:
            break
    return [[step, write(step, trim=True)] for step in inside[::math.ceil(len(inside) / MOST_TICKS)]]


def _digits(value: Any) -> float | None:
    if value is None or value != value:
        return None
    return float(show.significant(value, DIGITS)) if value else 0.0


def roofline_of(rows: pd.DataFrame, machine: rungs_rows.Machine, counters: Mapping[tuple, dict]) -> dict | None:
    """The hierarchical roofline of a case's rows at one problem (see roofline_data.of), as a dict for JSON: `points`
    are [variant, Gop/s, text, [[level, operations per byte, text]]], `slopes` and `flat` [name, rate, text]."""
    found = roofline_data.of(roofline_data.backend_of(rows), machine, counters)
    if found is None:
        return None
    points = [[one.variant, _digits(one.gops), show.operations(one.gops), [
        [level, _digits(intensity), f"{show.significant(intensity, 3)} per byte of {level}"]
        for level, intensity in one.intensity.items()]] for one in found.points]
    rooms = [value * factor for one in found.points for value in one.intensity.values() for factor in (0.5, 2)]
    rates_of = [*(one.gops for one in found.points), *(one.gops for one in found.flat)]
    return {"points": points, "slopes": [[one.level, one.gbps, f"{one.level} {show.rate(one.gbps)} ({one.source})"]
                                         for one in found.slopes],
            "flat": [[one.name, one.gops, f"{one.name} {show.operations(one.gops)}"] for one in found.flat],
            "x": ticks_of(rooms, lambda value, trim: show.significant(value, 3, trim)),
            "y": ticks_of(rates_of, show.operations),
            "left_out": [show.plain(name, 60) for name in (*found.left_out, *found.too_many)]}
