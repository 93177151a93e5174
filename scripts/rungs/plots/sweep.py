"""The sweep plots: rate over a parameter's values, or over sizes, each sweep in a panel, with one legend for all; a
line for each of at most eight variants."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pandas as pd
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import checkout, show
from rungs.data import rows as rungs_rows
from rungs.data import sweep as rungs_sweep
from rungs.data.ladder import NAME_LENGTH, variants_in_order
from rungs.data.sweep import ordered, positions, values_of
from rungs.plots import style
from rungs.statistics import goals

MOST_SERIES = 8  # that one can tell apart in a chart
VALUE_LENGTH = 16
COLUMNS = 2
HEAD, TITLE, TICKS = 0.7, 0.34, 0.42  # inches: the headline, a panel's title, its values
PANEL, ALONE = 1.6, 3.3  # of a panel's axes; of one that has the figure for itself
LEFT, BETWEEN, RIGHT = 0.75, 0.75, 0.2
SMALL = 8
MARGIN = 0.06  # of the reach of the values, left free on both sides


class Sweep:
    """What is drawn of one sweep: rows of one case, cache state and setting."""

    def __init__(self, case: str, machine: rungs_rows.Machine, rows: pd.DataFrame, by: str) -> None:
        self.case, self.machine, self.by = case, machine, by
        rows = rows.assign(value=values_of(rows, by))
        self.values = ordered(rows["value"])
        self.x, _ = positions(self.values, by)
        self.fixed = rungs_sweep.setting_of(rows, by)
        places = rows["value"].map(dict(zip(self.values, self.x)))
        self.rows, self.unit = rungs_sweep.with_rates(rows.assign(place=places))
        self.ladder = variants_in_order(machine.rows[machine.rows["case"] == case])
        self.lines = rungs_sweep.lines(self.rows, self.ladder)
        self.lights = rungs_sweep.lights(self.rows) if self.unit == "GB/s" else []


def draw(sweeps: Sequence[Sweep]) -> Figure:
    """The figure of sweeps of one case and cache state, which all have a rate."""
    names = _names(sweeps)
    look = {name: style.line_look(number) for number, name in enumerate(names)}
    handles = [Line2D([], [], lw=1.4, markersize=4, label=show.plain(name, NAME_LENGTH), **look[name])
               for name in names]
    lights = [label for sweep in sweeps for label, _ in sweep.lights]  # with source and rate
    handles += [Line2D([], [], color=style.INK, lw=1, ls=style.DASHES, label=label)
                for label in (lights if len(sweeps) == 1 else ["speed of light"] if lights else [])]
    figure = style.new_figure()
    foot = style.footer(figure, handles, _notes(sweeps, names)) + 0.15
    columns, panel = (1, ALONE) if len(sweeps) == 1 else (COLUMNS, PANEL)
    row_height = TITLE + panel + TICKS
    height = HEAD + -(-len(sweeps) // columns) * row_height + foot
    figure.set_figheight(height)
    first = sweeps[0]
    over = show.plain(first.by, 30) if len(sweeps) == 1 else "its parameters"
    style.headline(figure, f"{show.plain(first.case)}: rate over {over}",
                   f"{show.machine_name(first.machine)}   |   {first.rows['cache'].iloc[0]} cache   |   "
                   f"{first.unit}, logarithmic   |   higher is better")
    width = (style.WIDTH - LEFT - RIGHT - (columns - 1) * BETWEEN) / columns
    for number, sweep in enumerate(sweeps):
        row, column = divmod(number, columns)
        y = height - HEAD - row * row_height - TITLE - panel
        axes = figure.add_axes(((LEFT + column * (width + BETWEEN)) / style.WIDTH, y / height, width / style.WIDTH,
                                panel / height))
        _panel(axes, width, sweep, look)
    return figure


@cache
def _goals() -> set[str]:
    path = checkout.find(checkout.GOALS)
    return {goal.variant for goal in goals.read(path)} if path else set()


def _names(sweeps: Sequence[Sweep]) -> list[str]:
    """At most eight variants, in the order of the ladder: those of goals, the fastest at the ends of each panel, then
    those that most panels have among the eight most worth showing."""
    counts = Counter(name for sweep in sweeps
                     for name in rungs_sweep.worth_showing(sweep.lines, sweep.rows)[:MOST_SERIES])
    fastest = (name for sweep in sweeps for name in rungs_sweep.best_at_ends(sweep.lines))
    of_goals = (name for sweep in sweeps for name in sweep.lines if f"{sweep.case}/{name}" in _goals())
    chosen = list(dict.fromkeys([*of_goals, *fastest, *(name for name, _ in counts.most_common())]))[:MOST_SERIES]
    order = dict.fromkeys(name for sweep in sweeps for name in sweep.ladder)
    return [name for name in order if name in chosen]


def _notes(sweeps: Sequence[Sweep], names: Sequence[str]) -> list[str]:
    """What is not drawn; of a sweep alone also why: a line that stops must not look like one that was never run."""
    gone = sorted({name for sweep in sweeps for name in sweep.lines} - set(names))
    without: dict[tuple, list[str]] = {}
    for sweep in sweeps if len(sweeps) == 1 else ():
        for _, row in sweep.rows[~(sweep.rows["time_median_us"] > 0)].iterrows():
            without.setdefault((row["variant"], rungs_rows.untimed(row)), []).append(row["value"])
    parts = [f"{show.plain(variant, NAME_LENGTH)} {status} at "
             f"{', '.join(show.plain(value, VALUE_LENGTH) for value in values)}"
             for (variant, status), values in without.items()]
    return [*([f"not drawn (too many): {', '.join(show.plain(name, NAME_LENGTH) for name in gone)}"] if gone else []),
            *([f"not drawn: {'; '.join(parts)}"] if parts else [])]


def _panel(axes: Axes, width: float, sweep: Sweep, look: dict[str, dict]) -> None:
    drawn = {name: points for name, points in sweep.lines.items() if name in look}
    for name, points in drawn.items():
        axes.plot(*zip(*points), lw=1.4, markersize=4, zorder=3, **look[name])
    lights = [points for _, points in sweep.lights]
    _scale(axes, sweep.x, [rate for points in (*drawn.values(), *lights) for _, rate in points if rate > 0])
    for points in lights:
        x, rates = zip(*points)
        if len(points) == 1:  # one measured value still has a level to show
            x, rates = axes.get_xlim(), rates * 2
        axes.plot(x, rates, color=style.INK, lw=1, ls=style.DASHES, zorder=2)
    axes.tick_params(labelsize=SMALL)
    axes.set_xticks(sweep.x, _apart(axes, sweep, width), fontsize=SMALL)
    figure: Any = axes.figure
    title, size = f"over {show.plain(sweep.by, 30)}", {"size": 9, "weight": "bold"}
    room = width - style.width_of(figure, title, **size) - 0.15
    axes.annotate(title, (0, 1), xycoords="axes fraction", xytext=(0, 5), textcoords="offset points", **size)
    axes.annotate(style.fitted(figure, sweep.fixed, room, size=SMALL), (1, 1), xycoords="axes fraction", xytext=(0, 5),
                  textcoords="offset points", ha="right", size=SMALL, color=style.FAINT)


def _scale(axes: Axes, x: Sequence[float], rates: Sequence[float]) -> None:
    """Scales axes: the rates logarithmic, the places `x` with a margin on both sides."""
    low, high = min(rates), max(rates)
    axes.set_yscale("log")
    axes.set_ylim(low / 1.5, max(high * 1.5, low * 3))
    style.few_ticks(axes.yaxis)
    axes.yaxis.set_major_formatter(lambda value, _: show.significant(value, 3, trim=True))
    axes.grid(axis="y")
    margin = MARGIN * ((max(x) - min(x)) or 1)
    axes.set_xlim(min(x) - margin, max(x) + margin)
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def _apart(axes: Axes, sweep: Sweep, width: float) -> list[str]:
    """The values' texts, cut at the edge; those that would touch the one before are left empty."""
    figure: Any = axes.figure
    low, high = axes.get_xlim()
    shown, last = [], -1.0
    for value, at in zip(sweep.values, sweep.x):
        middle = width * (at - low) / (high - low)
        room = 2 * (width + RIGHT - 0.04 - middle)  # to the edge of the figure, or of the next panel's axis
        text = style.fitted(figure, show.plain(value, VALUE_LENGTH), room, size=SMALL)
        half = style.width_of(figure, text, size=SMALL) / 2
        fits = middle - half > last
        shown.append(text if fits else "")
        last = middle + half + 0.08 if fits else last
    return shown
