"""Energies of launches, from the side table that `bench --energy` writes with its rows. They are of one launch in
joules, `net_...` and everything per byte or operation without the idle power, powers in watts."""

from pathlib import Path

from rungs.data import side_table
from rungs.data.records import number, without_device

THROTTLE = "throttle"  # a text: why the clock was lowered
# What a page says of a row's energy: by which name, from which figure, times what, in which unit.
FIGURES = (("energy of a launch", "joules_per_launch", 1e3, "mJ"),
           ("without idle power", "net_joules_per_launch", 1e3, "mJ"), ("per byte", "pj_per_byte", 1, "pJ"),
           ("power", "watts", 1, "W"), ("idle", "idle_watts", 1, "W"))


def read_energies(path: Path) -> dict[tuple, dict]:
    """{key of a row: {name: number, or the text of THROTTLE}} of a side table, {} where there is none. Left out are
    those of a row that several GPUs have. Raises RowsError."""
    found: dict[tuple, dict] = {}
    for where, key, (_, name, _, text, _, _) in side_table.lines(path, "energy"):
        found.setdefault(key, {})[name] = text if name == THROTTLE else number(where, name, text)
    return without_device(found)


def energy_figures(energy: dict) -> dict[str, tuple]:
    """What a page says of a row's energy: {name: (value, unit)}."""
    return {name: (factor * energy[source], unit) for name, source, factor, unit in FIGURES if source in energy}
