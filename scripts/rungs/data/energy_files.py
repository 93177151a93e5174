"""Energies of launches, from the side table that `bench --energy` writes with its rows. They are of one launch in
joules, `net_...` and everything per byte or operation without the idle power, powers in watts."""

import math
from pathlib import Path

import pandas as pd

from rungs.data import side_table
from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, KEY, number, shown, without_device

FIT = 1e-4  # relative: a median is written with six digits
POSITIVE = ("joules_per_launch", "seconds", "launches", "watts", "time_median_us")
ENERGIES = (*POSITIVE, "idle_watts", "net_joules_per_launch", "ci_low", "ci_high", "updates")  # that each energy has
MAY_BE_MISSING = ("pj_per_byte", "pj_per_operation", "temperature_c", "sm_clock_mhz", "memory_clock_mhz",
                  "power_limit_w")
MAY_BE_NEGATIVE = ("net_joules_per_launch", "ci_low", "ci_high", "pj_per_byte", "pj_per_operation")
THROTTLE = "throttle"


def alone(frame: pd.DataFrame) -> dict[tuple, pd.Series]:
    """{key: row} of the timed rows, without the keys that rows of several devices have: a side file's line does not say
    of which it is."""
    timed = frame[frame["time_median_us"] > 0]
    single = timed[~timed.duplicated(list(KEY), keep=False)]
    return {tuple(row[column] for column in KEY): row for _, row in single.iterrows()}


def read_energies(path: Path) -> dict[tuple, dict]:
    """Returns {key: {name: number or text}} of a side table, with the GPU under DEVICE; what is not known is NaN. Left
    out are those of a row that several GPUs have. Raises RowsError."""
    found: dict[tuple, dict] = {}
    at: dict[tuple, str] = {}
    for where, key, (_, name, _, text, _, _) in side_table.lines(path, "energy"):
        energy = found.setdefault(key, {DEVICE: key[-1]})
        if name in energy:
            raise RowsError(f"{where}: {name} of {shown('/'.join(key[:2]))} appears twice; expected one energy")
        at[key] = where
        energy[name] = text if name == THROTTLE else number(where, name, text) if name in MAY_BE_NEGATIVE else \
            number(where, name, text, 0)
    for key, energy in found.items():
        _check_energy(at[key], energy)
        energy |= {name: energy.get(name, math.nan) for name in MAY_BE_MISSING} | {THROTTLE: energy.get(THROTTLE, "")}
    return without_device(found)


def _check_energy(where: str, energy: dict) -> None:
    if missing := [name for name in ENERGIES if name not in energy]:
        raise RowsError(f"{where}: the energy of this row has no {missing[0]}; expected a line for it")
    for name in POSITIVE:
        if energy[name] == 0:
            raise RowsError(f"{where}: {name} is 0; expected more")
    if not energy["ci_low"] <= energy["net_joules_per_launch"] <= energy["ci_high"]:
        raise RowsError(f"{where}: net_joules_per_launch is {energy['net_joules_per_launch']:g}; expected a value from "
                        f"ci_low to ci_high, {energy['ci_low']:g} to {energy['ci_high']:g}")


def energies_of_rows(rows_path: Path, frame: pd.DataFrame) -> dict[tuple, dict]:
    """The energies next to a rows.csv with these rows, as `read` returns them; {} where there is no such file. Left out
    are those of a key that rows of several devices have. Raises RowsError where energies are of another run: the row
    has another median or GPU."""
    path, rows = side_table.path_of(rows_path), alone(frame)
    found = {key: energy for key, energy in read_energies(path).items() if key in rows}
    for key, energy in found.items():
        row = rows[key]
        # Not '>': a row without a time has NaN there.
        same = abs(energy["time_median_us"] / row["time_median_us"] - 1) < FIT
        if not same or energy[DEVICE] != row[DEVICE]:
            raise RowsError(f"{path}: the energy of {shown('/'.join(key[:2]))} is of a row of "
                            f"{energy['time_median_us']:g} us on {energy[DEVICE]}, where {rows_path}:{row['line']} has "
                            f"{row['time_median_us']:g} us on {row[DEVICE]}; expected energies of the same run")
    return found


def energy_figures(energy: dict) -> dict[str, tuple]:
    """What a page says of a row's energy: {name: (value, unit)}."""
    found = {"energy of a launch": (1e3 * energy["joules_per_launch"], "mJ"),
             "without idle power": (1e3 * energy["net_joules_per_launch"], "mJ"),
             "per byte": (energy["pj_per_byte"], "pJ"), "power": (energy["watts"], "W"),
             "idle": (energy["idle_watts"], "W")}
    return {name: (value, unit) for name, (value, unit) in found.items() if not math.isnan(value)}
