"""The numbers of the page's charts: times over sizes and parameters, and rooflines. The page's script draws them."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.published import Defaults, Published
from rungs.data.sweep import ordered, positions, sweeps, values_of
from rungs.plots import rates, roofline_data
from rungs.report.ladders import Ladder

DIGITS = 5  # of a number that is only drawn
MOST_TICKS = 7


def sweeps_of(rows: pd.DataFrame, ladder: Ladder, published: Published, defaults: Defaults) -> list[dict]:
    """The sweeps of one ladder, setup and cache state: a dict with `by`, the values' texts and places, and a line [what
    it is, variant, times in us, texts] each, None where a value has no row. Drawn are the ladder's first rung, the best
    at either end, the best library, and the limit."""
    found = []
    for by, swept in sweeps(rows, published, defaults):
        swept = swept.assign(value=values_of(swept, by))
        values = ordered(swept["value"])
        places, scale = positions(values, by)
        timed = swept[(swept["time_median_us"] > 0) & (swept["status"] == "ok")]
        times = {name: dict(zip(mine["value"], mine["time_median_us"]))
                 for name, mine in timed.groupby("variant", sort=False)}
        limits = {value: light.time_us for value, here in swept.groupby("value")
                  if (light := rungs_rows.speed_of_light(here))}
        lines = [(what, name, times[name]) for what, name in _drawn(ladder, times, values)]
        lines += [("limit", "", limits)] if limits else []
        known = [us for _, _, line in lines for us in line.values()]
        if len(known) > 1:
            found.append({"by": show.plain(by, 40), "at": rates.setting_of(swept, by), "scale": scale,
                          "ticks": ticks_of(known, show.time), "values": [show.plain(value, 24) for value in values],
                          "places": [_digits(place) for place in places],
                          "lines": [[what, name, [_digits(line.get(value)) for value in values],
                                     [show.time(line[value]) if value in line else "" for value in values]]
                                    for what, name, line in lines]})
    return found


def _drawn(ladder: Ladder, times: Mapping[str, Mapping], values: list[str]) -> list[tuple[str, str]]:
    """[(what it is, variant)] of the few lines that a chart shows, each variant once."""
    def best(names: Iterable[str], value: str) -> str:
        return min((name for name in names if value in times.get(name, ())), key=lambda name: times[name][value])

    own = [name for name in times if name not in ladder.libraries]
    libraries = [name for name in times if name in ladder.libraries]
    found: dict[str, list[str]] = {}
    for names, words in ((own, "best at"), (libraries, "best library at")):
        timed = [value for value in values if any(value in times[name] for name in names)]
        for value in dict.fromkeys([*timed[:1], *timed[-1:]] if names is own else timed[-1:]):
            found.setdefault(best(names, value), []).append(f"{words} {value}")
    first = next((name for name in ladder.rungs if name in times), "")
    return [(", ".join([*(["first"] if name == first else []), *found.get(name, [])]), name)
            for name in dict.fromkeys(filter(None, [first, *found]))]


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
