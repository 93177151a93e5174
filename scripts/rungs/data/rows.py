"""Rows of `bench`: read, checked, and cut into the pieces that plots and tables draw.

A frame here is a pandas DataFrame with one line per row of the CSV: the columns of `COLUMNS`, numbers as
float64 (empty is NaN), everything else as text, and `line`, the row's first line in the file.
Times are in microseconds, rates in GB/s (10^9), as the column names say.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from rungs.data import row_format, schema_1
from rungs.data.added_params import completed
from rungs.data.axes import versions
from rungs.data.errors import RowsError
from rungs.data.ladder_order import in_ladder_order, kind_rank
from rungs.data.records import read_records, split_params

# The one thing that Python knows of the cases: these measure the device's own ceilings.
CEILING_CASES = ("fill", "copy", "read")
PROBLEM = ("case", "size", "params", "cache")
# Those of their variants that measure the bus, by the start of the name, and what they are called.
BUS_CEILINGS = {"download": "download", "upload": "upload", "both_ways": "transfer both ways"}
_OWN_CEILING = f"/((?:{'|'.join(BUS_CEILINGS)}|all_cores).*)"  # what is a ceiling beside the fastest of its case

LEAST_SIZES = 3  # sizes that make a sweep


def read(path: Path) -> pd.DataFrame:
    """Reads a rows.csv into a frame; raises RowsError naming file, line and what was expected."""
    header, body = read_records(path)
    old = sorted(header) == sorted(schema_1.COLUMNS)
    if not old:
        row_format.check_header(path, header)
    rows = []
    for line, fields in body:
        row = dict(zip(header, fields))
        row = schema_1.upgraded(row, row_format.COLUMNS) if old else row
        schema = schema_1.SCHEMA if old else row_format.SCHEMA
        row = row_format.checked(f"{path}:{line}", row, schema)
        rows.append({**row, "params": completed(row["case"], row["params"]), "line": line})
    if not rows:
        raise RowsError(f"{path}:2: no rows; expected one row or more below the header")
    frame = pd.DataFrame(rows, columns=[*row_format.COLUMNS, "line"], dtype=object)
    frame = frame.astype({**dict.fromkeys(row_format.NUMBERS, float), "line": int})
    row_format.check_twins(path, frame)
    return in_ladder_order(frame)


def emptied(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that were timed with emptied caches: the cold ones. In files of schema 1 they are called dirty (see
    schema_1): there is nothing cleaner in such a file, so that they count too."""
    return frame[is_emptied(frame)]


def is_emptied(rows: pd.DataFrame | pd.Series | Mapping) -> bool | pd.Series:
    """Of a frame or a row: whether the caches were emptied; see `emptied`."""
    return (rows["cache"] == "cold") | ((rows["schema"] == schema_1.SCHEMA) & (rows["cache"] == "dirty"))


def emptied_caches(frames: list[pd.DataFrame]) -> str:
    """What the emptied caches of the frames' GPU rows are called: 'cold', or 'dirty', or both."""
    gpu = [emptied(frame[frame["backend"] == "cuda"]) for frame in frames]
    return " and ".join(dict.fromkeys(cache for rows in gpu for cache in rows["cache"])) or "cold"


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


def variants_in_order(frame: pd.DataFrame) -> list[str]:
    """Names in the order of their first row, host before gpu before peer."""
    return sorted(dict.fromkeys(frame["variant"]), key=kind_rank)


def measured(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that can carry a time: all but the simulator's."""
    return frame[frame["backend"] != "simulator"]


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

    @cached_property
    def ceilings(self) -> pd.DataFrame:
        """Its rows of the ceilings."""
        return self.rows[self.rows["case"].isin(CEILING_CASES)]

    @property
    def uuids(self) -> set[str]:
        """Of all its GPUs: several where each measured a part of one run."""
        return set(self.rows["device_uuid"]) - {""}


def with_versions(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows with what a variant was compiled for taken out of `params` and, where there are several, added to the
    variant's name (see axes.py). `own_variant` and `own_params` hold what the file has."""
    keys = list(zip(frame["case"], frame["variant"], frame["params"]))
    found = versions(keys)
    named = [found.get(key, key[1:]) for key in keys]
    return frame.assign(own_variant=frame["variant"], own_params=frame["params"],
                        variant=pd.Series([name for name, _ in named], frame.index, object),
                        params=pd.Series([params for _, params in named], frame.index, object))


def as_in_the_file(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of with_versions, or others, with the variants and params that the file has."""
    return rows.assign(variant=rows.get("own_variant", rows["variant"]), params=rows.get("own_params", rows["params"]))


def dicts(rows: pd.DataFrame) -> list[dict]:
    """Each row as a dict, in their order: far faster to read than a Series."""
    columns = [rows[name].tolist() for name in rows.columns]
    return [dict(zip(rows.columns, values)) for values in zip(*columns)]


def key_of(row: pd.Series | Mapping, columns: Iterable[str]) -> tuple[str, ...]:
    """These fields of a row as the file has them, by which side files name it."""
    return tuple(row.get(f"own_{column}", row[column]) for column in columns)


def machines(frame: pd.DataFrame) -> list[Machine]:
    """Splits a frame's measured rows by machine, in file order; see also with_versions.

    GPUs of one name that share no problem measured a run in parts (`rungs fleet join`): they are one machine.
    """
    rows = with_versions(measured(frame))
    on_host, found = rows["backend"] == "host", []
    cuda = rows[rows["backend"] == "cuda"]
    for (host, device), of_name in cuda.groupby(["host", "device"], sort=False):
        gpus = list(of_name["device_uuid"].value_counts(sort=True).index)
        for uuids in [gpus] if in_parts(of_name) else [[uuid] for uuid in dict.fromkeys(of_name["device_uuid"])]:
            this_gpu = (rows["device"] == device) & rows["device_uuid"].isin(uuids)
            mine = rows[(rows["host"] == host) & (this_gpu | on_host)]
            found.append(Machine(device, host_device(mine), uuids[0], host, mine))
    for host in dict.fromkeys(rows["host"]):
        if host not in set(cuda["host"]):
            mine = rows[rows["host"] == host]
            found.append(Machine(host_device(mine), "", "", host, mine))
    return found


def in_parts(rows: pd.DataFrame) -> bool:
    """Whether GPUs of one name, whose `rows` these are, share no problem."""
    return bool(rows.groupby(list(PROBLEM))["device_uuid"].nunique().max() <= 1)


def host_device(rows: pd.DataFrame) -> str:
    """The CPU's name, '' without host rows."""
    return next(iter(rows[rows["backend"] == "host"]["device"]), "")


@dataclass(frozen=True)
class SpeedOfLight:
    """The least time, by the device's own measured ceilings, for the bytes of one problem."""

    time_us: float
    source: str  # 'fill', 'copy' or 'read'; over the bus one of BUS_CEILINGS; 'ceilings' where it is none of them alone


def light_of(rows: pd.DataFrame, machine_rows: pd.DataFrame) -> SpeedOfLight | None:
    """The speed of light of `rows` (one problem, backend and cache state), or None where no row has one.

    The CSV does not name the ceiling that made the speed of light. It is the one that moves as many bytes at the
    speed of light's rate, both to 1 %, and of each kind of ceiling only the fastest variant can be it; where none fits
    (bytes read and written in another ratio) the source is 'ceilings'.
    """
    shares, times = rows["speed_of_light_percent"].to_numpy(), rows["time_median_us"].to_numpy()
    known = (shares > 0) & (times > 0)
    if not known.any():
        return None
    time_us = float(np.median(times[known] * shares[known] / 100))
    work = rows["bytes"][known].median()
    rate = work / time_us / 1e3
    of_rows = tuple(rows[name].to_numpy()[known][0] for name in ("backend", "cache"))
    near = (abs(machine_rows["bytes"].to_numpy() / work - 1) < 0.01) & (machine_rows["gbps"].to_numpy() > 0)
    fastest: dict[tuple[str, ...], tuple[float, str, str]] = {}  # of each kind; (GB/s, case, variant)
    for case, variant, size, backend, cache, gbps in zip(*(machine_rows[name].to_numpy()[near] for name in (
            "case", "variant", "size", "backend", "cache", "gbps"))):
        own = re.search(_OWN_CEILING, variant)
        kind = case, size, own[1] if own else ""
        if case in CEILING_CASES and (backend, cache) == of_rows and gbps > fastest.get(kind, (0,))[0]:
            fastest[kind] = gbps, case, variant
    # Of equally near ones the first by name, so that the order of the file does not matter.
    gbps, case, variant = min((fastest[kind] for kind in sorted(fastest)), key=lambda one: abs(one[0] / rate - 1),
                              default=(math.inf, "", ""))
    if not abs(gbps / rate - 1) < 0.01:
        return SpeedOfLight(time_us, "ceilings")
    _, _, name = variant.partition("/")
    bus = (f"{'pageable ' * name.endswith('_pageable')}{what}" for start, what in BUS_CEILINGS.items()
           if name.startswith(start))
    return SpeedOfLight(time_us, next(bus, case))


def step_of(row: pd.Series | Mapping, rows: pd.DataFrame) -> float:
    """How many times faster than the variant it improves, or NaN; `rows` holds one problem and cache."""
    if not row["improves"]:
        return math.nan
    previous = (rows["variant"].to_numpy() == row["improves"]) & (rows["cache"].to_numpy() == row["cache"])
    times = rows["time_median_us"].to_numpy()[previous]
    return times[0] / row["time_median_us"] if len(times) else math.nan
