"""One machine against another: how many times faster each variant of a ladder is, with the ratio of the floors.

The ratio is the other machine's median time over this one's, at one problem and cache state. Its whisker is half of
sqrt(a^2 + b^2), a and b the two rows' noise (interquartile range over median): as if the medians erred independently,
each by half its range.
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib import ticker
from matplotlib.figure import Figure

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.sheet import Sheet, at_one_problem, bound_handle, problem_of

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

    GPU rows where both have some, else host rows. `ratio` is how many times faster this machine is, `reach` the factor
    by which that may be off, 1 where the noise is not known.
    """
    def timed(machine: rungs_rows.Machine) -> pd.DataFrame:
        rows = machine.rows
        rows = rows[(rows["case"] == case) & rows["cache"].isin(caches) & (rows["time_median_us"] > 0)]
        return rows.drop_duplicates(KEY)

    theirs = timed(other)[[*KEY, "time_median_us", "iqr_percent"]]
    theirs = theirs.rename(columns={"time_median_us": "other_us", "iqr_percent": "other_noise"})
    rows = pd.merge(timed(this), theirs, on=KEY)
    off = np.hypot(rows["iqr_percent"], rows["other_noise"]) / 200
    rows = rows.assign(ratio=rows["other_us"] / rows["time_median_us"], reach=1 + off.fillna(0))
    on_gpu = rows["backend"] == "cuda"
    return rows[on_gpu] if on_gpu.any() else rows


def draw(case: str, machines: Machines, published: Published, caches: list[str]) -> Figure | None:
    """Draws the ratios of a case at the problem with most variants on both; a figure, or None where they share none."""
    rows = at_one_problem(paired(machines.this, machines.other, case, caches), machines.this, published)
    return _Against(machines, rows, caches).draw() if len(rows) else None


class _Against:
    """One figure in the making."""

    def __init__(self, machines: Machines, rows: pd.DataFrame, caches: list[str]) -> None:
        self.machines, self.rows = machines, rows
        self.floors = [{cache: ratio for cache, mine in part.groupby("cache", sort=False)
                        if (ratio := self._floor_ratio(mine)) > 0} for part in ladder.sections(rows)]
        this, other = machines.names
        handles = [bound_handle("the floors' ratio")] if any(self.floors) else []
        self.sheet = Sheet(f"{show.plain(rows['case'].iloc[0])}: {this} against {other}",
                           [problem_of(rows), f"right of 1: {this} is faster"], rows, caches, self._columns(), handles,
                           ["whisker: half of the two rows' noise together", *self._missing()])

    def draw(self) -> Figure:
        self._scale()
        for number, floors in enumerate(self.floors):
            self.sheet.bounds(number, floors, _ratio)
        for row, middle in self.sheet.rows():
            ratio, reach = row["ratio"], row["reach"]
            self.sheet.bar(row, middle, 1, ratio, [ratio / reach, ratio * reach])
            self.sheet.column(self.heads[0], middle, show.time(row["time_median_us"]))
            self.sheet.column(self.heads[1], middle, show.time(row["other_us"]))
            self.sheet.column("ratio", middle, _ratio(ratio), weight="bold")
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
        theirs = self.machines.other.rows
        twins = theirs.merge(rows[KEY], on=KEY)
        ours, other = rungs_rows.floor_of(rows, self.machines.this.rows), rungs_rows.floor_of(twins, theirs)
        return other.time_us / ours.time_us if ours and other else math.nan

    def _scale(self) -> None:
        ratios = [1.0, *(self.rows["ratio"] / self.rows["reach"]), *(self.rows["ratio"] * self.rows["reach"]),
                  *(ratio for floors in self.floors for ratio in floors.values())]
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
        axes.xaxis.set_major_formatter(lambda value, _: f"x{value:.3g}")
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_xlabel("ratio of the medians (logarithmic)", fontsize=8.5)
        axes.axvline(1, color=style.FAINT, lw=1, zorder=3)

    def _missing(self) -> list[str]:
        mine = self.machines.this.rows
        mine = mine[(mine["case"] == self.rows["case"].iloc[0]) & mine["backend"].isin(self.rows["backend"])]
        gone = [show.plain(name, ladder.NAME_LENGTH) for name in rungs_rows.variants_in_order(mine)
                if name not in set(self.rows["variant"])]
        return [f"not timed on both at this problem: {', '.join(gone)}"] if gone else []


def _ratio(value: float) -> str:
    """'x1.40', 'x0.99', 'x34.1', 'x1e+06'."""
    if 0.1 <= value < 10:
        return f"x{value:.2f}"
    return f"x{show.significant(value, 3)}" if 1e-3 <= value < 1e5 else f"x{value:.2g}"
