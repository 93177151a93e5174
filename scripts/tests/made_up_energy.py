"""Made-up energies for the tests, as bench --energy writes them."""

from rungs.data import energy_files, files
from rungs.data.records import csv_text

IDLE_WATTS, WATTS = 120.0, 600.0


def energy_of(row, watts=WATTS, idle=IDLE_WATTS, **more):
    """The line of a row (a dict of text) whose launches take `watts`; numbers as text of six digits."""
    seconds = float(row["time_median_us"]) * 1e-6
    whole, net = watts * seconds, (watts - idle) * seconds
    values = {"joules_per_launch": whole, "idle_watts": idle, "net_joules_per_launch": net,
              "ci_low": net - abs(net) / 100, "ci_high": net + abs(net) / 100,
              "pj_per_byte": 1e12 * net / float(row["bytes"] or 1), "seconds": 5.05, "launches": 5.05 / seconds,
              "updates": 55, "watts": watts, "temperature_c": 51, "sm_clock_mhz": 1980, "memory_clock_mhz": 2619,
              "power_limit_w": 700}
    texts = {column: f"{value:.6g}" for column, value in values.items()}
    return {**dict.fromkeys(energy_files.COLUMNS, ""), **row, **texts, "throttle": "none", **more}


def write_energies(rows_path, energies):
    """Writes lines beside a rows.csv; returns the path."""
    path = files.beside(rows_path, "energy")
    lines = [[energy[column] for column in energy_files.COLUMNS] for energy in energies]
    path.write_text(csv_text(energy_files.COLUMNS, lines), encoding="utf-8")
    return path
