"""The plot of a history: a panel per series, a marker per run, a line where the time stepped."""

from pathlib import Path

from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.runs import name_of, problem_of
from rungs.plots import style
from rungs.statistics.history import Found, Series, steps_of

MOST_PANELS = 8
PANEL, HEAD, TITLE, FOOT = 1.1, 0.66, 0.5, 0.85  # inches: a panel's axes, the headline, a panel's title, what is below
LEFT, RIGHT = 0.95, 0.25
MOST_DATES = 9  # that fit side by side
LABEL = 0.6     # inches of a step's percentage


def check(all_series: list[Series]) -> None:
    """Raises RowsError where the series cannot be drawn in one figure."""
    if len(all_series) > MOST_PANELS:
        raise RowsError(f"--plot: {len(all_series)} series; expected up to {MOST_PANELS} (choose with --filter, "
                        "--size and --params)")
    devices = list(dict.fromkeys(series.device for series in all_series))
    if len(devices) > 1:
        raise RowsError(f"--plot: rows of {', '.join(show.plain(device, 45) for device in devices)}; expected one "
                        "device (choose by the folder, or leave host rows out with --filter)")
    if not any(point.us for series in all_series for point in series.points):
        raise RowsError("--plot: no run has a time; expected series with one or more")


def draw(all_series: list[Series], threshold: float) -> Figure:
    """A figure of up to MOST_PANELS series of one device, over the runs of all of them in the order of time."""
    runs = sorted({point.path: point for series in reversed(all_series) for point in series.points}.values(),
                  key=lambda point: point.when)
    places = {point.path: place for place, point in enumerate(runs)}
    height = HEAD + len(all_series) * (TITLE + PANEL) + FOOT
    figure = style.new_figure(height)
    style.headline(figure, "History", f"{show.plain(all_series[0].device, 60)}   |   median and quartile noise, a run "
                                      "after the other   |   lower is better")
    panels = figure.subplots(len(all_series), sharex=True, squeeze=False, gridspec_kw={
        "left": LEFT / style.WIDTH, "right": 1 - RIGHT / style.WIDTH, "top": 1 - (HEAD + TITLE) / height,
        "bottom": FOOT / height, "hspace": TITLE / PANEL})[:, 0]
    for axes, series in zip(panels, all_series):
        _panel(axes, series, places, steps_of(series, threshold))
    shown = range(0, len(runs), -(-len(runs) // MOST_DATES))
    panels[-1].set_xticks(list(shown), [f"{runs[place].when:%Y-%m-%d}\n{show.plain(runs[place].row['commit'], 12)}"
                                        for place in shown], fontsize=8)
    style.footer(figure, [], [f"vertical line: a step, larger than {threshold:g} % and than the noise beside it; faint "
                              "where another machine, clock or memory rate explains it"])
    return figure


def _panel(axes: Axes, series: Series, places: dict[Path, int], steps: list[Found]) -> None:
    points = [point for point in series.points if point.us]
    longest = max((point.us for point in points), default=1.0)
    factor, unit = next(((factor, unit) for factor, unit in ((1e6, "s"), (1e3, "ms")) if longest >= factor), (1, "us"))
    x = [places[point.path] for point in points]
    y = [point.us / factor for point in points]
    spread = [point.row["iqr_percent"] / 100 * us / 2 for point, us in zip(points, y)]
    color = style.KIND_COLORS.get(series.key[1].partition("/")[0], style.PALETTE[3])
    axes.errorbar(x, y, yerr=spread, color=color, marker="o", markersize=4, lw=1.2, elinewidth=1, capsize=2)
    _scale(axes, y, len(places))
    axes.set_ylabel(f"time, {unit}", fontsize=8.5)
    lines = [(places[found.point.path] - 0.5, found.step.percent, bool(found.why)) for found in steps]
    _steps(axes, lines, len(places))
    font = {"size": 9.5, "weight": "bold"}
    title = f"{show.plain(name_of(series.key), 60)}   {problem_of(series.key)}"
    axes.annotate(style.fitted(axes.figure, title, style.WIDTH - 0.24, **font), (0, 1), xycoords="axes fraction",
                  xytext=(72 * (0.12 - LEFT), 72 * 0.2), textcoords="offset points", **font)  # above the steps'


def _steps(axes: Axes, steps: list[tuple], runs: int) -> None:
    """A line each, and its percentage where there is room beside the one before."""
    room = LABEL / (style.WIDTH - LEFT - RIGHT) * max(runs, 2)
    last = -room
    for place, percent, explained in steps:
        axes.axvline(place, color=style.INK, lw=1, ls=(0, (4, 2.5)), alpha=0.35 if explained else 1)
        if place - last >= room:
            axes.annotate(f"{percent:+.1f} %", (place, 1), xycoords=("data", "axes fraction"), xytext=(0, 2),
                          textcoords="offset points", ha="center", va="bottom", size=8.5)
            last = place


def _scale(axes: Axes, y: list[float], runs: int) -> None:
    """Room above and below, and at least 2 % of the time: a steady series must not look wild."""
    axes.margins(y=0.15)
    if y:
        low, high = axes.get_ylim()
        middle, half = (low + high) / 2, max(high - low, 0.02 * max(y)) / 2
        axes.set_ylim(middle - half, middle + half)
    axes.set_xlim(-0.6, max(runs, 2) - 0.4)
    axes.yaxis.set_major_locator(ticker.MaxNLocator(4))
    axes.ticklabel_format(axis="y", style="plain", useOffset=False)
    axes.tick_params(labelsize=8.5)
    axes.grid(axis="y")
