"""One problem of a case, a line per variant and machine: what the ladder's chart and its table both show."""

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
    floor_us: float   # the floor of this row, NaN where it has none
    time: Cell
    spread: Cell
    rate: Cell
    floor: Cell
    step: Cell
    published: Cell
    figures: list     # of published.Match
    status: str       # 'ok', 'unstable', 'unsupported', ...; 'not timed'
    message: str

    @property
    def place(self) -> str:
        """Where it ran."""
        return self.setup.place_of(self.row)


@dataclass(frozen=True)
class Problem:
    """One size, setting of the parameters and cache state."""

    id: str
    size: str
    params: str
    cache: str
    lines: list   # of Line, in the order of the ladder, setups side by side
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
    def cache_title(self) -> str:
        """'cold cache', or '' where the rows do not say."""
        return f"{self.cache} cache" if self.cache else ""


def rows_of(case: str, setups: list[Setup]) -> pd.DataFrame:
    """The rows of a case on all setups as one frame, with the setup's number in `setup`."""
    frames = [setup.rows[setup.rows["case"] == case].assign(setup=setup.number) for setup in setups]
    return pd.concat([frame for frame in frames if len(frame)], ignore_index=True)


def problems_of(rows: pd.DataFrame, case: str, setups: list[Setup], published: Published, variant_ids: dict[str, str],
                ids: Any) -> list[Problem]:
    """The problems of a case's rows (see rows_of), the one with most variants and figures first.

    `variant_ids` gives the id of each variant's part, `ids` (a names.Ids) makes the problems' own.
    """
    defaults = {setup.number: rungs_rows.defaults_of(setup.rows, case) for setup in setups}
    first = rungs_rows.choose_problem(rows, published, next(iter(defaults.values())))
    keys = sorted(dict.fromkeys(zip(rows["size"], rows["params"], rows["cache"])),
                  key=lambda key: (key[:2] != first, ladder.CACHES.index(key[2])))
    found = []
    for size, params, cache in keys:
        here = rows[(rows["size"] == size) & (rows["params"] == params) & (rows["cache"] == cache)]
        lines = [line_of(row, here, setups[row["setup"]], published.matches(row, defaults[row["setup"]]),
                         variant_ids[row["variant"]]) for row in _in_order(here)]
        missing = [show.plain(name, NAME) for name in rungs_rows.variants_in_order(rows)
                   if name not in set(here["variant"])]
        found.append(Problem(ids.new(case, "problem"), size, params, cache, lines, missing))
    return found


def lines_of_first(problems: list[Problem]) -> list[Line]:
    """The lines of the first problem, of each setup with emptied caches: in runs of different age those are cold in one
    and dirty in the other."""
    first, found = problems[0], []
    for problem in problems:
        if (problem.size, problem.params) == (first.size, first.params):
            known = {line.setup.number for line in found}
            found += [line for line in problem.lines if line.setup.number not in known
                      and (problem is first or rungs_rows.is_emptied(line.row))]
    return found


def _in_order(rows: pd.DataFrame) -> Iterator:
    for variant in rungs_rows.variants_in_order(rows):
        for _, row in rows[rows["variant"] == variant].sort_values("setup", kind="stable").iterrows():
            yield row


def line_of(row: pd.Series, rows: pd.DataFrame, setup: Setup, figures: list[Match], variant_id: str) -> Line:
    """A row as a Line; `rows` are those of its problem and cache, on all setups."""
    mine = rows[rows["setup"] == row["setup"]]
    timed = row["time_median_us"] > 0
    step = rungs_rows.step_of(row, mine) if timed else float("nan")
    floor = row["speed_of_light_percent"] if timed and row["speed_of_light_percent"] > 0 else float("nan")
    return Line(
        setup, row, show.plain(row["variant"], NAME) or "unnamed", f"#{variant_id}",
        floor_us=row["time_median_us"] * floor / 100,
        time=Cell(show.time(row["time_median_us"]), row["time_median_us"]) if timed else Cell(""),
        spread=_spread(row),
        rate=_rate(row),
        floor=Cell(show.percent(floor), floor) if floor > 0 else Cell(""),
        step=Cell(f"{show.factor(step)} over {show.plain(row['improves'], NAME)}", step) if step > 0 else Cell(""),
        published=_published(figures),
        figures=figures,
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
