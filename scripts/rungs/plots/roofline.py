"""The roofline plot: rate over arithmetic intensity, below what the device's own ceilings allow.

The roof over an intensity I (operations a byte) is I times a measured rate in bytes a second: that of the fastest fill,
copy and read at the largest size of the run (after Williams, Waterman and Patterson, 2009). Arithmetic has no measured
ceiling, so the roof has no flat part. Operations are those that the work model counts for the problem, the same for
every variant. Bytes are the DRAM bytes that Nsight Compute counted, where it did; else the work model's.

Where the work model counts no operations the measured traffic has a roofline all the same: the work is then the bytes
that it must move, the intensity is how many of them a byte of DRAM traffic is worth, and a variant that moves
needless bytes stands on the left.
"""

import math
from dataclasses import dataclass

import pandas as pd
from matplotlib import ticker
from matplotlib.figure import Figure

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.ladder import NAME_LENGTH
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.chart import Chart, End

ROOM = 3.0  # factor left free on either side of the points
ROOF_DASHES = dict(zip(rungs_rows.CEILING_CASES, [(0, (4, 2.5)), (0, (1.5, 1.5)), (0, (6, 2, 1, 2))]))


@dataclass(frozen=True)
class Point:
    """A variant: intensity in work a byte, rate in units of 10^9 work a second."""

    variant: str
    intensity: float
    rate: float


@dataclass(frozen=True)
class Roof:
    """A ceiling: the case that measured it, its rate in GB/s, the bytes of its work."""

    name: str
    gbps: float
    bytes: float


def roofs(machine: rungs_rows.Machine, cache: str, backend: str) -> list[Roof]:
    """The measured ceilings of a backend in a cache state, fastest first: each case's best rate at its largest size."""
    rows = machine.rows
    rows = rows[(rows["backend"] == backend) & (rows["cache"] == cache) & (rows["gbps"] > 0)]
    found = []
    for case in rungs_rows.CEILING_CASES:
        mine = rows[rows["case"] == case]
        mine = mine[mine["bytes"] == mine["bytes"].max()]
        if len(mine):
            found.append(Roof(case, mine["gbps"].max(), mine["bytes"].iloc[0]))
    return sorted(found, key=lambda roof: -roof.gbps)


def points(rows: pd.DataFrame, dram_bytes: dict) -> tuple:
    """(points, what): a Point for each of the rows (one problem and cache state) that has a place, in their order.

    `dram_bytes` is {(case, variant, size, params): bytes}. `what` is 'operations' or 'bytes', what the work is.
    """
    what = "operations" if (rows["operations"] > 0).any() else "bytes"
    counted = any(_key(row) in dram_bytes for _, row in rows.iterrows())
    if what == "bytes" and not counted:
        return [], what
    found = []
    for _, row in rows.iterrows():
        moved = dram_bytes.get(_key(row), 0) if counted else row["bytes"]
        if moved > 0 and row[what] > 0 and row["time_median_us"] > 0:
            found.append(Point(row["variant"], row[what] / moved, row[what] / row["time_median_us"] / 1e3))
    return found, what


def _key(row: pd.Series) -> tuple[str, ...]:
    return row["case"], row["variant"], row["size"], row["params"]


def draw(case: str, machine: rungs_rows.Machine, published: Published, cache: str, dram_bytes: dict) -> Figure | None:
    """Draws the roofline of a case in a cache state, at the problem of rows.choose_problem among those with counters.

    `dram_bytes` as in points(); it is of emptied caches. Returns a figure, or None without points or ceilings.
    """
    rows = machine.rows[(machine.rows["case"] == case) & (machine.rows["cache"] == cache)]
    backend = "cuda" if (rows["backend"] == "cuda").any() else "host"
    rows = rows[rows["backend"] == backend]
    above = roofs(machine, cache, backend)
    if not len(rows) or not above:
        return None
    measured = dram_bytes if len(rungs_rows.emptied(rows)) else {}
    counted = rows[[_key(row) in measured for _, row in rows.iterrows()]]
    candidates = counted if len(counted) else rows
    size, params = rungs_rows.choose_problem(candidates, published, rungs_rows.defaults_of(machine.rows, case))
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    found, what = points(here, measured)
    if not found:
        return None
    order = rungs_rows.variants_in_order(machine.rows[machine.rows["case"] == case])
    return _Roofline(case, machine, here, above, found, what, len(counted) > 0, order).draw()


class _Roofline:
    """One figure in the making."""

    def __init__(self, case: str, machine: rungs_rows.Machine, rows: pd.DataFrame, above: list[Roof],
                 found: list[Point], what: str, measured: bool, order: list[str]) -> None:
        self.case, self.machine, self.rows, self.roofs, self.order = case, machine, rows, above, order
        self.points, self.what, self.measured = found, what, measured
        self.low = min(point.intensity for point in found) / ROOM
        self.high = max(point.intensity for point in found) * ROOM

    def draw(self) -> Figure:
        labels = [self._label(point) for point in self.points] + [self._roof_label(roof) for roof in self.roofs]
        problem = show.problem_name(self.rows["size"].iloc[0], self.rows["params"].iloc[0])
        self.chart = Chart(f"{show.plain(self.case)}: roofline, {problem}",
                           f"{show.machine_name(self.machine)}   |   {self.rows['cache'].iloc[0]} cache"
                           "   |   nearer to the roof is better", labels, notes=self._notes())
        self._scale()
        ends = [self._roof(roof) for roof in self.roofs]
        ends += [self._point(point) for point in self.points]
        self.chart.name_ends(ends)
        return self.chart.figure

    def _scale(self) -> None:
        axes = self.chart.axes
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(self.low, self.high)
        axes.set_ylim(min(min(point.rate for point in self.points), self.roofs[-1].gbps * self.low) / 1.5,
                      self.roofs[0].gbps * self.high * 1.5)
        for axis in (axes.xaxis, axes.yaxis):
            low, high = axis.get_view_interval()
            decades = math.log10(high / low)
            axis.set_major_locator(ticker.LogLocator(subs=(1.0,) if decades > 2 else (1.0, 2.0, 5.0)))
            axis.set_minor_formatter(ticker.NullFormatter())
        thousand = axes.get_ylim()[1] >= 1e4  # so that the values stay short
        for axis, factor in ((axes.xaxis, 1), (axes.yaxis, 1000 if thousand else 1)):
            axis.set_major_formatter(ticker.FuncFormatter(
                lambda value, _, factor=factor: show.significant(value / factor, 3, trim=True)))
        axes.tick_params(labelsize=8.5)
        axes.grid(axis="both")
        axes.set_xlabel(f"{self._work()}s a byte {self._of_what()} (logarithmic)")
        unit = ("T" if thousand else "G") + ("op/s" if self.what == "operations" else "B/s")
        axes.set_ylabel(f"rate{'' if self.what == 'operations' else ' of useful bytes'}, {unit} (logarithmic)")

    def _work(self) -> str:
        return "operation" if self.what == "operations" else "useful byte"

    def _of_what(self) -> str:
        return "of measured DRAM traffic" if self.measured else "that the work must move"

    def _rate(self, gwork: float) -> str:
        return show.operations(gwork) if self.what == "operations" else show.rate(gwork)

    def _label(self, point: Point) -> str:
        return f"{show.plain(point.variant, NAME_LENGTH)}, {self._rate(point.rate)}"

    @staticmethod
    def _roof_label(roof: Roof) -> str:
        return f"{roof.name}, {show.rate(roof.gbps)} ({show.amount(roof.bytes)})"

    def _roof(self, roof: Roof) -> End:
        self.chart.axes.plot([self.low, self.high], [roof.gbps * self.low, roof.gbps * self.high], color=style.INK,
                             lw=1.1, ls=ROOF_DASHES[roof.name], zorder=2)
        return End(self._roof_label(roof), style.INK, self.high, roof.gbps * self.high)

    def _point(self, point: Point) -> End:
        number = self.order.index(point.variant)
        color = style.PALETTE[number % len(style.PALETTE)]
        # Hollow: without counters all stand on one vertical, and one must not hide the other.
        self.chart.axes.plot([point.intensity], [point.rate], ls="", color=color, markersize=7, zorder=3,
                             marker=style.MARKERS[number % len(style.MARKERS)], markerfacecolor="none",
                             markeredgewidth=1.6)
        return End(self._label(point), color, point.intensity, point.rate)

    def _notes(self) -> list[str]:
        notes = [f"roof: {', '.join(roof.name for roof in self.roofs)} measured in the same run; arithmetic has no "
                 "measured ceiling"]
        if self.what == "operations":
            notes.append("operations: those that the work model counts, the same for every variant")
        else:
            notes.append("useful bytes: each input and output byte once; the work model counts no operations")
        gone = [show.plain(name, NAME_LENGTH) for name in rungs_rows.variants_in_order(self.rows)
                if name not in {point.variant for point in self.points}]
        if gone:
            why = "no time, or no DRAM bytes counted" if self.measured else "no time"
            notes.append(f"not drawn ({why}): {', '.join(gone)}")
        return notes
