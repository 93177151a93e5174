"""Files of raw samples, as `bench --samples` writes them: a line per sample, in the order in which they were taken."""

from array import array
from pathlib import Path

import numpy as np

from rungs.data.added_params import completed
from rungs.data.errors import RowsError
from rungs.data.records import SMALLEST, number, shown, stream_table

KEY = ("case", "variant", "backend", "size", "params", "cache")  # how a line names its row
COLUMNS = [*KEY, "sample", "time_us", "sm_clock_mhz"]


def default_path(rows_path: Path) -> Path:
    """Where the samples of a rows.csv are looked for: 'rows.csv' -> 'rows.samples.csv'."""
    return Path(rows_path).with_suffix(".samples.csv")


def read(path: Path) -> dict[tuple, np.ndarray]:
    """Returns {key: times in microseconds, float64, in the order taken}; raises RowsError with one line.

    A file has millions of lines, so it is read line by line. It is appended to: of two sets of samples for one row the
    later counts.
    """
    found: dict[tuple, array] = {}
    for line, (*fields, sample, time, _) in stream_table(path, COLUMNS):
        key = (*fields[:4], completed(fields[0], fields[4]), fields[5])
        if sample == "0":
            found[key] = array("d")
        due = len(found.get(key, ()))
        if sample != str(due):
            again = ", or 0" if due else ""
            raise RowsError(f"{path}:{line}: sample is {shown(sample)}; expected {due}, the row's next{again}")
        found[key].append(number(f"{path}:{line}", "time_us", time, SMALLEST))
    return {key: np.array(times) for key, times in found.items()}
