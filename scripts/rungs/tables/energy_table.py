"""Energies of launches (rows.side.csv), as a table for a README or a page."""

import math
from pathlib import Path

from rungs.data import show
from rungs.data.energy_files import idle_joules, of_rows, power_range
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.rows import Machine, as_in_the_file, commits, key_of
from rungs.data.sample_files import KEY
from rungs.tables.chosen import NotThere

HEAD = ["variant", "problem", "time", "net energy", "95 % interval", "idle part", "net pJ per byte",
        "net pJ per operation", "power"]


def table(machine: Machine, rows: Path, case: str = "") -> list[str]:
    """A Markdown table of the energies next to the file `rows`, a line per row of the machine (of a case, if one is
    given). Raises NotThere where there is none, and RowsError for a broken file."""
    mine = machine.rows[machine.rows["case"] == case] if case else machine.rows
    energies = of_rows(rows, as_in_the_file(machine.rows))
    keyed = [(key_of(row, KEY), row) for _, row in mine.iterrows()]
    found = [(row, energies[key]) for key, row in keyed if key in energies]
    if not found:
        raise NotThere(f"no energies{f' of {case}' if case else ''} next to {rows}")
    lines = [[code(f"{row['case']}/{row['variant']}"), escape(show.problem_name(row["size"], row["params"])),
              show.time(row["time_median_us"]), *_figures(energy)] for row, energy in found]
    idle = [energy["idle_watts"] for _, energy in found]
    caption = [show.machine_name(machine), *commits(row["commit"] for row, _ in found), "hot caches",
               f"net: without the idle power, {power_range(idle)}"]
    return [*markdown(HEAD, lines), "", "; ".join(map(escape, caption))]


def _figures(energy: dict) -> list[str]:
    net = energy["net_joules_per_launch"]
    reach = 100 * (energy["ci_high"] - energy["ci_low"]) / 2
    return [show.energy(net), f"± {show.percent(reach / net)}" if net > 0 else NOTHING,
            show.percent(100 * idle_joules(energy) / energy["joules_per_launch"]), _known(energy["pj_per_byte"]),
            _known(energy["pj_per_operation"]), f"{energy['watts']:.0f} W"]


def _known(value: float) -> str:
    return NOTHING if math.isnan(value) else show.significant(value, 3)
