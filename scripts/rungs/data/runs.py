"""One run of bench as `compare` takes it: its rows by key, and the raw samples where they were kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rungs.data import rows as rungs_rows
from rungs.data import sample_files, schema_1, show
from rungs.data.errors import RowsError
from rungs.data.records import shown
from rungs.data.sample_files import KEY

SAMPLES_FIT = 1e-4  # relative: a median is written with six digits


@dataclass(frozen=True)
class Run:
    """One rows.csv: `rows` are its rows as dicts by key, `samples` arrays of microseconds by key."""

    path: Path
    rows: dict
    samples: dict


def load(path: Path, samples_path: Any = None, pattern: Any = None) -> Run:
    """Reads a rows.csv and its samples; `pattern` is a compiled expression to be found in 'case/variant'.

    Without a path the samples are looked for beside the rows, and may be missing. Raises RowsError, also where samples
    and rows are of different runs.
    """
    path = Path(path)
    rows, lines = {}, {}
    for row in rungs_rows.read(path).to_dict("records"):
        key = tuple(row[column] for column in KEY)
        if key in lines:
            raise RowsError(f"{path}:{row['line']}: the same variant, problem and cache as line {lines[key]}; expected "
                            "one row each (of several devices: cut the file into one a device)")
        lines[key] = row["line"]
        if not pattern or pattern.search(name_of(key)):
            rows[key] = row
    if not rows:
        raise RowsError(f"{path}: --filter={shown(pattern.pattern)} matches no row; expected what is found in a case "
                        f"and variant such as {shown(name_of(next(iter(lines))))}")
    default = sample_files.default_path(path)
    if samples_path is None and not default.exists():
        return Run(path, rows, {})
    samples_path = Path(samples_path or default)
    found = schema_1.side_keys(sample_files.read(samples_path), {row["schema"] for row in rows.values()})
    samples = {key: values for key, values in found.items() if key in rows}
    for key, values in samples.items():
        row, median = rows[key], float(np.median(values))
        # Not '>': a row without a time has NaN there.
        if len(values) != row["samples"] or not abs(median / row["time_median_us"] - 1) < SAMPLES_FIT:
            raise RowsError(f"{samples_path}: {len(values)} samples with a median of {median:.6g} us, where "
                            f"{path}:{row['line']} has {row['samples']:g} with {row['time_median_us']:g} us; expected "
                            "the samples of the same run (give them with --old-samples or --new-samples)")
    return Run(path, rows, samples)


def name_of(key: tuple[str, ...]) -> str:
    """'stitch/gpu/modulo', as the file has it."""
    return f"{key[0]}/{key[1]}"


def problem_of(key: tuple[str, ...]) -> str:
    """'10240x10240, repeater=100, cold' on one printable line; empty parts are left out."""
    _, _, backend, size, params, cache = key
    simulated = "simulator" if backend == "simulator" else ""
    return show.plain(", ".join(filter(None, [size, *params.split(";"), cache, simulated])), 90)


def described(key: tuple[str, ...]) -> str:
    """'stitch/gpu/modulo (10240x10240, repeater=100, cold)'."""
    return f"{show.plain(name_of(key), 60)} ({problem_of(key)})"
