"""The numbers of the page's charts: times over sizes and parameters. The page's script draws them."""

import math
from collections.abc import Iterable, Mapping

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.published import Defaults, Published
from rungs.data.sweep import ordered, positions, sweeps, values_of
from rungs.plots import rates
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
                          "ticks": ticks_of(known), "values": [show.plain(value, 24) for value in values],
                          "places": [drawn(place) for place in places],
                          "lines": [[what, name, [drawn(line.get(value)) for value in values],
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


def ticks_of(times: Iterable[float]) -> list[list]:
    """[[time, text]] of a logarithmic axis: 1, 2 and 5 times powers of ten around some times, at most seven."""
    known = [time for time in times if time > 0]
    low, high = min(known), max(known)
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    for factors in ((1, 2, 5), (1,)):
        steps = [factor * 10.0**power for power in powers for factor in factors]
        first = max(step for step in steps if step <= low)
        last = min([step for step in steps if step >= high] or [10.0 ** (powers[-1] + 1)])
        inside = [step for step in steps if first <= step <= last]
        if len(inside) <= MOST_TICKS:
            break
    return [[step, show.time(step, trim=True)] for step in inside[::math.ceil(len(inside) / MOST_TICKS)]]


def drawn(value: float | None) -> float | None:
    """A number with as many digits as a drawing shows."""
    return float(show.significant(value, DIGITS)) if value else value
