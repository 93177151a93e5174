"""One variant over many runs: the runs of a folder put in order, and the steps at which the time changed.

A series is a row (case, variant, backend, size, params, cache) on devices of one name, over the rows' time stamps.
Two GPUs of one name are one series: runs in the cloud seldom meet the same one twice. Where a step comes with another
GPU or computer, or a clock or a speed of light that changed as much, that is said in place of the commit
(machine_change.py).
"""

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

from rungs.data import files
from rungs.data import rows as rungs_rows
from rungs.data.errors import RowsError
from rungs.data.records import shown, split_params
from rungs.data.rows import CEILING_CASES, is_emptied
from rungs.data.sample_files import KEY
from rungs.statistics import change_points, machine_change
from rungs.statistics.interval import Side, run_sd, start_may_explain

STAMP = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True)
class Point:
    """A row of one run: `row` is a dict, `path` its rows.csv."""

    path: Path
    when: datetime.datetime
    row: dict

    @property
    def us(self) -> float | None:
        """The median in microseconds where it counts, else None: not where it is unstable or its noise is not known."""
        known = self.row["status"] == "ok" and self.row["time_median_us"] > 0 and self.row["iqr_percent"] >= 0
        return self.row["time_median_us"] if known else None


@dataclass(frozen=True)
class Series:
    """The points of one key on one device, in the order of time."""

    device: str
    key: tuple
    points: list


@dataclass(frozen=True)
class Wanted:
    """Which rows to show: a compiled expression to be found in 'case/variant' or None, a size or '', the (name, value)
    of parameters, and a cache state."""

    pattern: re.Pattern | None = None
    size: str = ""
    params: tuple = ()
    cache: str = "cold"

    def has(self, row: dict) -> bool:
        """Whether a row, a dict, is wanted. Simulator rows never are: they have no time."""
        return (row["backend"] != "simulator" and self.size in ("", row["size"])
                and (row["cache"] == self.cache or (self.cache == "cold" and is_emptied(row)))
                and set(self.params) <= split_params(row["params"]).items()
                and (not self.pattern or bool(self.pattern.search(f"{row['case']}/{row['variant']}"))))


def find_files(paths: list[Path]) -> list[Path]:
    """The rows.csv that files and folders name, each once however many links lead to it; raises RowsError.

    In a folder files of the very name rows.csv count, at any depth, and rows.parquet of a store.
    """
    found = {}
    for path in map(Path, paths):
        for file in files.rows_below(path) if path.is_dir() else [path]:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def read(paths: list[Path], wanted: Wanted) -> list[Series]:
    """[Series] of the wanted rows in several rows.csv, those of fill, copy and read first, then in the order in which
    they are met; raises RowsError."""
    found, seen = {}, 0
    for path in paths:
        for row in rungs_rows.read(path).to_dict("records"):
            seen += 1
            if wanted.has(row):
                key = tuple(row[column] for column in KEY)
                found.setdefault((row["device"], key), []).append(Point(path, _when(path, row), row))
    if not found:
        raise RowsError(f"no row fits of {seen} in {len(paths)} files, the first of which is {paths[0]}; expected "
                        "--filter, --size, --params and --cache (cold unless given) that a row of a host or a GPU has")
    return [Series(device, key, sorted(points, key=lambda point: point.when))
            for (device, key), points in sorted(found.items(), key=lambda item: item[0][1][0] not in CEILING_CASES)]


def _when(path: Path, row: dict) -> datetime.datetime:
    try:
        return datetime.datetime.strptime(row["timestamp"], STAMP)
    except ValueError:
        raise RowsError(f"{path}:{row['line']}: timestamp is {shown(row['timestamp'])}; expected one like "
                        "2026-11-20T23:42:10Z") from None


@dataclass(frozen=True)
class Found:
    """A step of a series."""

    point: Point              # the first run behind it
    step: change_points.Step
    why: str                  # what else than the program may explain it; '' where nothing of that is known


def steps_of(series: Series, threshold: float) -> list[Found]:
    """The steps of a series in which the time changed by more than `threshold` percent."""
    counted = [point for point in series.points if point.us]
    errors = [run_sd(Side(point.us, point.row["iqr_percent"], point.row["samples"], backend=point.row["backend"]))
              for point in counted]
    return [Found(counted[step.index], step, machine_change.not_the_program(
                counted[step.index - 1].row, counted[step.index].row, threshold))
            for step in change_points.find([point.us for point in counted], errors, threshold)
            if not start_may_explain(counted[0].row["backend"], step.before_us, step.after_us)]
