"""The spread of a row on a strip: a whisker from the least to the 95th percentile time, the median as a dot, and above
it how the single samples lie, where they were kept."""

from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from rungs.report.ladder_chart import COLOURS
from rungs.report.svg import LogAxis, percent, strip, tag

HEIGHT = 22
BINS = 60
TIMES = ("time_min_us", "time_median_us", "time_p95_us")


def axis_of(rows: list[pd.Series]) -> LogAxis | None:
    """The axis that all rows of a variant share, or None where none has a time."""
    times = [row[column] for row in rows for column in TIMES if row[column] > 0]
    return LogAxis(times, below=1.1, above=1.1, least=1.5) if times else None


def spread_strip(row: pd.Series, number: int, axis: Any, samples: Any = None) -> Markup | str:
    """The strip of a row with a time, '' for others; `number` is its setup's, `samples` its times in us."""
    if not row["time_median_us"] > 0:
        return ""
    middle = HEIGHT - 6
    parts = _cloud(samples, axis, number) if samples is not None and len(samples) > 1 else []
    ends = [row[column] if row[column] > 0 else row["time_median_us"] for column in ("time_min_us", "time_p95_us")]
    parts.append(tag("line", x1=percent(axis.at(ends[0])), x2=percent(axis.at(ends[1])), y1=middle, y2=middle,
                     class_="whisker"))
    parts.append(tag("circle", cx=percent(axis.at(row["time_median_us"])), cy=middle, r=4,
                     class_=f"dot m{number % COLOURS}"))
    return strip(HEIGHT, *parts)


def _cloud(samples: np.ndarray, axis: LogAxis, number: int) -> list[Markup]:
    """The share of the samples in each hundredth-wide step of the axis, as small bars."""
    places = 100 * np.log(np.clip(samples, axis.low, axis.high) / axis.low) / np.log(axis.high / axis.low)
    counts, edges = np.histogram(places, bins=BINS, range=(0, 100))
    top = HEIGHT - 11
    return [tag("rect", x=percent(edge), width=percent(100 / BINS), y=float(top - top * count / counts.max()),
                height=float(top * count / counts.max()), class_=f"cloud m{number % COLOURS}")
            for edge, count in zip(edges, counts) if count]
