"""The ladder plot: the time of each variant of a case at one problem, step by step, with the floor."""

import math

import pandas as pd
from matplotlib import ticker
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.ladder_order import kind
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.sheet import Part, Sheet, bar_color, bound_handle, cache_handles, paper

COLUMNS = [("median", 0.78), ("of floor", 0.70), ("step", 0.66), ("published", 0.84)]
SOURCES = 5  # published sources that the legend names one by one


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str]) -> Figure | None:
    """Draws a case's ladder on a machine; returns a figure, or None where no row fits.

    `caches` is a list of cache states; the problem is the one of rows.choose_problem.
    """
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin(caches)]
    if not len(rows):
        return None
    defaults = rungs_rows.defaults_of(machine.rows, case)
    size, params = rungs_rows.choose_problem(rows, published, defaults)
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    missing = [name for name in rungs_rows.variants_in_order(rows) if name not in set(here["variant"])]
    return _Ladder(case, machine, here, published, defaults, caches, missing).draw()


class _Ladder:
    """One figure in the making."""

    def __init__(self, case: str, machine: rungs_rows.Machine, rows: pd.DataFrame, published: Published,
                 defaults: rungs_rows.Defaults, caches: list[str], missing: list[str]) -> None:
        self.case, self.machine, self.rows, self.caches = case, machine, rows, caches
        self.sections = ladder.sections(rows)
        self.missing = missing
        # One marker a figure, however many cache states the variant was measured in.
        named = rows.drop_duplicates("variant").set_index("variant", drop=False)
        self.figures = {variant: published.matches(named.loc[variant], defaults)
                        for variant in rungs_rows.variants_in_order(rows)}
        self.hardware = list(dict.fromkeys(match.source for found in self.figures.values() for match in found))
        self.floors = [{cache: rungs_rows.floor_of(part[part["cache"] == cache], machine.rows)
                        for cache in caches} for part in self.sections]

    def draw(self) -> Figure:
        problem = show.problem_name(self.rows["size"].iloc[0], self.rows["params"].iloc[0])
        self.sheet = Sheet(f"{show.plain(self.case)}: {problem}",
                           f"{show.machine_name(self.machine)}   |   {' and '.join(filter(None, self.caches))} cache"
                           "   |   shorter is better",
                           [Part(ladder.kinds(part), ladder.names(part)) for part in self.sections], len(self.caches),
                           [column for column in COLUMNS if column[0] != "published" or self.hardware],
                           self._legend_handles(), self._notes())
        self._scale()
        for number, (part, floors) in enumerate(zip(self.sections, self.floors)):
            self._floor(number, {cache: floor for cache, floor in floors.items() if floor})
            for variant in dict.fromkeys(part["variant"]):
                self._rung(number, variant, part[part["variant"] == variant])
        return self.sheet.figure

    def _scale(self) -> None:
        times = [value for column in ("time_min_us", "time_median_us", "time_p95_us")
                 for value in self.rows[column].dropna()]
        times += [floor.time_us for floors in self.floors for floor in floors.values() if floor]
        times += [match.figure.value for found in self.figures.values() for match in found]
        low, high = (min(times), max(times)) if times else (1.0, 10.0)
        self.low, high = low / 2, max(high * 1.4, low * 4)
        axes = self.sheet.axes
        axes.set_xscale("log")
        axes.set_xlim(self.low, high)
        decades = math.log10(high / self.low)
        subs = (1.0,) if decades > 2.5 else (1.0, 3.0) if decades > 1.6 else (1.0, 2.0, 5.0)
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=subs, numticks=max(5, int(self.sheet.axes_width / 0.5))))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda us, _: show.time(us, trim=True)))
        axes.xaxis.set_minor_formatter(ticker.NullFormatter())
        axes.set_xlabel("time (logarithmic); bar: median, whisker: min to p95", fontsize=8.5)

    def _floor(self, number: int, floors: dict[str, rungs_rows.Floor]) -> None:
        for cache, floor in floors.items():
            self.sheet.bound(floor.time_us, number, cache=cache)
        if floors:
            values = list(floors.values())
            if len({(show.time(floor.time_us), floor.source) for floor in values}) == 1:
                text = show.time(values[0].time_us)
            else:
                text = ", ".join(f"{cache} {show.time(floor.time_us)}" for cache, floor in floors.items())
            sources = " and ".join(dict.fromkeys(floor.source for floor in values))
            self.sheet.bound_label(values[0].time_us, number, f"floor: {text} (measured {sources})")

    def _rung(self, number: int, variant: str, rows: pd.DataFrame) -> None:
        middle = self.sheet.places[number][variant]
        words = {_why_no_bar(row) for _, row in rows.iterrows()}
        if len(words) == 1 and "" not in words:  # the same in every cache state: said once
            self.sheet.remark(middle, words.pop())
            rows = rows.iloc[:0]
        for bar, cache in enumerate(self.caches):
            for _, row in rows[rows["cache"] == cache].iterrows():
                if row["time_median_us"] > 0:
                    self._bar(row, self.sheet.middle(number, variant, bar), cache)
                else:
                    self.sheet.remark(self.sheet.middle(number, variant, bar), _why_no_bar(row))
        for match in self.figures[variant]:
            self.sheet.axes.plot([match.figure.value], [middle], zorder=6, ls="",
                                 **self._hollow(self.hardware.index(match.source)))
        if self.figures[variant]:
            self.sheet.column("published", middle, show.time(self.figures[variant][0].figure.value, trim=True))

    def _bar(self, row: pd.Series, middle: float, cache: str) -> None:
        axes, thick = self.sheet.axes, self.sheet.thickness * 0.86
        color = bar_color(kind(row["variant"]), cache)
        unstable = row["status"] == "unstable"
        median = row["time_median_us"]
        axes.barh(middle, median - self.low, left=self.low, height=thick, color=color, zorder=2,
                  hatch="////" if unstable else None, edgecolor=style.PAPER if unstable else color, lw=0)
        ends = [row[column] if row[column] > 0 else median for column in ("time_min_us", "time_p95_us")]
        self.sheet.whisker(ends, middle, 3)
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
        handles = cache_handles(dict.fromkeys(kind(name) for name in self.figures), self.caches)
        if any(floor for floors in self.floors for floor in floors.values()):
            handles.append(bound_handle("floor"))
        for number, source in enumerate(self.hardware[:SOURCES]):
            handles.append(Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **self._hollow(number)))
        return handles

    def _notes(self) -> list[str]:
        notes = []
        if (self.rows["improves"] != "").any():
            notes.append("step: times faster than the variant that it improves")
        if self.missing:
            notes.append("not run at this problem: "
                         + ", ".join(show.plain(name, ladder.NAME_LENGTH) for name in self.missing))
        return notes


def _why_no_bar(row: pd.Series) -> str:
    """'failed: out of memory' for a row without a time, '' for one with a time."""
    if row["time_median_us"] > 0:
        return ""
    status = "not timed" if row["status"] == "ok" else row["status"]
    message = show.plain(row["message"])
    return f"{status}: {message}" if message else status
