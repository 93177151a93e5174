"""Energies of launches, from the side table that `bench --energy` writes with its rows. They are of one launch in
joules, `net_...` and everything per byte or operation without the idle power, powers in watts."""

import math
from pathlib import Path

import pandas as pd

from rungs.data import side_table
from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, KEY, number, shown, without_device
from rungs.data.row_format import CEILING_CASES

FIT = 1e-4  # relative: a median is written with six digits
MEDIAN = "time_median_us"
THROTTLE = "throttle"  # a text: why the clock was lowered
# What a page says of a row's energy: by which name, from which figure, times what, in which unit.
FIGURES = (("energy of a launch", "joules_per_launch", 1e3, "mJ"),
           ("without idle power", "net_joules_per_launch", 1e3, "mJ"), ("per byte", "pj_per_byte", 1, "pJ"),
           ("power", "watts", 1, "W"), ("idle", "idle_watts", 1, "W"))


def read_energies(rows_path: Path, rows: pd.DataFrame) -> dict[tuple, dict]:
    """{key of a row: {name: number, or the text of THROTTLE}} of the side table of a rows.csv with these rows, {} where
    there is none. Left out are those of a row that several GPUs have. Raises RowsError, also where an energy is of
    another run: of a row with another median, or of another GPU."""
    found: dict[tuple, dict] = {}
    places: dict[tuple, str] = {}
    for where, key, (_, name, _, text, _, _) in side_table.lines(side_table.path_of(rows_path), "energy"):
        found.setdefault(key, {})[name] = text if name == THROTTLE else number(where, name, text)
        places[key] = where
    # A ceiling that is also asked for is timed twice: its row is the first, its energy of the second.
    timed = rows[(rows[MEDIAN] > 0) & ~rows["case"].isin(CEILING_CASES)].drop_duplicates(list(KEY), keep=False)
    made = dict(zip(zip(*(timed[column] for column in KEY)), zip(timed[MEDIAN], timed[DEVICE])))
    for at, energy in found.items():
        of, row = (energy.get(MEDIAN, math.nan), at[-1]), made.get(at[:-1])
        if row and (of[1] != row[1] or not abs(of[0] - row[0]) <= FIT * row[0]):  # nan is of no run
            raise RowsError(f"{places[at]}: the energy of {shown('/'.join(at[:2]))} is of a row of {of[0]:g} us on "
                            f"{of[1]}, where {rows_path} has {row[0]:g} us on {row[1]}; expected energies of the same "
                            "run")
    return without_device(found)
