"""The sweep plots: rate over a parameter's values, or over sizes, a line for each of at most eight variants; and all
parameters of a case in one figure."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data import sweep as rungs_sweep
from rungs.data.ladder import MOST_SERIES, NAME_LENGTH, variants_in_order
from rungs.data.published import Published, defaults_of
from rungs.data.sweep import SIZE, ordered, positions, values_of
from rungs.plots import style
from rungs.plots.chart import Chart, End, scale_rates
from rungs.plots.sheet import dashes

VALUE_LENGTH = 16
FARTHEST_L2 = 3  # powers of two beyond the sizes at which the L2 is still marked
MARK_HEIGHT = 0.2
SECOND_LINE = 0.17  # inches from a size to its bytes below it

# Of small multiples.
COLUMNS = 2
PANEL, HEAD, TITLE, TICKS = 1.6, 0.7, 0.34, 0.42  # inches: a panel's axes, the headline, a panel's title, its values
LEFT, BETWEEN, RIGHT = 0.75, 0.75, 0.2
SMALL = 8


def working_sets(rows: pd.DataFrame, values: list[str]) -> list[float] | None:
    """log2 of the bytes that a problem of each size must move, or None where sizes have none, or the same."""
    moved = [rows.loc[rows["value"] == value, "bytes"].max() for value in values]
    apart = len(set(moved)) == len(moved) and all(count > 0 for count in moved)
    return [math.log2(count) for count in moved] if apart else None


class Sweep:
    """The figure of one sweep: rows of one case, cache state and setting."""

    def __init__(self, case: str, machine: rungs_rows.Machine, rows: pd.DataFrame, by: str, published: Published,
                 l2_bytes: Any, goals: Sequence[str] = ()) -> None:
        """`l2_bytes` is the size of the GPU's L2 where it is known; variants of `goals` are drawn in any case."""
        self.case, self.machine, self.by, self.goals = case, machine, by, goals
        rows = rows.assign(value=values_of(rows, by))
        self.values = ordered(rows["value"])
        self.x, self.scale = positions(self.values, by)
        self.sets = working_sets(rows, self.values) if by == SIZE and self.scale == "log" else None
        self.x = self.sets or self.x
        self.fixed = rungs_sweep.setting_of(rows, by)
        on_gpu = self.sets and l2_bytes and (rows["backend"] == "cuda").any()
        self.l2: Any = math.log2(l2_bytes) if on_gpu else None
        self.marked = on_gpu and min(self.x) - FARTHEST_L2 <= self.l2 <= max(self.x) + FARTHEST_L2
        whole = machine.rows[machine.rows["case"] == case]
        places = rows["value"].map(dict(zip(self.values, self.x)))
        self.rows, self.unit = rungs_sweep.with_rates(rows.assign(place=places))
        self.ladder = variants_in_order(whole)
        every = rungs_sweep.lines(self.rows, self.ladder)
        self.lines = rungs_sweep.few(every, self.rows, goals)
        self.too_many = [variant for variant in every if variant not in self.lines]
        self.order = [*self.lines, *self.too_many]
        self.lights = rungs_sweep.lights(self.rows, machine) if self.unit == "GB/s" else []
        of_lines = self.rows[~self.rows["variant"].isin(self.too_many)]
        self.figures = rungs_sweep.figures(of_lines, by, published, defaults_of(machine.rows, case))
        self.sources = list(dict.fromkeys(source for _, source in self.figures))

    def draw(self) -> Figure | None:
        """Draws it; returns a figure, or None without rates."""
        if not self.lines:
            return None
        labels = [show.plain(name, NAME_LENGTH) for name in self.lines] + [label for label, _ in self.lights]
        title = f"{show.plain(self.case)}: rate over {show.plain(self.by, 30)}"
        self.chart = Chart(", ".join(filter(None, [title, self.fixed])),
                           f"{show.machine_name(self.machine)}   |   {self.rows['cache'].iloc[0]} cache   |   "
                           "higher is better", labels, self._legend_handles(), self._notes(),
                           above=MARK_HEIGHT if self.marked else 0, below=SECOND_LINE if self.sets else 0)
        self.axes = self.chart.axes
        log = scale_rates(self.axes, [*self.lines.values(), *(points for _, points in self.lights),
                                      *self.figures.values()], [*self.x, self.l2] if self.marked else self.x, 0.04,
                          self.by == SIZE)
        self.axes.set_ylabel(f"rate, {self.unit}" + (" (logarithmic)" if log else ""))
        ends = [self._line(variant, points) for variant, points in self.lines.items()]
        ends += [self._light(*light) for light in self.lights]
        for (variant, source), points in self.figures.items():
            dashed = (0, (2, 2)) if len(points) > 1 else ""
            color = style.line_look(self.order.index(variant))["color"]
            self.axes.plot(*zip(*points), color=color, lw=0.9, zorder=4, ls=dashed,
                           **style.hollow(self.sources.index(source), 6, 1.3))
        self.chart.name_ends(ends)
        self._ticks()
        if self.marked:
            self._mark_l2()
        return self.chart.figure

    def _line(self, variant: str, points: list[tuple]) -> End:
        look = style.line_look(self.order.index(variant))
        self.axes.plot(*zip(*points), lw=1.7, zorder=3, markersize=5, **look)
        return End(show.plain(variant, NAME_LENGTH), look["color"], *[point for point in points if point[1] > 0][-1])

    def _light(self, label: str, points: list[tuple]) -> End:
        x, rates = zip(*points)
        if len(points) == 1:  # one measured value still has a level to show
            x, rates = self.axes.get_xlim(), rates * 2
        self.axes.plot(x, rates, color=style.INK, lw=1.1, ls=dashes(), zorder=2)
        return End(label, style.INK, x[-1], rates[-1])

    def _ticks(self) -> None:
        """Names the values under the axis, and under sizes their bytes; those that would touch are left out."""
        labels = [show.plain(value, VALUE_LENGTH) for value in self.values]
        if self.sets:
            labels = [f"{label}\n{show.amount(round(2 ** x))}" for label, x in zip(labels, self.x)]
        low, _ = self.axes.get_ylim()
        labels = self.chart.shown_where_apart([self.chart.inches(x, low)[0] for x in self.x], labels, 8)
        self.axes.set_xticks(self.x, labels, fontsize=8)
        what = "size (elements, logarithmic)" if self.by == SIZE else show.plain(self.by, 30)
        if self.sets:
            what = "size, and below it the bytes that its work must move (logarithmic)"
        elif self.by != SIZE:
            what += " (logarithmic)" if self.scale == "log" else " (values evenly spaced)"
        self.axes.set_xlabel(what)

    def _mark_l2(self) -> None:
        """A line where the work is as large as the GPU's L2, named above the axes."""
        self.axes.axvline(self.l2, color=style.FAINT, lw=1, ls=(0, (5, 2, 1, 2)), zorder=1)
        label = f"L2 of {show.amount(round(2 ** self.l2))}"
        width = style.width_of(self.chart.figure, label, size=8.5)
        low, _ = self.axes.get_ylim()
        start = min(max(self.chart.inches(self.l2, low)[0] - width / 2, 0), self.chart.axes_width - width)
        self.axes.text(start / self.chart.axes_width, 1 + 0.05 / self.chart.body, label, size=8.5, color=style.FAINT,
                       va="bottom", transform=self.axes.transAxes)

    def _legend_handles(self) -> list[Artist]:
        return [Line2D([], [], color=style.FAINT, lw=0.9, ls=(0, (2, 2)),
                       label=f"published, {show.plain(source, 48)}", **style.hollow(number, 6, 1.3))
                for number, source in enumerate(self.sources)]

    def _notes(self) -> list[str]:
        """What is not drawn, and why: a line that stops must not look like one that was never run."""
        notes = []
        if self.l2 is not None and not self.marked:
            side = "larger" if self.l2 < min(self.x) else "smaller"
            notes.append(f"every size is much {side} than the L2 of {show.amount(round(2 ** self.l2))}")
        gone = {}
        for _, row in self.rows[~(self.rows["time_median_us"] > 0)].iterrows():
            gone.setdefault((row["variant"], rungs_rows.untimed(row)), []).append(row["value"])
        parts = [f"{show.plain(variant, NAME_LENGTH)} {status} at "
                 f"{', '.join(show.plain(value, VALUE_LENGTH) for value in values)}"
                 for (variant, status), values in gone.items()]
        notes += [f"not drawn (too many): {', '.join(show.plain(name, NAME_LENGTH) for name in self.too_many)}"] \
            if self.too_many else []
        return notes + (["not drawn: " + "; ".join(parts)] if parts else [])


def panels(sweeps: Sequence[Sweep]) -> Figure:
    """Small multiples: sweeps of one case and cache state, which all have a rate, a panel each, one legend for all."""
    names = _names(sweeps)
    look = {name: style.line_look(number) for number, name in enumerate(names)}
    handles = [Line2D([], [], lw=1.4, markersize=4, label=show.plain(name, NAME_LENGTH), **look[name])
               for name in names]
    if any(sweep.lights for sweep in sweeps):
        handles.append(Line2D([], [], color=style.INK, lw=1, ls=dashes(), label="speed of light"))
    figure = style.new_figure()
    gone = sorted({name for sweep in sweeps for name in [*sweep.lines, *sweep.too_many]} - set(names))
    notes = [f"not drawn (too many): {', '.join(show.plain(name, NAME_LENGTH) for name in gone)}"] if gone else []
    foot = style.footer(figure, handles, notes) + 0.15
    rows = -(-len(sweeps) // COLUMNS)
    height = HEAD + rows * (TITLE + PANEL + TICKS) + foot
    figure.set_figheight(height)
    first = sweeps[0]
    style.headline(figure, f"{show.plain(first.case)}: rate over its parameters",
                   f"{show.machine_name(first.machine)}   |   {first.rows['cache'].iloc[0]} cache   |   "
                   f"{first.unit}, logarithmic   |   higher is better")
    width = (style.WIDTH - LEFT - RIGHT - (COLUMNS - 1) * BETWEEN) / COLUMNS
    for number, sweep in enumerate(sweeps):
        row, column = divmod(number, COLUMNS)
        x = LEFT + column * (width + BETWEEN)
        y = height - HEAD - row * (TITLE + PANEL + TICKS) - TITLE - PANEL
        _panel(figure, (x, y, width, height), sweep, look)
    return figure


def _names(sweeps: Sequence[Sweep]) -> list[str]:
    """At most eight variants, in the order of the ladder: those of goals, the fastest at the ends of each panel, then
    those that most of the panels show."""
    counts = Counter(name for sweep in sweeps for name in sweep.lines)
    must = [*(name for name in sweeps[0].goals if name in counts),
            *(name for sweep in sweeps for name in rungs_sweep.best_at_ends(sweep.lines))]
    chosen = list(dict.fromkeys([*must, *(name for name, _ in counts.most_common())]))[:MOST_SERIES]
    order = dict.fromkeys(name for sweep in sweeps for name in sweep.ladder)
    return [name for name in order if name in chosen]


def _panel(figure: Figure, place: tuple[float, float, float, float], sweep: Sweep, look: dict[str, dict]) -> None:
    x, y, width, height = place
    axes = figure.add_axes((x / style.WIDTH, y / height, width / style.WIDTH, PANEL / height))
    drawn = {name: points for name, points in sweep.lines.items() if name in look}
    for name, points in drawn.items():
        axes.plot(*zip(*points), lw=1.4, markersize=4, zorder=3, **look[name])
    for _, points in sweep.lights:
        axes.plot(*zip(*points), color=style.INK, lw=1, ls=dashes(), zorder=2)
    scale_rates(axes, [*drawn.values(), *(points for _, points in sweep.lights)], sweep.x, 0.06, True)
    axes.tick_params(labelsize=SMALL)
    axes.set_xticks(sweep.x, _apart(figure, sweep, width), fontsize=SMALL)
    title, size = f"over {show.plain(sweep.by, 30)}", {"size": 9, "weight": "bold"}
    room = width - style.width_of(figure, title, **size) - 0.15
    axes.annotate(title, (0, 1), xycoords="axes fraction", xytext=(0, 5), textcoords="offset points", **size)
    axes.annotate(style.fitted(figure, sweep.fixed, room, size=SMALL), (1, 1), xycoords="axes fraction", xytext=(0, 5),
                  textcoords="offset points", ha="right", size=SMALL, color=style.FAINT)


def _apart(figure: Figure, sweep: Sweep, width: float) -> list[str]:
    """The values' texts, cut at the edge, those that would touch the one before left empty."""
    low, high = min(sweep.x), max(sweep.x)
    shown, last = [], -1.0
    for value, at in zip(sweep.values, sweep.x):
        middle = width * (0.06 + (at - low) / ((high - low) or 1)) / 1.12
        room = 2 * (width + RIGHT - 0.04 - middle)  # to the edge of the figure, or of the next panel's axis
        text = style.fitted(figure, show.plain(value, VALUE_LENGTH), room, size=SMALL)
        half = style.width_of(figure, text, size=SMALL) / 2
        fits = middle - half > last
        shown.append(text if fits else "")
        last = middle + half + 0.08 if fits else last
    return shown
