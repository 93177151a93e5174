"""The distribution of raw samples: for each variant of a ladder the density of its times around their median.

The axis is the deviation from the row's own median in percent, linear near zero and logarithmic outside (an inverse
hyperbolic sine), so that a row with a noise of 0.1 % and one with 30 % both show their shape.
"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.ladder import kind
from rungs.data.published import Published
from rungs.data.sample_files import KEY
from rungs.plots import style
from rungs.plots.sheet import Sheet, at_one_problem, bar_color, known_of, of_case, problem_of

COLUMNS = [("median", 0.78), ("noise", 0.66), ("samples", 0.70)]
LINEAR = 0.5   # percent; the axis is near to linear within it
FEWEST = 30    # samples that have a density; fewer are drawn one by one
GRID = 240     # points of a density
QUANTILES = 1000
TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000]


def placed(percent: Any) -> Any:
    """Where a deviation in percent stands on the axis."""
    return np.arcsinh(np.asarray(percent, dtype=float) / LINEAR)


def deviations(times: np.ndarray) -> np.ndarray:
    """Deviations of times from their median, in percent."""
    middle = np.median(times)
    return 100 * (times - middle) / middle


def density(percent: np.ndarray, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """(places, heights of at most 1): a Gaussian kernel estimate of the density of deviations in percent, low to high.
    It is the density in percent, not on the axis: the axis gets denser outwards, which alone would make two peaks of
    one. The kernel's width is half of Silverman's rule (0.9 times the smaller of standard deviation and IQR / 1.34,
    over the fifth root of the number), as the rule smooths away a second peak, which times often have; and at least two
    steps of the grid. More samples than QUANTILES are replaced by so many quantiles. Outside the samples is no
    density."""
    x, step = np.linspace(low, high, GRID, retstep=True)
    at, slope = LINEAR * np.sinh(x), LINEAR * np.cosh(x)  # of the inverse of placed()
    quartiles = np.percentile(percent, [25, 75])
    spread = min(np.std(percent), (quartiles[1] - quartiles[0]) / 1.34)
    width = np.maximum(0.45 * spread * len(percent) ** -0.2, 2 * step * slope)[:, None]
    if len(percent) > QUANTILES:
        percent = np.quantile(percent, (np.arange(QUANTILES) + 0.5) / QUANTILES)
    height = (np.exp(-0.5 * ((at[:, None] - percent) / width) ** 2) / width).mean(axis=1)
    height[(x < placed(percent.min()) - step) | (x > placed(percent.max()) + step)] = 0
    return x, height / height.max()


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str],
         samples: dict) -> Figure | None:
    """Draws the samples of a case at the problem of choose_problem; `samples` is {key: times in microseconds}. None
    where no row has samples."""
    rows = of_case(case, machine, caches)
    known = known_of(rows, samples, KEY)
    here = at_one_problem(rows.loc[list(known)], machine, published)
    if not len(here):
        return None
    sheet = Sheet(f"{show.plain(case)}: samples, {problem_of(here)}",
                  [show.machine_name(machine), "narrower is better"], here, caches, COLUMNS, [],
                  ["shape: samples a microsecond, each to its own peak (dots: single samples, where few); "
                   "thin line: all samples; thick line: middle half", "noise: the interquartile range over the median"])
    _scale(sheet, [deviations(known[index]) for index in here.index])
    for row, middle in sheet.rows():
        _shape(sheet, row, middle, known[row.name])
    return sheet.figure


def _scale(sheet: Sheet, drawn: list[np.ndarray]) -> None:
    low, high = (placed(end([end(percent) for percent in drawn])) for end in (min, max))
    margin = 0.05 * (high - low) + placed(0.05)
    low, high = min(low, placed(-LINEAR)) - margin, max(high, placed(LINEAR)) + margin
    sheet.axes.set_xlim(low, high)
    kept: dict[float, float] = {}  # {value: inches}, nearest to zero first, without those that would touch one
    for value in sorted([0.0, *TICKS, *(-tick for tick in TICKS)], key=lambda value: (abs(value), value)):
        at = sheet.inches(float(placed(value)))
        if low < placed(value) < high and all(abs(at - other) >= 0.5 for other in kept.values()):
            kept[value] = at
    sheet.name_axis([(float(placed(value)), f"{value:+g} %" if value else "0") for value in kept],
                    "deviation from the row's median (logarithmic away from 0)")


def _shape(sheet: Sheet, row: pd.Series, middle: float, times: np.ndarray) -> None:
    percent = deviations(times)
    x = placed(percent)
    axes, half = sheet.axes, sheet.thickness * 0.43
    color = bar_color(kind(row["variant"]), row["cache"])
    axes.plot([x.min(), x.max()], [middle] * 2, color=color, lw=0.9, zorder=2)
    if len(times) < FEWEST:
        axes.plot(x, [middle] * len(x), ls="", marker="o", markersize=3, color=color, zorder=3)
    else:
        at, height = density(percent, *axes.get_xlim())
        axes.fill_between(at, middle - half * height, middle + half * height, where=height > 0.004, color=color, lw=0,
                          zorder=3)
    axes.plot(np.percentile(x, [25, 75]), [middle] * 2, color=style.INK, lw=2.2, zorder=4, solid_capstyle="butt")
    axes.plot([0, 0], [middle - half, middle + half], color=style.INK, lw=1, zorder=5)
    sheet.column("median", middle, show.time(float(np.median(times))), weight="bold")
    sheet.column("noise", middle, show.percent(float(np.subtract(*np.percentile(percent, [75, 25])))))
    sheet.column("samples", middle, f"{len(times)}")
