"""Rows of `bench`: read, checked, and cut into the pieces that plots and tables draw.

A frame here is a pandas DataFrame with one line per row of the CSV: the columns of `COLUMNS`, numbers as
float64 (empty is NaN), everything else as text, `line`, the row's first line in the file, and of the variant's step
`technique` (ids separated by blanks) and `step_kind` (see row_format.Step).
Times are in microseconds, rates in GB/s (10^9), as the column names say."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from rungs.data import row_format, show
from rungs.data.errors import RowsError
from rungs.data.ladder import in_ladder_order
from rungs.data.records import read_records, split_params
from rungs.data.row_format import CEILING_CASES, SEVERAL_CEILINGS, versions

PROBLEM = ("case", "size", "params", "cache")
SAME_LIGHT = 0.01  # how far apart two speeds of light of one ceiling may be


def read(path: Path) -> pd.DataFrame:
    """Reads a rows.csv into a frame; raises RowsError."""
    header, body = read_records(path)
    row_format.check_header(path, header)
    rows = [{**row_format.checked(f"{path}:{line}", dict(zip(header, fields))), "line": line} for line, fields in body]
    known = row_format.read_steps(path)
    if not rows:
        raise RowsError(f"{path}:2: no rows; expected one row or more below the header")
    row_format.remark(path, rows)
    frame = pd.DataFrame(rows, columns=[*row_format.COLUMNS, "line"], dtype=object)
    found = [known.get(name, row_format.Step()) for name in zip(frame["case"], frame["variant"])]
    frame = frame.assign(technique=[" ".join(one.techniques) for one in found], step_kind=[one.kind for one in found])
    frame = frame.astype({**dict.fromkeys(row_format.NUMBERS, float), "line": int})
    _check_twins(path, frame)
    return in_ladder_order(frame)


def _check_twins(path: Path, frame: pd.DataFrame) -> None:
    """Two measured rows of one name and problem would make every plot a matter of luck."""
    key = ["case", "variant", "backend", "size", "params", "cache", "host", "device", "device_uuid"]
    rows = frame[frame["backend"] != "simulator"]
    for _, second in rows[rows.duplicated(key)].head(1).iterrows():
        first = rows[(rows[key] == second[key]).all(axis=1)].iloc[0]
        raise RowsError(f"{path}:{second['line']}: the same variant, problem and cache as line {first['line']}; "
                        "expected one row each (two runs in one file?)")


def emptied(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that were timed with emptied caches: the cold ones."""
    return frame[frame["cache"] == "cold"]


def commits(names: Iterable[str]) -> list[str]:
    """['commit abc'], for a caption, of the commits of rows, each once."""
    return [f"commit {name[:24]}" for name in dict.fromkeys(names) if name]


def param_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """The parameters of each row as a frame of text: index of `frame`, a column a name, absent is ''."""
    return pd.DataFrame([split_params(text) for text in frame["params"]], index=frame.index, dtype=object).fillna("")


def of_variant(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """The rows of a variant with its case: 'stitch/gpu/modulo'."""
    case, _, variant = name.partition("/")
    return frame[(frame["case"] == case) & (frame["variant"] == variant)]


def under(frame: pd.DataFrame, sizes: tuple, params: tuple, absent: bool) -> pd.DataFrame:
    """The rows that a condition (published.parse_condition) fits; `absent`: whether a parameter that a row does not
    have fits."""
    fits = [(not sizes or size in sizes) and all(has.get(name, value if absent else "") == value
                                                 for name, value in params)
            for size, has in zip(frame["size"], map(split_params, frame["params"]))]
    return frame[pd.Series(fits, index=frame.index, dtype=bool)]


def elements(size: str) -> int:
    """Number of elements of '1920x1080'."""
    return math.prod(int(side) for side in size.split("x"))


def measured(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that can carry a time: all but the simulator's."""
    return frame[frame["backend"] != "simulator"]


def untimed(row: pd.Series | Mapping) -> str:
    """What a row without a time is: 'not timed' where nothing is wrong, else its status."""
    return "not timed" if row["status"] == "ok" else row["status"]


def rate_of(row: pd.Series | Mapping) -> str:
    """'3.13 TB/s' of the problem's bytes, or of its operations where it has no bytes; '' without either."""
    return show.rate(row["gbps"]) if row["gbps"] > 0 else show.operations(row["gops"]) if row["gops"] > 0 else ""


def cases(frame: pd.DataFrame) -> list[str]:
    """Names of the cases with measured rows, in file order, the ceilings left out."""
    return [name for name in dict.fromkeys(measured(frame)["case"]) if name not in CEILING_CASES]


@dataclass(frozen=True)
class Machine:
    """One GPU with the host rows of its computer, or a computer without GPU rows."""

    device: str        # the GPU's name, or the CPU's where there is no GPU row
    host_device: str   # the CPU's name where the GPU's host has host rows, else ''
    uuid: str          # of the GPU, or of the one with most rows (see machines)
    host: str
    rows: pd.DataFrame  # measured rows, ceilings included

    @property
    def uuids(self) -> set[str]:
        """Of all its GPUs: several where each measured a part of one run."""
        return set(self.rows["device_uuid"]) - {""}


def with_versions(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows with what a variant was compiled for taken out of `params` and, where there are several, added to the
    variant's name (see row_format.versions). `own_variant` and `own_params` hold what the file has."""
    keys = list(zip(frame["case"], frame["variant"], frame["params"]))
    found = versions(keys)
    named = [found.get(key, key[1:]) for key in keys]
    return frame.assign(own_variant=frame["variant"], own_params=frame["params"],
                        variant=pd.Series([name for name, _ in named], frame.index, object),
                        params=pd.Series([params for _, params in named], frame.index, object))


def as_in_the_file(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of with_versions, or others, with the variants and params that the file has."""
    return rows.assign(variant=rows.get("own_variant", rows["variant"]), params=rows.get("own_params", rows["params"]))


def key_of(row: pd.Series | Mapping, columns: Iterable[str]) -> tuple[str, ...]:
    """These fields of a row as the file has them, by which side files name it."""
    return tuple(row.get(f"own_{column}", row[column]) for column in columns)


def machines(frame: pd.DataFrame) -> list[Machine]:
    """Splits a frame's measured rows by machine, in file order; see also with_versions. GPUs of one name that share no
    problem measured a run in parts (`rungs fleet join`): they are one machine."""
    rows = with_versions(measured(frame))
    on_host, found = rows["backend"] == "host", []
    cuda = rows[rows["backend"] == "cuda"]
    for (host, device), of_name in cuda.groupby(["host", "device"], sort=False):
        gpus = list(of_name["device_uuid"].value_counts(sort=True).index)
        share_none = of_name.groupby(list(PROBLEM))["device_uuid"].nunique().max() <= 1
        for uuids in [gpus] if share_none else [[uuid] for uuid in dict.fromkeys(of_name["device_uuid"])]:
            this_gpu = (rows["device"] == device) & rows["device_uuid"].isin(uuids)
            mine = rows[(rows["host"] == host) & (this_gpu | on_host)]
            found.append(Machine(device, host_device(mine), uuids[0], host, mine))
    for host in dict.fromkeys(rows["host"]):
        if host not in set(cuda["host"]):
            mine = rows[rows["host"] == host]
            found.append(Machine(host_device(mine), "", "", host, mine))
    return found


def host_device(rows: pd.DataFrame) -> str:
    """The CPU's name, '' without host rows."""
    return next(iter(rows[rows["backend"] == "host"]["device"]), "")


@dataclass(frozen=True)
class SpeedOfLight:
    """The least time, by the device's own measured ceilings, for the bytes of one problem."""

    time_us: float
    source: str  # the ceiling that makes it, or several: the column `ceiling`


def speed_of_light(rows: pd.DataFrame) -> SpeedOfLight | None:
    """The speed of light of `rows` (one problem, backend and cache state): the median of theirs, or None where no row
    has one. Its source is the ceiling of the row that has it; where none has, as between a read and a write, they are
    several."""
    times = (rows["time_median_us"] * rows["speed_of_light_percent"] / 100).to_numpy()
    known = times > 0
    if not known.any():
        return None
    time_us = float(np.median(times[known]))
    apart = abs(times[known] / time_us - 1)
    ceiling = rows["ceiling"].to_numpy()[known][np.argmin(apart)]
    return SpeedOfLight(time_us, ceiling if apart.min() < SAME_LIGHT else SEVERAL_CEILINGS)


def step_of(row: pd.Series | Mapping, rows: pd.DataFrame) -> float:
    """How many times faster than the variant it improves, or that one's version of the same name, or NaN; `rows` holds
    one problem and cache."""
    if not row["improves"]:
        return math.nan
    below = (row["improves"], row["improves"] + "".join(row["variant"].partition(" ")[1:]))
    previous = rows["variant"].isin(below).to_numpy() & (rows["cache"].to_numpy() == row["cache"])
    times = rows["time_median_us"].to_numpy()[previous]
    return times[0] / row["time_median_us"] if len(times) else math.nan
