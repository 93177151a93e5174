"""Small multiples: the sweeps over all parameters of a case in one figure, a panel each, one legend for all."""

from collections import Counter
from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import show
from rungs.data.ladder import MOST_SERIES, NAME_LENGTH
from rungs.plots import style
from rungs.plots.chart import scale_rates
from rungs.plots.sheet import dashes
from rungs.plots.sweep import VALUE_LENGTH, Sweep

COLUMNS = 2
PANEL, HEAD, TITLE, TICKS = 1.6, 0.7, 0.34, 0.42  # inches: a panel's axes, the headline, a panel's title, its values
LEFT, BETWEEN, RIGHT = 0.75, 0.75, 0.2
SMALL = 8


def draw(sweeps: Sequence[Sweep]) -> Figure | None:
    """A figure of several sweeps (plots.sweep.Sweep) of one case and cache state; None where fewer than two have a
    rate."""
    sweeps = [sweep for sweep in sweeps if sweep.lines]
    if len(sweeps) < 2:
        return None
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
    """At most eight variants: those that most of the panels show, in the order of the ladder."""
    counts = Counter(name for sweep in sweeps for name in sweep.lines)
    chosen = [name for name, _ in counts.most_common(MOST_SERIES)]
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
