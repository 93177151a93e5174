"""One machine against another: how many times faster each variant of a ladder is, with the ratio of the floors.

The ratio is the other machine's median time over this one's, at one problem and cache state. Its whisker is half of
sqrt(a^2 + b^2), a and b the two rows' noise (interquartile range over median): as if the medians erred independently,
each by half its range.
"""

import math
from dataclasses import dataclass

import pandas as pd
from matplotlib import ticker
from matplotlib.figure import Figure

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.ladder_order import kind
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.sheet import Part, Sheet, bar_color, bound_handle, cache_handles

KEY = ["case", "variant", "backend", "size", "params", "cache"]
WIDEST = 1.55  # inches of a column that is headed by a device


@dataclass(frozen=True)
class Machines:
    """The two to compare, and how they are called."""

    this: rungs_rows.Machine
    other: rungs_rows.Machine
    names: tuple


def paired(this: rungs_rows.Machine, other: rungs_rows.Machine, case: str, caches: list[str]) -> pd.DataFrame:
    """This machine's timed rows of a case that the other has too, with its figures as `other_us` and `other_noise`.

    GPU rows where both have some, else host rows.
    """
    def timed(machine: rungs_rows.Machine) -> pd.DataFrame:
        rows = machine.rows
        rows = rows[(rows["case"] == case) & rows["cache"].isin(caches) & (rows["time_median_us"] > 0)]
        return rows.drop_duplicates(KEY)

    theirs = timed(other)[[*KEY, "time_median_us", "iqr_percent"]]
    theirs = theirs.rename(columns={"time_median_us": "other_us", "iqr_percent": "other_noise"})
    rows = pd.merge(timed(this), theirs, on=KEY)
    on_gpu = rows["backend"] == "cuda"
    return rows[on_gpu] if on_gpu.any() else rows


def draw(case: str, machines: Machines, published: Published, caches: list[str]) -> Figure | None:
    """Draws the ratios of a case at the problem with most variants on both; a figure, or None where they share none."""
    rows = paired(machines.this, machines.other, case, caches)
    if not len(rows):
        return None
    size, params = rungs_rows.choose_problem(rows, published, rungs_rows.defaults_of(machines.this.rows, case))
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    return _Against(case, machines, here, [cache for cache in caches if (here["cache"] == cache).any()]).draw()


class _Against:
    """One figure in the making."""

    def __init__(self, case: str, machines: Machines, rows: pd.DataFrame, caches: list[str]) -> None:
        self.case, self.machines, self.caches = case, machines, caches
        self.rows = rows.assign(ratio=rows["other_us"] / rows["time_median_us"])
        self.sections = ladder.sections(self.rows)
        self.floors = [{cache: self._floor_ratio(part[part["cache"] == cache]) for cache in caches}
                       for part in self.sections]

    def draw(self) -> Figure:
        this, other = self.machines.names
        columns = self._columns()
        problem = show.problem_name(self.rows["size"].iloc[0], self.rows["params"].iloc[0])
        handles = cache_handles(dict.fromkeys(kind(name) for name in self.rows["variant"]), self.caches)
        if any(ratio > 0 for floors in self.floors for ratio in floors.values()):
            handles.append(bound_handle("the floors' ratio"))
        self.sheet = Sheet(f"{show.plain(self.case)}: {this} against {other}",
                           f"{problem}   |   {' and '.join(filter(None, self.caches))} cache   |   right of 1: {this} "
                           "is faster", [Part(ladder.kinds(part), ladder.names(part)) for part in self.sections],
                           len(self.caches), columns, handles,
                           ["whisker: half of the two rows' noise together", *self._missing()])
        self._scale()
        for number, part in enumerate(self.sections):
            self._floor(number)
            for _, row in part.iterrows():
                self._bar(row, self.sheet.middle(number, row["variant"], self.caches.index(row["cache"])))
        return self.sheet.figure

    def _columns(self) -> list[tuple]:
        """A column for each machine's times, as wide as its name, and one for the ratio."""
        with style.scratch() as figure:
            heads = [style.fitted(figure, name, WIDEST - 0.15, size=8) for name in self.machines.names]
            if heads[0] == heads[1]:  # cut to the same letters
                heads = ["this", "other"]
            widths = [max(0.85, style.width_of(figure, head, size=8) + 0.15) for head in heads]
        self.heads = heads
        return [*zip(heads, widths), ("ratio", 0.62)]

    def _floor_ratio(self, rows: pd.DataFrame) -> float:
        """How many times as fast this machine's floor is, NaN where either has none."""
        if not len(rows):
            return math.nan
        theirs = self.machines.other.rows
        twins = theirs.merge(rows[KEY], on=KEY)
        ours, other = rungs_rows.floor_of(rows, self.machines.this.rows), rungs_rows.floor_of(twins, theirs)
        return other.time_us / ours.time_us if ours and other else math.nan

    def _reach(self, row: pd.Series) -> float:
        """The factor by which the ratio may be off, 1 where the noise is not known."""
        off = math.hypot(row["iqr_percent"], row["other_noise"]) / 200
        return 1 + off if off > 0 else 1.0

    def _scale(self) -> None:
        ratios = [1.0]
        for _, row in self.rows.iterrows():
            ratios += [row["ratio"] / self._reach(row), row["ratio"] * self._reach(row)]
        ratios += [ratio for floors in self.floors for ratio in floors.values() if ratio > 0]
        low, high = min(ratios), max(ratios)
        margin = max((high / low) ** 0.08, 1.02)
        low, high = low / margin, high * margin
        axes = self.sheet.axes
        axes.set_xscale("log")
        axes.set_xlim(low, high)
        if high / low > 6:
            axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1.0, 2.0, 5.0) if high / low < 200 else (1.0,)))
        else:
            ticks = ticker.MaxNLocator(nbins=7, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
            axes.xaxis.set_major_locator(ticker.FixedLocator([tick for tick in ticks if low <= tick <= high]))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"x{value:.3g}"))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_xlabel("ratio of the medians (logarithmic)", fontsize=8.5)
        axes.axvline(1, color=style.FAINT, lw=1, zorder=3)

    def _floor(self, number: int) -> None:
        floors = {cache: ratio for cache, ratio in self.floors[number].items() if ratio > 0}
        for cache, ratio in floors.items():
            self.sheet.bound(ratio, number, cache=cache)
        if floors:
            texts = {cache: _ratio(ratio) for cache, ratio in floors.items()}
            same = len(set(texts.values())) == 1
            text = next(iter(texts.values())) if same else ", ".join(f"{cache} {text}" for cache, text in texts.items())
            self.sheet.bound_label(next(iter(floors.values())), number, f"floor: {text}")

    def _bar(self, row: pd.Series, middle: float) -> None:
        axes, thick = self.sheet.axes, self.sheet.thickness * 0.86
        ratio, reach = row["ratio"], self._reach(row)
        color = bar_color(kind(row["variant"]), row["cache"])
        axes.barh(middle, ratio - 1, left=1, height=thick, color=color, zorder=2, lw=0)
        self.sheet.whisker([ratio / reach, ratio * reach], middle, 4)
        self.sheet.column(self.heads[0], middle, show.time(row["time_median_us"]))
        self.sheet.column(self.heads[1], middle, show.time(row["other_us"]))
        self.sheet.column("ratio", middle, _ratio(ratio), weight="bold")

    def _missing(self) -> list[str]:
        mine = self.machines.this.rows
        mine = mine[(mine["case"] == self.case) & mine["backend"].isin(self.rows["backend"])]
        gone = [show.plain(name, ladder.NAME_LENGTH) for name in rungs_rows.variants_in_order(mine)
                if name not in set(self.rows["variant"])]
        return [f"not timed on both at this problem: {', '.join(gone)}"] if gone else []


def _ratio(value: float) -> str:
    """'x1.40', 'x0.99', 'x34.1', 'x1e+06'."""
    if 0.1 <= value < 10:
        return f"x{value:.2f}"
    return f"x{show.significant(value, 3)}" if 1e-3 <= value < 1e5 else f"x{value:.2g}"
