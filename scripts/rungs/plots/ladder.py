"""The ladder plot: the time of each variant of a case at one problem, step by step, with the floor."""

import math
from collections.abc import Mapping

import pandas as pd
from matplotlib import ticker
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.sheet import Sheet, at_one_problem, bound_handle, paper, problem_of

COLUMNS = [("median", 0.78), ("of floor", 0.70), ("step", 0.66), ("published", 0.84)]
SOURCES = 5  # published sources that the legend names one by one


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str],
         problem: tuple[str, ...] = (), links: Mapping[str, str] | None = None) -> Figure | None:
    """Draws a case's ladder on a machine; returns a figure, or None where no row fits.

    `caches` is a list of cache states, `problem` a (size, params): where it is (), that of rows.choose_problem. `links`
    may give each variant a URL, to which its name and its bars then lead.
    """
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin(caches)]
    here = rows[(rows["size"] == problem[0]) & (rows["params"] == problem[1])] if problem else \
        at_one_problem(rows, machine, published)
    if not len(here):
        return None
    missing = [show.plain(name, ladder.NAME_LENGTH) for name in rungs_rows.variants_in_order(rows)
               if name not in set(here["variant"])]
    return _Ladder(machine, here, published, caches, missing, links).draw()


class _Ladder:
    """One figure in the making."""

    def __init__(self, machine: rungs_rows.Machine, rows: pd.DataFrame, published: Published, caches: list[str],
                 missing: list[str], links: Mapping[str, str] | None) -> None:
        self.rows = rows
        case, defaults = rows["case"].iloc[0], rungs_rows.defaults_of(machine.rows, rows["case"].iloc[0])
        # One marker a figure, however many cache states the variant was measured in.
        self.figures = {row["variant"]: published.matches(row, defaults)
                        for _, row in rows.drop_duplicates("variant").iterrows()}
        self.hardware = list(dict.fromkeys(match.source for found in self.figures.values() for match in found))
        self.floors = [{cache: floor for cache, mine in part.groupby("cache", sort=False)
                        if (floor := rungs_rows.floor_of(mine, machine.rows))} for part in ladder.sections(rows)]
        notes = ["step: times faster than the variant that it improves"] if (rows["improves"] != "").any() else []
        notes += [f"not run at this problem: {', '.join(missing)}"] if missing else []
        self.sheet = Sheet(f"{show.plain(case)}: {problem_of(rows)}",
                           [show.machine_name(machine), "shorter is better"], rows, caches,
                           [column for column in COLUMNS if column[0] != "published" or self.hardware],
                           self._legend_handles(), notes, links)

    def draw(self) -> Figure:
        self._scale()
        for number, (part, floors) in enumerate(zip(self.sheet.sections, self.floors)):
            sources = " and ".join(dict.fromkeys(floor.source for floor in floors.values()))
            self.sheet.bounds(number, {cache: floor.time_us for cache, floor in floors.items()}, show.time,
                              f" (measured {sources})")
            for variant, rows in part.groupby("variant", sort=False):
                self._rung(number, variant, rows)
        return self.sheet.figure

    def _scale(self) -> None:
        times = [value for column in ("time_min_us", "time_median_us", "time_p95_us")
                 for value in self.rows[column].dropna()]
        times += [floor.time_us for floors in self.floors for floor in floors.values()]
        times += [match.figure.value for found in self.figures.values() for match in found]
        low, high = (min(times), max(times)) if times else (1.0, 10.0)
        self.low, high = low / 2, max(high * 1.4, low * 4)
        axes = self.sheet.axes
        axes.set_xscale("log")
        axes.set_xlim(self.low, high)
        decades = math.log10(high / self.low)
        subs = (1.0,) if decades > 2.5 else (1.0, 3.0) if decades > 1.6 else (1.0, 2.0, 5.0)
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=subs, numticks=max(5, int(self.sheet.axes_width / 0.5))))
        axes.xaxis.set_major_formatter(lambda us, _: show.time(us, trim=True))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_xlabel("time (logarithmic); bar: median, whisker: min to p95", fontsize=8.5)

    def _rung(self, number: int, variant: str, rows: pd.DataFrame) -> None:
        middle = self.sheet.places[number][variant]
        words = {_why_no_bar(row) for _, row in rows.iterrows()}
        if len(words) == 1 and "" not in words:  # the same in every cache state: said once
            self.sheet.remark(middle, words.pop())
            rows = rows.iloc[:0]
        for _, row in rows.iterrows():
            if row["time_median_us"] > 0:
                self._bar(row, self.sheet.middle(number, row))
            else:
                self.sheet.remark(self.sheet.middle(number, row), _why_no_bar(row))
        for match in self.figures[variant]:
            self.sheet.axes.plot([match.figure.value], [middle], zorder=6, ls="",
                                 **self._hollow(self.hardware.index(match.source)))
        if self.figures[variant]:
            self.sheet.column("published", middle, show.time(self.figures[variant][0].figure.value, trim=True))

    def _bar(self, row: pd.Series, middle: float) -> None:
        unstable = row["status"] == "unstable"
        median = row["time_median_us"]
        ends = [row[column] if row[column] > 0 else median for column in ("time_min_us", "time_p95_us")]
        self.sheet.bar(row, middle, self.low, median, ends,
                       **{"hatch": "////", "edgecolor": style.PAPER} if unstable else {})
        self.sheet.column("median", middle, show.time(median), weight="bold")
        if row["speed_of_light_percent"] > 0:
            self.sheet.column("of floor", middle, show.percent(row["speed_of_light_percent"]))
        step = rungs_rows.step_of(row, self.rows)
        if step > 0:
            self.sheet.column("step", middle, show.factor(step))
        if unstable:
            self.sheet.text(0.04, middle, "unstable", size=7.5, zorder=7, bbox=paper())

    @staticmethod
    def _hollow(number: int) -> dict:
        return {**style.hollow(number, 6.5, 1.5), "markeredgecolor": style.PALETTE[1]}

    def _legend_handles(self) -> list[Artist]:
        handles: list[Artist] = [bound_handle("floor")] if any(self.floors) else []
        return handles + [Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **self._hollow(number))
                          for number, source in enumerate(self.hardware[:SOURCES])]


def _why_no_bar(row: pd.Series) -> str:
    """'failed: out of memory' for a row without a time, '' for one with a time."""
    if row["time_median_us"] > 0:
        return ""
    status = "not timed" if row["status"] == "ok" else row["status"]
    message = show.plain(row["message"])
    return f"{status}: {message}" if message else status
