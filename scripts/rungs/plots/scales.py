"""Scales of axes: logarithmic ones, and those of rates."""

import math
from collections.abc import Iterable, Sequence

from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.axis import Axis

from rungs.data import show


def logarithmic(axis: Axis) -> None:
    """Few round ticks and no words at those between; the limits must be set."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(ticker.LogLocator(subs=(1.0,) if math.log10(high / low) > 2 else (1.0, 2.0, 5.0)))
    axis.set_minor_formatter(ticker.NullFormatter())


def scale_rates(axes: Axes, lines: Iterable[list], x: Sequence[float], margin: float) -> None:
    """Scales axes for lines of (place, rate): the rates logarithmic, the places `x` with so much of their reach left
    free on both sides."""
    rates = [rate for points in lines for _, rate in points if rate > 0]
    low, high = min(rates), max(rates)
    axes.set_yscale("log")
    axes.set_ylim(low / 1.5, max(high * 1.5, low * 3))
    logarithmic(axes.yaxis)
    axes.yaxis.set_major_formatter(lambda value, _: show.significant(value, 3, trim=True))
    axes.grid(axis="y")
    reach = (max(x) - min(x)) or 1
    axes.set_xlim(min(x) - margin * reach, max(x) + margin * reach)
    axes.xaxis.set_minor_locator(ticker.NullLocator())
