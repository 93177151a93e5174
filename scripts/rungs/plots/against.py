"""One machine against another: how many times faster each variant of a ladder is, and how many times
faster its speed of light is.

The ratio is the other machine's median time over this one's, at one problem and cache state. Its whisker is half of
sqrt(a^2 + b^2), a and b the two rows' noise (interquartile range over median): as if the medians erred independently,
each by half its range.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.claim_files import KEY
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.sheet import Sheet, absent, at_one_problem, bound_handle, even, of_case, problem_of

WIDEST = 1.55  # inches of a column that is headed by a device


def paired(this: rungs_rows.Machine, other: rungs_rows.Machine, case: str, caches: list[str]) -> pd.DataFrame:
    """This machine's timed rows of a case that the other has too, with its figures as `other_us` and `other_noise`. GPU
    rows where both have some, else host rows. `ratio` is how many times faster this machine is, `reach` the factor by
    which that may be off, 1 where the noise is not known."""
    def timed(machine: rungs_rows.Machine) -> pd.DataFrame:
        rows = of_case(case, machine, caches)
        return rows[rows["time_median_us"] > 0].drop_duplicates(KEY)

    theirs = timed(other)[[*KEY, "time_median_us", "iqr_percent"]]
    theirs = theirs.rename(columns={"time_median_us": "other_us", "iqr_percent": "other_noise"})
    rows = pd.merge(timed(this), theirs, on=KEY)
    off = np.hypot(rows["iqr_percent"], rows["other_noise"]) / 200
    rows = rows.assign(ratio=rows["other_us"] / rows["time_median_us"], reach=1 + off.fillna(0))
    on_gpu = rows["backend"] == "cuda"
    return rows[on_gpu] if on_gpu.any() else rows


def draw(case: str, this: rungs_rows.Machine, other: rungs_rows.Machine, names: tuple[str, str], published: Published,
         caches: list[str]) -> Figure | None:
    """Draws the ratios of a case at the problem with most variants on both; a figure, or None where they share none.
    `names` is how the two are called."""
    rows = at_one_problem(paired(this, other, case, caches), this, published)
    if not len(rows):
        return None
    lights = [{cache: ratio for cache, same in part.groupby("cache", sort=False)
               if (ratio := _light_ratio(same, this.rows, other.rows)) > 0} for part in ladder.sections(rows)]
    mine = this.rows[(this.rows["case"] == case) & this.rows["backend"].isin(rows["backend"])]
    widths = _columns(names)
    heads = [head for head, _ in widths]
    sheet = Sheet(f"{show.plain(case)}: {names[0]} against {names[1]}",
                  [problem_of(rows), f"right of 1: {names[0]} is faster"], rows, caches, [*widths, ("ratio", 0.62)],
                  [bound_handle("speed of light")] if any(lights) else [],
                  ["whisker: half of the two rows' noise together",
                   *absent(mine, rows, "not timed on both at this problem")])
    _scale(sheet, [*(rows["ratio"] / rows["reach"]), *(rows["ratio"] * rows["reach"]),
                   *(ratio for part in lights for ratio in part.values())])
    for number, part in enumerate(lights):
        sheet.bounds(number, part, _ratio)
    for row, middle in sheet.rows():
        ratio, reach = row["ratio"], row["reach"]
        sheet.bar(row, middle, 1, ratio, [ratio / reach, ratio * reach])
        sheet.column(heads[0], middle, show.time(row["time_median_us"]))
        sheet.column(heads[1], middle, show.time(row["other_us"]))
        sheet.column("ratio", middle, _ratio(ratio), weight="bold")
    return sheet.figure


def _columns(names: tuple[str, str]) -> list[tuple]:
    """(heading, width) of a column for each machine's times, as wide as its name."""
    figure = style.new_figure()  # to measure in
    heads = [style.fitted(figure, name, WIDEST - 0.15, size=8) for name in names]
    if heads[0] == heads[1]:  # cut to the same letters
        heads = ["this", "other"]
    return [(head, max(0.85, style.width_of(figure, head, size=8) + 0.15)) for head in heads]


def _light_ratio(rows: pd.DataFrame, mine: pd.DataFrame, theirs: pd.DataFrame) -> float:
    """How many times as fast this machine's speed of light of some rows is, NaN where either has none."""
    light, other = rungs_rows.speed_of_light(rows), rungs_rows.speed_of_light(theirs.merge(rows[KEY], on=KEY))
    return other.time_us / light.time_us if light and other else math.nan


def _scale(sheet: Sheet, ratios: list[float]) -> None:
    low, high = min(1.0, *ratios), max(1.0, *ratios)
    margin = max((high / low) ** 0.08, 1.02)
    low, high = low / margin, high * margin
    sheet.log_axis(low, high, lambda value: f"{value:.3g}x", "ratio of the medians (logarithmic)",
                   even(low, high) if high / low <= 6 else ())
    sheet.axes.axvline(1, color=style.FAINT, lw=1, zorder=3)


def _ratio(value: float) -> str:
    """'1.40x', '0.99x', '34.1x', '1e+06x'."""
    if 0.1 <= value < 10:
        return f"{value:.2f}x"
    return f"{show.significant(value, 3)}x" if 1e-3 <= value < 1e5 else f"{value:.2g}x"
