"""The ladder plot: the time of each variant of a case at one problem, step by step, with the speed of light."""

from collections.abc import Mapping
from functools import partial

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.counter_files import KEY
from rungs.data.published import Match, Published, defaults_of
from rungs.plots import style
from rungs.plots.sheet import Sheet, absent, at_one_problem, bound_handle, of_case, paper, problem_of
from rungs.profile import evidence

COLUMNS = [("median", 0.78), ("of limit", 0.70), ("step", 0.95), ("bound by", 1.25), ("published", 0.84)]
LETTER = 0.068  # inches, of the widest texts of the column "bound by"
SOURCES = 5  # published sources that the legend names one by one


def draw(case: str, machine: rungs_rows.Machine, published: Published, caches: list[str],
         counters: Mapping[tuple, dict] | None = None) -> Figure | None:
    """Draws a case's ladder on a machine at the problem of choose_problem, in these cache states; a figure, or None
    where no row fits. `counters`, {(case, variant, size, params): {metric: value}} of emptied caches, say what binds
    each variant."""
    rows = of_case(case, machine, caches)
    here = at_one_problem(rows, machine, published)
    if not len(here):
        return None
    defaults = defaults_of(machine.rows, case)
    # One marker a figure, however many cache states the variant was measured in.
    figures = {row["variant"]: published.matches(row, defaults)
               for _, row in here.drop_duplicates("variant").iterrows()}
    hardware = list(dict.fromkeys(match.source for found in figures.values() for match in found))
    lights = [{cache: light for cache, mine in part.groupby("cache", sort=False)
               if (light := rungs_rows.speed_of_light(mine))} for part in ladder.sections(here)]
    bounds_of = _bounds(here, counters or {})
    widest = LETTER * max(map(len, bounds_of.values()), default=0)
    left_out = {name for name, there in (("published", hardware), ("bound by", bounds_of)) if not there}
    sheet = Sheet(f"{show.plain(case)}: {problem_of(here)}", [show.machine_name(machine), "shorter is better"], here,
                  caches, [(name, max(width, widest) if name == "bound by" else width) for name, width in COLUMNS
                           if name not in left_out],
                  _legend_handles(any(lights), hardware), _notes(rows, here))
    _scale(sheet, here, [*(light.time_us for part in lights for light in part.values()),
                         *(match.figure.value for found in figures.values() for match in found)])
    for number, (part, bounds) in enumerate(zip(sheet.sections, lights)):
        sources = " and ".join(dict.fromkeys(light.source for light in bounds.values()))
        sheet.bounds(number, {cache: light.time_us for cache, light in bounds.items()}, show.time,
                     f" (measured {sources})")
        for variant, mine in part.groupby("variant", sort=False):
            _rung(sheet, number, mine, here)
            _published(sheet, sheet.places[number][variant], figures[variant], hardware)
            if variant in bounds_of:
                sheet.column("bound by", sheet.places[number][variant], bounds_of[variant])
    return sheet.figure


def _bounds(rows: pd.DataFrame, counters: Mapping[tuple, dict]) -> dict[str, str]:
    """{variant: what binds it, 'DRAM 91 %'} of the GPU rows of emptied caches whose counters say so."""
    cold = rungs_rows.emptied(rows[rows["backend"] == "cuda"])
    by_key = {rungs_rows.key_of(row, KEY): row for row in rungs_rows.dicts(cold)}
    counted = {key: {name: (value, "") for name, value in metrics.items()} for key, metrics in counters.items()
               if key in by_key or key[0] in rungs_rows.CEILING_CASES}
    return {line.variant: line.bound.badge for line in evidence.join(by_key, counted) if line.device}


def _scale(sheet: Sheet, rows: pd.DataFrame, others: list[float]) -> None:
    """The axis of times: of the rows and of `others`."""
    times = [*rows[["time_min_us", "time_median_us", "time_p95_us"]].stack().dropna(), *others]
    low, high = (min(times), max(times)) if times else (1.0, 10.0)
    low, high = low / 2, max(high * 1.4, low * 4)
    sheet.log_axis(low, high, partial(show.time, trim=True), "time (logarithmic); bar: median, whisker: min to p95")


def _rung(sheet: Sheet, number: int, rows: pd.DataFrame, ladder_rows: pd.DataFrame) -> None:
    """A variant's bars, or why it has none."""
    words = {_why_no_bar(row) for _, row in rows.iterrows()}
    if len(words) == 1 and "" not in words:  # the same in every cache state: said once
        sheet.remark(sheet.places[number][rows["variant"].iloc[0]], words.pop())
        return
    for _, row in rows.iterrows():
        middle = sheet.middle(number, row)
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


def _published(sheet: Sheet, middle: float, figures: list[Match], hardware: list[str]) -> None:
    for match in figures:
        sheet.axes.plot([match.figure.value], [middle], zorder=6, ls="", **_hollow(hardware.index(match.source)))
    if figures:
        sheet.column("published", middle, show.time(figures[0].figure.value, trim=True))


def _hollow(number: int) -> dict:
    return {**style.hollow(number, 6.5, 1.5), "markeredgecolor": style.PALETTE[1]}


def _legend_handles(bounded: bool, hardware: list[str]) -> list[Artist]:
    return [*([bound_handle("speed of light")] if bounded else []),
            *(Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **_hollow(number))
              for number, source in enumerate(hardware[:SOURCES]))]


def _notes(rows: pd.DataFrame, here: pd.DataFrame) -> list[str]:
    notes = ["step: against the variant that it improves"] if (here["improves"] != "").any() else []
    return notes + absent(rows, here, "not run at this problem")


def _why_no_bar(row: pd.Series) -> str:
    """'failed: out of memory' for a row without a time, '' for one with a time."""
    if row["time_median_us"] > 0:
        return ""
    return ": ".join(filter(None, [rungs_rows.untimed(row), show.plain(row["message"])]))
