"""Made-up side tables for the tests: lines as bench and `rungs ncu` write them."""

from rungs.data import side_table
from rungs.data.files import companion
from rungs.data.records import DEVICE, KEY, csv_text

ENERGIES = ("joules_per_launch", "net_joules_per_launch", "pj_per_byte", "watts", "idle_watts", "throttle",
            "time_median_us")


def side_line(row, kind, name, value, unit="", source="bench", index=""):
    return {**{column: row.get(column, "") for column in (*KEY, DEVICE)}, "kind": kind, "name": name, "index": index,
            "value": str(value), "unit": unit, "source": source}


def counted(case, variant, size, params, metric, value, unit=""):
    row = {"case": case, "variant": variant, "backend": "cuda", "size": size, "params": params, "cache": "cold",
           DEVICE: "GPU-made-up"}
    return side_line(row, "counter", metric, value, unit, "ncu")


def side_text(lines):
    return csv_text(side_table.COLUMNS, ([line[column] for column in side_table.COLUMNS] for line in lines))


def write_side(rows_path, lines):
    """Writes lines into the side table of a rows.csv, behind those that are there; returns its path."""
    path, text = companion(rows_path, "side"), side_text(lines)
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(there + text.partition("\n")[2] if there else text, encoding="utf-8")
    return path


def energy_of(row):
    """The energy of a row (a dict of text) at 600 W, 120 W of them idle: the row, and numbers as text of six digits."""
    seconds = float(row["time_median_us"]) * 1e-6
    numbers = (600 * seconds, 480 * seconds, 480e12 * seconds / float(row["bytes"] or 1), 600, 120)
    return {**row, **dict(zip(ENERGIES, (*(f"{value:.6g}" for value in numbers), "none")))}


def write_energies(rows_path, energies):
    """Writes energies next to a rows.csv, but for what is empty; returns the path."""
    return write_side(rows_path, [side_line(energy, "energy", name, energy[name]) for energy in energies
                                  for name in ENERGIES if energy.get(name)])
