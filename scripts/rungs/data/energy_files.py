"""Files of energies, as `bench --energy` writes them beside its rows: a line per row that was measured. Energies are of
one launch in joules, `net_...` and everything per byte or operation without the idle power, powers in watts."""

import math
from pathlib import Path

import pandas as pd

from rungs.data import files
from rungs.data.added_params import completed
from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, check_key, number, read_records, shown, without_device
from rungs.data.sample_files import FIT, KEY, alone

NUMBERS = ["joules_per_launch", "idle_watts", "net_joules_per_launch", "ci_low", "ci_high", "pj_per_byte",
           "pj_per_operation", "seconds", "launches", "updates", "watts", "temperature_c", "sm_clock_mhz",
           "memory_clock_mhz", "power_limit_w"]
COLUMNS = [*KEY, DEVICE, *NUMBERS, "throttle", "time_median_us", "device", "driver", "commit", "rungs_commit",
           "binary", "timestamp"]
MAY_BE_EMPTY = {"pj_per_byte", "pj_per_operation", "temperature_c", "sm_clock_mhz", "memory_clock_mhz",
                "power_limit_w"}
MAY_BE_NEGATIVE = {"net_joules_per_launch", "ci_low", "ci_high", "pj_per_byte", "pj_per_operation"}


def read(path: Path) -> dict[tuple, dict]:
    """Returns {key: {column: number or text}}; a number that is not known is NaN. Left out are those of a row that
    several GPUs have. Columns may stand in another order. Raises RowsError with one line."""
    header, body = read_records(path)
    if sorted(header) != sorted(COLUMNS):
        raise RowsError(f"{path}:1: the header is {shown(','.join(header))}; expected {','.join(COLUMNS)}")
    found: dict[tuple, dict] = {}
    for line, fields in body:
        where, values = f"{path}:{line}", dict(zip(header, fields))
        check_key(where, values["case"], values["variant"], values["size"], values["params"])
        values["params"] = completed(values["case"], values["params"])
        key = tuple(values[column] for column in (*KEY, DEVICE))
        if key in found:
            raise RowsError(f"{where}: {shown('/'.join(key[:2]))} appears twice at one problem; expected one energy")
        found[key] = values | {column: _number(where, column, values[column]) for column in [*NUMBERS,
                                                                                            "time_median_us"]}
        _check(where, found[key])
    return without_device(found)


def _number(where: str, column: str, text: str) -> float:
    if not text and column in MAY_BE_EMPTY:
        return math.nan
    return number(where, column, text) if column in MAY_BE_NEGATIVE else number(where, column, text, 0)


def _check(where: str, energy: dict) -> None:
    for column in ("joules_per_launch", "seconds", "launches", "watts"):
        if energy[column] == 0:
            raise RowsError(f"{where}: {column} is 0; expected more")
    if not energy["ci_low"] <= energy["net_joules_per_launch"] <= energy["ci_high"]:
        raise RowsError(f"{where}: net_joules_per_launch is {energy['net_joules_per_launch']:g}; expected a value from "
                        f"ci_low to ci_high, {energy['ci_low']:g} to {energy['ci_high']:g}")


def of_rows(rows_path: Path, frame: pd.DataFrame) -> dict[tuple, dict]:
    """The energies beside a rows.csv with these rows, as `read` returns them; {} where there is no such file.

    Left out are those of a key that rows of several devices have. Raises RowsError where energies are of another run:
    the row has another median or GPU.
    """
    path = files.beside(rows_path, "energy")
    if not path.exists():
        return {}
    rows = alone(frame)
    found = {key: energy for key, energy in read(path).items() if key in rows}
    for key, energy in found.items():
        row = rows[key]
        # Not '>': a row without a time has NaN there.
        same = abs(energy["time_median_us"] / row["time_median_us"] - 1) < FIT
        if not same or energy["device_uuid"] != row["device_uuid"]:
            raise RowsError(f"{path}: the energy of {shown('/'.join(key[:2]))} is of a row of "
                            f"{energy['time_median_us']:g} us on {energy['device_uuid']}, where {rows_path}:"
                            f"{row['line']} has {row['time_median_us']:g} us on {row['device_uuid']}; expected "
                            "energies of the same run")
    return found


def figures(energy: dict) -> dict[str, tuple]:
    """What a page says of a row's energy: {name: (value, unit)}."""
    found = {"energy of a launch": (1e3 * energy["joules_per_launch"], "mJ"),
             "without idle power": (1e3 * energy["net_joules_per_launch"], "mJ"),
             "per byte": (energy["pj_per_byte"], "pJ"), "power": (energy["watts"], "W"),
             "idle": (energy["idle_watts"], "W")}
    return {name: (value, unit) for name, (value, unit) in found.items() if not math.isnan(value)}


def power_range(watts: list[float]) -> str:
    """'118 to 121 W', or '120 W' where they are the same."""
    low, high = (f"{end(watts):.0f}" for end in (min, max))
    return f"{low} W" if low == high else f"{low} to {high} W"


def idle_joules(energy: dict) -> float:
    """The part of a launch's energy that the idle GPU would have used in the same time."""
    return energy["joules_per_launch"] - energy["net_joules_per_launch"]
