"""Files of raw samples, as `bench --samples` writes them: a line per sample, in the order in which they were taken."""

from array import array
from pathlib import Path

import numpy as np
import pandas as pd

from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, KEY, SMALLEST, number, shown, stream_table, without_device

COLUMNS = [*KEY, DEVICE, "sample", "time_us", "sm_clock_mhz"]
FIT = 1e-4  # relative: a median is written with six digits


def read(path: Path) -> dict[tuple, np.ndarray]:
    """Returns {key: times in microseconds, float64, in the order taken}; raises RowsError. A file has millions of
    lines, so it is read line by line. It is appended to: of two sets of samples for one row the later counts. Left out
    are those of a row that several GPUs have."""
    found: dict[tuple, array] = {}
    for line, (*fields, sample, time, _) in stream_table(path, COLUMNS):
        key = tuple(fields)
        if sample == "0":
            found[key] = array("d")
        due = len(found.get(key, ()))
        if sample != str(due):
            again = ", or 0" if due else ""
            raise RowsError(f"{path}:{line}: sample is {shown(sample)}; expected {due}, the row's next{again}")
        found[key].append(number(f"{path}:{line}", "time_us", time, SMALLEST))
    return {key: np.array(times) for key, times in without_device(found).items()}


def alone(frame: pd.DataFrame) -> dict[tuple, pd.Series]:
    """{key: row} of the timed rows, without the keys that rows of several devices have: a side file's line does not say
    of which it is."""
    timed = frame[frame["time_median_us"] > 0]
    single = timed[~timed.duplicated(list(KEY), keep=False)]
    return {tuple(row[column] for column in KEY): row for _, row in single.iterrows()}
