"""The energy ladder: the joules of a launch of each variant, idle power apart, and its time. Does the faster rung
also cost less?"""

import math
from functools import partial

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.energy_files import idle_joules, power_range
from rungs.data.ladder import kind
from rungs.data.published import Published
from rungs.data.sample_files import KEY
from rungs.plots import style
from rungs.plots.sheet import Sheet, absent, at_one_problem, bar_color, known_of, of_case, paper, problem_of

COLUMNS = [("net", 0.74), ("idle", 0.58), ("time", 0.74), ("less energy", 0.88), ("faster", 0.62)]
IDLE = 0.55  # how far the colour of the idle part is mixed with the paper
STEP = 1.01  # times faster and more is a step


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str],
         energies: dict) -> Figure | None:
    """Draws the energies of a case at the problem of choose_problem; `energies` is as energy_files.read has it. None
    where no row has one."""
    rows = of_case(case, machine, caches)
    known = known_of(rows, energies, KEY)
    here = at_one_problem(rows.loc[list(known)], machine, published)
    if not len(here):
        return None
    mine = {index: known[index] for index in here.index}
    color = bar_color("gpu", here["cache"].iloc[0])
    sheet = Sheet(f"{show.plain(case)}: energy of a launch, {problem_of(here)}",
                  [show.machine_name(machine), "shorter is better"], here, caches, COLUMNS,
                  [Patch(color=color, label="net"), Patch(color=style.paler(color, IDLE), label="idle power's part")],
                  [*_notes(here, mine), *absent(rows, here, "no energy at this problem")])
    _scale(sheet, list(mine.values()))
    for row, middle in sheet.rows():
        _bar(sheet, row, middle, mine[row.name])
        _columns(sheet, row, middle, here, mine)
    return sheet.figure


def _notes(here: pd.DataFrame, mine: dict) -> list[str]:
    watts = [energy["idle_watts"] for energy in mine.values()]
    notes = [f"net: without the idle power, which was {power_range(watts)}; whisker: its 95 % interval; "
             "idle: its part of the whole"]
    steps = [faster_and_less(row, here, mine) for _, row in here.iterrows()]
    faster = [less for quicker, less in steps if quicker > STEP]
    if faster:
        notes.append(f"{sum(less > 1 for less in faster)} of {len(faster)} variants that are faster than the one that "
                     "they improve also need less net energy")
    return notes


def faster_and_less(row: pd.Series, here: pd.DataFrame, mine: dict) -> tuple[float, float]:
    """How many times faster a row is than that of the variant which it improves, and how many times less net energy its
    launch needs; NaN where there is none, or a net energy is not above 0. `mine` is {index of here: energy}."""
    before = here[(here["variant"] == row["improves"]) & (here["cache"] == row["cache"])]
    if not row["improves"] or not len(before):
        return math.nan, math.nan
    net, other = (mine[index]["net_joules_per_launch"] for index in (row.name, before.index[0]))
    return rungs_rows.step_of(row, here), other / net if min(net, other) > 0 else math.nan


def _scale(sheet: Sheet, energies: list[dict]) -> None:
    """The axis of joules."""
    ends = [value for energy in energies for value in (energy["net_joules_per_launch"], energy["ci_low"],
                                                       energy["ci_high"], energy["joules_per_launch"]) if value > 0]
    low, high = min(ends) / 2, max(ends) * 1.4
    sheet.log_axis(low, max(high, low * 4), partial(show.energy, trim=True), "energy of a launch (logarithmic)")


def _bar(sheet: Sheet, row: pd.Series, middle: float, energy: dict) -> None:
    low = sheet.axes.get_xlim()[0]
    net, whole = max(energy["net_joules_per_launch"], low), energy["joules_per_launch"]
    color = style.paler(bar_color(kind(row["variant"]), row["cache"]), IDLE)
    sheet.axes.barh(middle, whole - net, left=net, height=sheet.thickness * 0.86, zorder=2, lw=0, color=color)
    if energy["net_joules_per_launch"] > 0:
        sheet.bar(row, middle, low, net, [max(energy[end], low) for end in ("ci_low", "ci_high")])
    if energy["throttle"] not in ("", "none"):
        sheet.text(0.04, middle, show.plain(energy["throttle"], 24), size=7.5, zorder=7, bbox=paper())


def _columns(sheet: Sheet, row: pd.Series, middle: float, here: pd.DataFrame, mine: dict) -> None:
    energy = mine[row.name]
    sheet.column("net", middle, show.energy(energy["net_joules_per_launch"]), weight="bold")
    sheet.column("idle", middle, show.percent(100 * idle_joules(energy) / energy["joules_per_launch"]))
    sheet.column("time", middle, show.time(row["time_median_us"]))
    faster, less = faster_and_less(row, here, mine)
    for head, value in (("faster", faster), ("less energy", less)):
        if value > 0:
            sheet.column(head, middle, show.factor(value))
