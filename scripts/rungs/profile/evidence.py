"""Times joined to counters: a line per variant and problem, a sentence per step; and what a table says of a row's
counters.

The sentence for a step says how the time changed, what binds before and after (bound.py), and what of it changed
(causes.py). The spread of the change of time, behind ±, is half of sqrt(a^2 + b^2), a and b the two rows' iqr_percent.
Times within it are the same; times within 1 % are compared as if they were."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from rungs.data import counter_files, show
from rungs.data.counter_files import Counted
from rungs.data.rows import emptied, key_of
from rungs.profile import bound, limits
from rungs.profile.causes import Explanation, explain
from rungs.profile.counters import BY_NAME, ROW_BYTES, ROW_TIME, figure, top_stall

LEAST_TIME_PERCENT = 1.0
OF_ROW = ("improves", "device", "status", "cache", "time_median_us", "iqr_percent", "ceiling")  # as in a Line
TOP_STALL, BOUND = "top_stall", "bound_by"  # columns that are no counter by themselves
MADE = {TOP_STALL: "waits most for", BOUND: "bound by"}  # and their headings


@dataclass(frozen=True)
class Line:
    """A variant at a problem: its counters, and its cold row on the GPU where it has one."""

    case: str
    variant: str
    size: str
    params: str
    metrics: dict       # ncu's metrics {name: value}, with the row's bytes and time
    improves: str = ""
    device: str = ""
    status: str = ""
    cache: str = ""     # the state of the caches that its time is of
    time_us: float = math.nan
    noise: float = math.nan  # percent
    ceiling: str = ""   # what its speed of light is of: 'fill', 'copy+read', 'download'
    reached: bound.Ceiling = bound.PEAKS  # by the ceiling's own kernel, under the same counters

    @property
    def problem(self) -> tuple[str, ...]:
        """What it is compared within."""
        return self.case, self.size, self.params

    @cached_property
    def bound(self) -> bound.Bound:
        """What binds it."""
        return bound.of(self.metrics, self.reached, limits.on_bus(self.case, self.variant, self.ceiling))

    def value(self, name: str) -> float | None:
        """The value of a counter, None where it has none."""
        return BY_NAME[name].value(self.metrics)

    def cell(self, name: str) -> str:
        """A counter's value as text, of TOP_STALL what its warps wait most for, of BOUND what binds it; '' where that
        was not counted."""
        if name == BOUND:
            return self.bound.badge
        if name == TOP_STALL:
            reason, share = top_stall(self.metrics)
            return f"{show.plain(reason.replace('_', ' '), 40)}, {show.percent(share)}" if reason else ""
        value = self.value(name)
        return "" if value is None else figure(value, BY_NAME[name].unit)


def join(rows: Mapping[tuple, Mapping], counters: Mapping[tuple, dict]) -> list[Line]:
    """A list of Line, one for each key of `counters`: those with a row in the rows' order, then the others.

    `rows` are cold rows of a GPU by (case, variant, size, params), `counters` of counter_files.read."""
    lines, reached = [], limits.ceilings(counters)
    for key in [*(key for key in rows if key in counters), *(key for key in counters if key not in rows)]:
        metrics = counter_files.values(counters[key])
        more: list[Any] = []
        if key in rows:
            more = [*(rows[key][name] for name in OF_ROW), limits.nearest(reached, rows[key]["ceiling"], metrics)]
            of_row = ((ROW_BYTES, rows[key]["bytes"]), (ROW_TIME, rows[key]["time_median_us"]))
            metrics |= {name: value for name, value in of_row if value > 0}
        # With what a variant was compiled for in its name, as the rows have it.
        case, variant, size, params = key if key not in rows else (rows[key][name] for name in counter_files.KEY)
        lines.append(Line(case, variant, size, params, metrics, *more))
    return lines


def gain(old: Line, new: Line) -> float:
    """How many times faster `new` is than `old`; 1 where they differ by the spread at most."""
    found = old.time_us / new.time_us
    threshold = max(_spread(old, new), LEAST_TIME_PERCENT)
    return 1.0 if abs(math.log(found)) < math.log1p(threshold / 100) else found


def _spread(old: Line, new: Line) -> float:
    spread = math.hypot(old.noise, new.noise) / 2
    return 0.0 if math.isnan(spread) else spread


def step(old: Line, new: Line) -> Explanation:
    """The Explanation of the step between two lines, both with a time and counters."""
    return explain(old.metrics, new.metrics, gain(old, new), _spread(old, new), (old.bound, new.bound))


def sentence(old: Line, new: Line) -> str:
    """The sentence for a step between two lines, both with a time and counters."""
    found, spread = gain(old, new), show.spread(math.hypot(old.noise, new.noise) / 2)
    against = f"{show.time(new.time_us)} against {show.time(old.time_us)}" + f", {spread}" * bool(spread)
    against += " (unstable)" if "unstable" in (new.status, old.status) else ""
    names = show.plain(new.variant, 60), show.plain(old.variant, 60)
    if found == 1:
        apart = 100 * abs(math.log(new.time_us / old.time_us)) > _spread(old, new) > 0
        how = f"is within {LEAST_TIME_PERCENT:g} % of" if apart else "takes as long as"
    else:
        how = f"is {show.significant(max(found, 1 / found), 3)}x {'faster' if found > 1 else 'slower'} than"
    return f"{names[0]} {how} {names[1]} ({against}): {step(old, new).text}."


def sentences(lines: list[Line]) -> dict[tuple, str]:
    """{(*problem, variant): sentence} for each step whose two variants have a time and counters at one problem."""
    by_name = {(*line.problem, line.variant): line for line in lines}
    return {key: sentence(old, line) for key, line in by_name.items()
            if (old := by_name.get((*line.problem, line.improves))) and line.time_us / old.time_us > 0}


def lines_of(rows: pd.DataFrame, counters: Mapping) -> dict[tuple[str, ...], Line]:
    """{(case, variant, size, params): Line} of the GPU rows of one machine with emptied caches; {} without counters."""
    cold = {key_of(row, counter_files.KEY): row for row in emptied(rows[rows["backend"] == "cuda"]).to_dict("records")}
    return {(line.case, line.variant, line.size, line.params): line
            for line in join(cold, counters)} if counters else {}


def counted_of(rows: pd.DataFrame, counters: Mapping,
               tried: Mapping[tuple, str] | None = None) -> Callable[[Mapping], Counted]:
    """What gives the Counted of a row of one machine; `counters` as counter_files.read returns them, `tried` what
    experiments name, by the same keys."""
    lines = lines_of(rows, counters)
    known: dict[tuple, Counted] = {}

    def counted(row: Mapping) -> Counted:
        key = tuple(row[column] for column in counter_files.KEY)
        if key not in known:
            line, name = lines.get(key), (tried or {}).get(key, "") if row["cache"] == "cold" else ""
            known[key] = Counted(limits.of(line, row, name), limits.badge(line, row, name),
                                 line.value("registers") if line else None)
        return known[key]
    return counted
