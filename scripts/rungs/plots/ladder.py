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
from rungs.plots.sheet import Sheet, dashes, paper
from rungs.profile import evidence

COLUMNS = [("median", 0.78), ("of limit", 0.70), ("step", 0.95), ("bound by", 1.25), ("published", 0.84)]
LETTER = 0.068  # inches, of the widest texts of the column "bound by"
SOURCES = 5  # published sources that the legend names one by one


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str],
         counters: Mapping[tuple, dict]) -> Figure | None:
    """Draws a case's ladder on a machine at the problem of choose_problem, in these cache states; a figure, or None
    where no row fits. `counters`, as counter_files.read returns them, say what binds each variant."""
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin(caches)]
    if not len(rows):
        return None
    defaults = defaults_of(machine.rows, case)
    size, params = choose_problem(rows, published, defaults)
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    # One marker a figure, however many cache states the variant was measured in.
    figures = {row["variant"]: published.matches(row, defaults)
               for _, row in here.drop_duplicates("variant").iterrows()}
    hardware = list(dict.fromkeys(match.source for found in figures.values() for match in found))
    lights = {cache: light for cache, mine in here.groupby("cache", sort=False)
              if (light := rungs_rows.speed_of_light(mine))}
    bounds_of = _bounds(here, counters)
    widest = LETTER * max(map(len, bounds_of.values()), default=0)
    left_out = {name for name, there in (("published", hardware), ("bound by", bounds_of)) if not there}
    sheet = Sheet(f"{show.plain(case)}: {show.problem_name(size, params)}", show.machine_name(machine), here, caches,
                  [(name, max(width, widest) if name == "bound by" else width) for name, width in COLUMNS
                   if name not in left_out], _legend_handles(bool(lights), hardware), _notes(rows, here))
    times = [*here[["time_min_us", "time_median_us", "time_p95_us"]].stack().dropna(),
             *(light.time_us for light in lights.values()),
             *(match.figure.value for found in figures.values() for match in found)] or [1.0, 10.0]
    sheet.scale(min(times) / 2, max(max(times) * 1.4, min(times) * 4))
    sheet.bounds({cache: light.time_us for cache, light in lights.items()},
                 " and ".join(dict.fromkeys(light.source for light in lights.values())))
    for variant, middle in sheet.places.items():
        _rung(sheet, here[here["variant"] == variant], here)
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


def _rung(sheet: Sheet, rows: pd.DataFrame, ladder_rows: pd.DataFrame) -> None:
    """A variant's bars, or why it has none."""
    words = {_why_no_bar(row) for _, row in rows.iterrows()}
    if len(words) == 1 and "" not in words:  # the same in every cache state: said once
        sheet.remark(sheet.places[rows["variant"].iloc[0]], words.pop())
        return
    for _, row in rows.iterrows():
        middle = sheet.middle(row)
        if row["time_median_us"] > 0:
            _bar(sheet, row, middle, rungs_rows.step_of(row, ladder_rows))
        else:
            sheet.remark(middle, _why_no_bar(row))


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
    light = Line2D([], [], color=style.INK, lw=1.1, ls=dashes(), label="speed of light")
    return [*([light] if bounded else []),
            *(Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **_hollow(number))
              for number, source in enumerate(hardware[:SOURCES]))]


def _notes(rows: pd.DataFrame, here: pd.DataFrame) -> list[str]:
    """What a step is, and which variants have rows at other problems alone."""
    notes = ["step: against the variant that it improves"] if (here["improves"] != "").any() else []
    gone = [show.plain(name, ladder.NAME_LENGTH) for name in ladder.variants_in_order(rows)
            if name not in set(here["variant"])]
    return [*notes, *([f"not run at this problem: {', '.join(gone)}"] if gone else [])]


def _why_no_bar(row: pd.Series) -> str:
    """'failed: out of memory' for a row without a time, '' for one with a time."""
    if row["time_median_us"] > 0:
        return ""
    return ": ".join(filter(None, [rungs_rows.untimed(row), show.plain(row["message"])]))
