"""A figure of lines in one pair of axes, each named at the right, where its end is."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib import ticker
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from scipy.optimize import isotonic_regression

from rungs.data import show
from rungs.plots import style

LABEL_GAP = 0.175  # inches from one name to the next
TITLE_HEIGHT = 0.72
FOOT_HEIGHT = 0.58  # of the values and the name of the axis below
LEFT = 1.05
GAP = 0.06  # between two values under the axis
LEAST_BODY = 3.3


@dataclass(frozen=True)
class End:
    """The right end of a line at (x, y) of the axes, and its name."""

    label: str
    color: str
    x: float
    y: float


def spread(wanted: list, gap: float, low: float, high: float) -> np.ndarray:
    """Moves sorted positions as little as needed (by squares) to be `gap` apart and inside low..high."""
    steps = gap * np.arange(len(wanted))
    return np.clip(isotonic_regression(np.asarray(wanted) - steps).x, low, high - steps[-1]) + steps


def logarithmic(axis: Axis) -> None:
    """Few round ticks and no words at those between; the limits must be set."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(ticker.LogLocator(subs=(1.0,) if math.log10(high / low) > 2 else (1.0, 2.0, 5.0)))
    axis.set_minor_formatter(ticker.NullFormatter())


def scale_rates(axes: Axes, lines: Iterable[list], x: Sequence[float], margin: float, log: bool) -> bool:
    """Scales axes for lines of (place, rate): the rates logarithmic where `log` says so or they are far apart, which is
    returned; the places `x` with so much of their reach left free on both sides."""
    rates = [rate for points in lines for _, rate in points if rate > 0]
    low, high = min(rates), max(rates)
    log = log or high / low > 20
    if log:
        axes.set_yscale("log")
        axes.set_ylim(low / 1.5, max(high * 1.5, low * 3))
        logarithmic(axes.yaxis)
    else:
        axes.set_ylim(0, high * 1.08)
    axes.yaxis.set_major_formatter(lambda value, _: show.significant(value, 3, trim=True))
    axes.grid(axis="y")
    reach = (max(x) - min(x)) or 1
    axes.set_xlim(min(x) - margin * reach, max(x) + margin * reach)
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    return log


class Chart:
    """A figure with its axes in place; scales, lines and ticks are the caller's, then name_ends()."""

    def __init__(self, title: str, subtitle: str, labels: list[str], handles: Sequence[Artist] = (),
                 notes: Sequence[str] = (), above: float = 0.0, below: float = 0.0) -> None:
        """`labels` are the names to stand on the right; `above` and `below` are inches left free at the axes."""
        self.figure = style.new_figure()
        foot = FOOT_HEIGHT + below + style.footer(self.figure, handles, notes)
        self.body = max(LEAST_BODY, len(labels) * LABEL_GAP + 0.3)
        height = TITLE_HEIGHT + above + self.body + foot
        self.figure.set_figheight(height)
        style.headline(self.figure, title, subtitle)
        right = max(style.width_of(self.figure, label, size=9) for label in labels) + 0.55
        self.axes_width = style.WIDTH - LEFT - right
        self.axes = self.figure.add_axes([LEFT / style.WIDTH, foot / height, self.axes_width / style.WIDTH,
                                          self.body / height])

    def inches(self, x: float, y: float) -> np.ndarray:
        """Where a point of the data lies, in inches from the lower left of the axes. The scales must be set."""
        return (self.axes.transData.transform((x, y)) - (self.axes.bbox.x0, self.axes.bbox.y0)) / self.figure.dpi

    def name_ends(self, ends: list[End]) -> None:
        """Writes the names right of the axes, each joined to the End of its line, none on another."""
        ends = sorted(ends, key=lambda end: end.y)
        at = [self.inches(end.x, end.y) for end in ends]
        heights = spread([y for _, y in at], LABEL_GAP, 0.0, self.body)
        for end, (x, y), text_y in zip(ends, at, heights):
            elbow, text_x = self.axes_width + 0.10, self.axes_width + 0.32
            self.axes.plot([place / self.axes_width for place in (x, elbow, text_x - 0.05)],
                           [place / self.body for place in (y, y, text_y)], color=end.color, lw=0.8,
                           ls=(0, (1, 1.5)), transform=self.axes.transAxes, clip_on=False, zorder=1)
            self.axes.text(text_x / self.axes_width, text_y / self.body, end.label, size=9, va="center_baseline",
                           transform=self.axes.transAxes, clip_on=False)

    def shown_where_apart(self, places: list[float], labels: list[str], size: int) -> list[str]:
        """The labels that fit at these places (inches along the axis) without touching; the others become ''."""
        widths = [style.width_of(self.figure, label, size=size) for label in labels]
        touching = any(b - a < (v + w) / 2 + GAP for a, b, v, w in zip(places, places[1:], widths, widths[1:]))
        kept, last = [], None
        for place, label in zip(places, labels):
            fits = not touching or last is None or place - last >= max(widths) + GAP
            kept.append(label if fits else "")
            last = place if fits else last
        return kept
