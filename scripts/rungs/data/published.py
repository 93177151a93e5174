"""The figures that the source documents publish, joined to rows by case, variant and condition; and which of a case's
problems to show."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from rungs.data.records import SIZE, SMALLEST, number, read_table, split_params
from rungs.data.row_format import LEAST_SIZES
from rungs.data.rows import elements

COLUMNS = ["document", "variant", "hardware", "condition", "metric", "value", "note"]

# How the documents name a size, and the sizes of a row that each can mean.
_SIDES = {"target": ("{0}x{0}",), "side": ("{0}x{0}",), "n": ("{0}", "{0}x1", "{0}x{0}")}


@dataclass(frozen=True)
class Figure:
    """One published number. `variant` carries its case: 'stitch/gpu/modulo'."""

    document: str
    variant: str
    hardware: str
    metric: str
    value: float
    sizes: tuple   # sizes of a row that the condition allows; () where it gives none
    params: tuple  # ((name, value), ...) that the condition names


@dataclass(frozen=True)
class Match:
    """A figure of a row; `open` names what the document leaves unsaid ('size', a parameter)."""

    figure: Figure
    open: tuple

    @property
    def source(self) -> str:
        """'RTX 2070', or 'RTX 2070; size not given'."""
        return self.figure.hardware + (f"; {', '.join(self.open)} not given" if self.open else "")


def parse_condition(text: str) -> tuple[tuple, tuple]:
    """'target=10240 repeater=100' as (('10240x10240',), (('repeater', '100'),)). Other words are ignored."""
    sizes: tuple[str, ...] = ()
    params = []
    for word in text.split():
        name, equals, value = word.partition("=")
        if equals and name in _SIDES and value.isdigit():
            sizes = tuple(form.format(value) for form in _SIDES[name])
        elif equals:
            params.append((name, value))
        elif SIZE.fullmatch(word):
            sizes = (word,)
    return sizes, tuple(params)


@dataclass(frozen=True)
class Defaults:
    """What a case was run at unless said otherwise, as far as a file can tell."""

    size: str     # '' where the file sweeps over sizes
    params: dict


def defaults_of(frame: pd.DataFrame, case: str) -> Defaults:
    """The size and the value of each parameter that stand first in the file for a case. Of a file that begins with a
    sweep over sizes, from the smallest on, no size is the default."""
    rows = frame[frame["case"] == case]
    params = {name: value for text in reversed(rows["params"].tolist()) for name, value in split_params(text).items()}
    sizes = list(dict.fromkeys(rows["size"]))
    swept = len(sizes) >= LEAST_SIZES and elements(sizes[0]) == min(map(elements, sizes))
    return Defaults(sizes[0] if sizes and not swept else "", params)


class Published:
    """All figures, and the rows they belong to."""

    def __init__(self, figures: list[Figure] | tuple = ()) -> None:
        self.figures = list(figures)
        self._of: dict[tuple[str, str], list[Figure]] = {}  # (metric, 'case/variant') -> figures
        for figure in self.figures:
            self._of.setdefault((figure.metric, figure.variant), []).append(figure)

    def matches(self, row: Mapping, defaults: Defaults) -> list[Match]:
        """The published times for a row. Of a document that gives GFLOP/s and no time, the time is that of the row's
        operations. What a condition names must agree. What it leaves open must be as in `defaults`: a figure of unsaid
        size says nothing about every size of a sweep."""
        variant = f"{row['case']}/{row['variant'].partition(' ')[0]}"  # of any version
        figures = self._of.get(("time_us", variant), [])
        if not figures and row.get("operations", 0) > 0:
            figures = [replace(figure, metric="time_us", value=row["operations"] / figure.value / 1e3)
                       for figure in self._of.get(("gflops", variant), [])]
        params = split_params(row["params"]) if figures else {}
        found = []
        for figure in figures:
            named = dict(figure.params)
            silent = [name for name in params if name not in named]
            if (row["size"] in (figure.sizes or (defaults.size,))
                    and all(params.get(name, value) == value for name, value in named.items())
                    and all(params[name] == defaults.params.get(name) for name in silent)):
                found.append(Match(figure, tuple(silent if figure.sizes else ["size", *silent])))
        return found

    def rows_with_one(self, rows: pd.DataFrame, defaults: Defaults) -> int:
        """How many rows have a published figure."""
        needed = [name for name in ("case", "variant", "size", "params", "operations") if name in rows]
        return sum(bool(self.matches(row, defaults)) for row in rows[needed].to_dict("records"))


def read(path: Path | None) -> Published:
    """Reads a published.csv, no figures where `path` is None. Raises RowsError."""
    if path is None:
        return Published()
    return Published([Figure(document, variant, hardware, metric, number(f"{path}:{line}", "value", text, SMALLEST),
                             *parse_condition(condition))
                      for line, (document, variant, hardware, condition, metric, text, _) in read_table(path, COLUMNS)])


def choose_problem(rows: pd.DataFrame, published: Published, defaults: Defaults) -> tuple[str, ...]:
    """The (size, params) of one case to show: with the most variants, then the most published figures;
    among equals the largest of a sweep over sizes, then the first in the file."""
    def worth(problem: tuple[str, ...]) -> tuple[int, ...]:
        named = problems[problem].drop_duplicates("variant")
        return len(named), published.rows_with_one(named, defaults), 0 if defaults.size else elements(problem[0])

    problems = dict(iter(rows.groupby(["size", "params"], sort=False)))
    return max(problems, key=worth)
