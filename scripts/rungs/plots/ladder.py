"""The ladder plot: the time of each variant of a case at one problem, step by step, with the speed of light."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.published import Published, choose_problem, defaults_of
from rungs.plots import style
from rungs.plots.sheet import Sheet, paper
from rungs.profile import evidence

COLUMNS = [("median", 0.78), ("of limit", 0.70), ("step", 0.95), ("bound by", 1.25), ("published", 0.84)]
LETTER = 0.068  # inches, of the widest texts of the column "bound by"
SOURCES = 5  # published sources that the legend names one by one


def draw(case: str, machine: rungs_rows.Machine, published: Published, cache: str,
         counters: Mapping[tuple, dict]) -> Figure:
    """Draws a case's ladder on a machine at the problem of choose_problem, in a cache state that it has rows of; those
    that ended before the caches mattered are in each. `counters`, as counter_files.read returns them, say what binds
    each variant."""
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin([cache, ""])]
    defaults = defaults_of(machine.rows, case)
    size, params = choose_problem(rows, published, defaults)
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    here = here[(here["cache"] == cache) | ~here["variant"].isin(here["variant"][here["cache"] == cache])]
    figures = {row["variant"]: published.matches(row, defaults) for _, row in here.iterrows()}
    hardware = list(dict.fromkeys(match.source for found in figures.values() for match in found))
    light = rungs_rows.speed_of_light(here)
    bounds_of = _bounds(here, counters)
    widest = LETTER * max(map(len, bounds_of.values()), default=0)
    left_out = {name for name, there in (("published", hardware), ("bound by", bounds_of)) if not there}
    sheet = Sheet(f"{show.plain(case)}: {show.problem_name(size, params)}", "   |   ".join(
        filter(None, [show.machine_name(machine), cache and f"{cache} cache", "shorter is better"])), here,
                  [(name, max(width, widest) if name == "bound by" else width) for name, width in COLUMNS
                   if name not in left_out], _legend_handles(bool(light), hardware), _notes(rows, here))
    times = [*here[["time_min_us", "time_median_us", "time_p95_us"]].stack().dropna(),
             *([light.time_us] if light else []),
             *(match.figure.value for found in figures.values() for match in found)] or [1.0, 10.0]
    sheet.scale(min(times) / 2, max(max(times) * 1.4, min(times) * 4))
    if light:
        sheet.bound(light.time_us, light.source)
    for _, row in here.iterrows():
        variant, middle = row["variant"], sheet.places[row["variant"]]
        if row["time_median_us"] > 0:
            _bar(sheet, row, middle, rungs_rows.step_of(row, here))
        else:
            sheet.remark(middle, ": ".join(filter(None, [rungs_rows.untimed(row), show.plain(row["message"])])))
        for match in figures[variant]:
            sheet.axes.plot([match.figure.value], [middle], zorder=6, ls="", **_hollow(hardware.index(match.source)))
        if figures[variant]:
            sheet.column("published", middle, show.time(figures[variant][0].figure.value, trim=True))
        if variant in bounds_of:
            sheet.column("bound by", middle, bounds_of[variant])
    return sheet.figure


def _bounds(rows: pd.DataFrame, counters: Mapping[tuple, dict]) -> dict[str, str]:
    """{variant: what binds it, 'DRAM 91 %'} of the GPU rows of emptied caches whose counters say so."""
    return {line.variant: line.bound.badge for line in evidence.lines_of(rows, counters).values() if line.device}


def _bar(sheet: Sheet, row: pd.Series, middle: float, step: float) -> None:
    unstable = row["status"] == "unstable"
    median = row["time_median_us"]
    ends = [row[column] if row[column] > 0 else median for column in ("time_min_us", "time_p95_us")]
    sheet.bar(row, middle, sheet.axes.get_xlim()[0], median, ends,
              **{"hatch": "////", "edgecolor": style.PAPER} if unstable else {})
    sheet.column("median", middle, show.time(median), weight="bold")
    if row["speed_of_light_percent"] > 0:
        sheet.column("of limit", middle, show.percent(row["speed_of_light_percent"]))
    if step > 0:
        sheet.column("step", middle, show.gain(step))
    if unstable:
        sheet.text(0.04, middle, "unstable", size=7.5, zorder=7, bbox=paper())


def _hollow(number: int) -> dict:
    return {**style.hollow(number, 6.5, 1.5), "markeredgecolor": style.PALETTE[1]}


def _legend_handles(bounded: bool, hardware: list[str]) -> list[Artist]:
    light = Line2D([], [], color=style.INK, lw=1.1, ls=style.DASHES, label="speed of light")
    return [*([light] if bounded else []),
            *(Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **_hollow(number))
              for number, source in enumerate(hardware[:SOURCES]))]


def _notes(rows: pd.DataFrame, here: pd.DataFrame) -> list[str]:
    """What a step is, and which variants have rows at other problems alone."""
    notes = ["step: against the variant that it improves"] if (here["improves"] != "").any() else []
    gone = [show.plain(name, ladder.NAME_LENGTH) for name in ladder.variants_in_order(rows)
            if name not in set(here["variant"])]
    return [*notes, *([f"not run at this problem: {', '.join(gone)}"] if gone else [])]
