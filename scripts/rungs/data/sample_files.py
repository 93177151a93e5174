"""Files of raw samples, as `bench --samples` writes them: a line per sample, in the order in which they were taken."""

import csv
import math
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rungs.data.errors import RowsError
from rungs.data.records import shown

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
    path = Path(path)
    try:
        _check_end(path)
        with open(path, newline="", encoding="utf-8-sig") as file:
            return {key: np.array(times) for key, times in _read_lines(path, file).items()}
    except OSError as error:
        raise RowsError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RowsError(f"{path}: not UTF-8; expected a CSV file in UTF-8") from None


def _check_end(path: Path) -> None:
    with open(path, "rb") as file:
        if not file.read(1):
            raise RowsError(f"{path}:1: the file is empty; expected the header {','.join(COLUMNS)}")
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            raise RowsError(f"{path}: the last line does not end; expected a line end after every sample (was the "
                            "file cut?)")


def _read_lines(path: Path, file: Iterator) -> dict[tuple, Any]:
    reader = csv.reader(file, strict=True)
    found = {}
    line = 1
    try:
        header = next(reader, [])
        if header != COLUMNS:
            raise RowsError(f"{path}:1: not a file of samples: the header is {shown(','.join(header))}; expected "
                            f"{','.join(COLUMNS)}")
        line = reader.line_num + 1
        for fields in reader:
            if fields:
                _add(f"{path}:{line}", fields, found)
            line = reader.line_num + 1
    except csv.Error as error:
        raise RowsError(f"{path}:{line}: not CSV ({error}); expected RFC 4180") from None
    return found


def _add(place: str, fields: list[str], found: dict[tuple, Any]) -> None:
    if len(fields) != len(COLUMNS):
        raise RowsError(f"{place}: {len(fields)} fields; expected the {len(COLUMNS)} of the header")
    number, time = fields[6], _time(fields[7])
    if not time:
        raise RowsError(f"{place}: time_us is {shown(fields[7])}; expected a number above 0")
    key = tuple(fields[:6])
    if number == "0":
        found[key] = array("d")
    due = len(found.get(key, ()))
    if number != str(due):
        again = ", or 0" if due else ""
        raise RowsError(f"{place}: sample is {shown(number)}; expected {due}, the row's next{again}")
    found[key].append(time)


def _time(text: str) -> float:
    """Microseconds, or 0 for what is no time."""
    try:
        value = 0.0 if "_" in text else float(text)
    except ValueError:
        return 0.0
    return value if 0 < value < math.inf else 0.0
