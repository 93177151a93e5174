"""One problem of a case, a line per variant, cache state and machine: what its table shows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.published import Match, Published
from rungs.report.setups import Setup

NAME = 60      # letters of a name that are shown
MESSAGE = 300  # and of a message


@dataclass(frozen=True)
class Cell:
    """What a table shows, and the number by which it is sorted (None: by the text; missing numbers go last)."""

    text: str
    value: float | None = None


@dataclass(frozen=True)
class Line:
    """A row in words."""

    setup: Setup
    row: pd.Series
    name: str         # of the variant
    href: str         # of the variant's part on the page
    time: Cell
    spread: Cell
    rate: Cell
    floor: Cell
    step: Cell
    published: Cell
    status: str       # 'ok', 'unstable', 'unsupported', ...; 'not timed'
    message: str

    @property
    def place(self) -> str:
        """Where it ran."""
        return self.setup.place_of(self.row)


@dataclass(frozen=True)
class Problem:
    """One size and setting of the parameters."""

    id: str
    size: str
    params: str
    lines: list   # of Line, in the order of the ladder, cache states and setups side by side
    missing: list  # names of the case's variants that have no row here

    @property
    def title(self) -> str:
        """'10240x10240, repeater=100'."""
        return show.problem_name(self.size, self.params)

    @property
    def has(self) -> set[str]:
        """Which of the columns that may be empty have anything to show."""
        names = ("rate", "floor", "step", "published")
        return {name for name in names if any(getattr(line, name).text for line in self.lines)}

    @property
    def emptied(self) -> list[Line]:
        """The lines of emptied caches; of a setup without such all of the first cache state that it has."""
        found = []
        for number in dict.fromkeys(line.setup.number for line in self.lines):
            mine = [line for line in self.lines if line.setup.number == number]
            cold = [line for line in mine if rungs_rows.is_emptied(line.row)]
            found += cold or [line for line in mine if line.row["cache"] == mine[0].row["cache"]]
        return found


def rows_of(case: str, setups: list[Setup]) -> pd.DataFrame:
    """The rows of a case on all setups as one frame, with the setup's number in `setup`."""
    frames = [setup.rows[setup.rows["case"] == case].assign(setup=setup.number) for setup in setups]
    return pd.concat([frame for frame in frames if len(frame)], ignore_index=True)


def problems_of(rows: pd.DataFrame, case: str, setups: list[Setup], published: Published, links: dict[str, str],
                ids: Any) -> list[Problem]:
    """The problems of a case's rows (see rows_of), the one with most variants and figures first.

    `links` gives the href of each variant's part, `ids` (a names.Ids) makes the problems' own.
    """
    defaults = {setup.number: rungs_rows.defaults_of(setup.rows, case) for setup in setups}
    first = rungs_rows.choose_problem(rows, published, next(iter(defaults.values())))
    found = []
    for size, params in sorted(dict.fromkeys(zip(rows["size"], rows["params"])), key=lambda key: key != first):
        here = rows[(rows["size"] == size) & (rows["params"] == params)]
        lines = [line_of(row, here, setups[row["setup"]], published.matches(row, defaults[row["setup"]]),
                         links[row["variant"]]) for row in _in_order(here)]
        missing = [show.plain(name, NAME) for name in rungs_rows.variants_in_order(rows)
                   if name not in set(here["variant"])]
        found.append(Problem(ids.new(case, "problem"), size, params, lines, missing))
    return found


def _in_order(rows: pd.DataFrame) -> Iterator:
    rows = rows.assign(place=rows["cache"].map(ladder.CACHES.index))
    for variant in rungs_rows.variants_in_order(rows):
        for _, row in rows[rows["variant"] == variant].sort_values(["place", "setup"], kind="stable").iterrows():
            yield row


def line_of(row: pd.Series, rows: pd.DataFrame, setup: Setup, figures: list[Match], href: str) -> Line:
    """A row as a Line; `rows` are those of its problem, on all setups."""
    timed = row["time_median_us"] > 0
    step = rungs_rows.step_of(row, rows[rows["setup"] == row["setup"]]) if timed else float("nan")
    floor = row["speed_of_light_percent"]
    return Line(
        setup, row, show.plain(row["variant"], NAME) or "unnamed", href,
        time=Cell(show.time(row["time_median_us"]), row["time_median_us"]) if timed else Cell(""),
        spread=_spread(row),
        rate=_rate(row),
        floor=Cell(show.percent(floor), floor) if timed and floor > 0 else Cell(""),
        step=Cell(f"{show.factor(step)} over {show.plain(row['improves'], NAME)}", step) if step > 0 else Cell(""),
        published=_published(figures),
        status="not timed" if row["status"] == "ok" and not timed else row["status"],
        message=show.plain(row["message"], MESSAGE))


def _spread(row: pd.Series) -> Cell:
    """'0.3 % (270 us to 281 us)': the relative interquartile range, and the least and 95th percentile times."""
    if not row["time_median_us"] > 0 or not row["iqr_percent"] >= 0:
        return Cell("")
    ends = ""
    if row["time_min_us"] > 0 and row["time_p95_us"] > 0:
        ends = f" ({show.time(row['time_min_us'])} to {show.time(row['time_p95_us'])})"
    return Cell(show.percent(row["iqr_percent"]) + ends, row["iqr_percent"])


def _rate(row: pd.Series) -> Cell:
    if row["gbps"] > 0:
        return Cell(show.rate(row["gbps"]), row["gbps"])
    return Cell(show.operations(row["gops"]), row["gops"]) if row["gops"] > 0 else Cell("")


def _published(figures: list[Match]) -> Cell:
    text = "; ".join(f"{show.time(match.figure.value, trim=True)} ({show.plain(match.source, 48)})"
                     for match in figures)
    return Cell(text, figures[0].figure.value if figures else None)
