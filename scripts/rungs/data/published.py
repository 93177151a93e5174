"""The figures that the source documents publish, joined to rows by case, variant and condition."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from rungs.data.records import SMALLEST, number, read_table, split_params
from rungs.data.rows import dicts

COLUMNS = ["document", "variant", "hardware", "condition", "metric", "value", "note"]

# How the documents name a size, and the sizes of a row that each can mean.
_SIDES = {"target": ("{0}x{0}",), "side": ("{0}x{0}",), "n": ("{0}", "{0}x1", "{0}x{0}")}
_SIZE = re.compile(r"\d+x\d+")


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
    """A figure beside a row; `open` names what the document leaves unsaid ('size', a parameter)."""

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
        elif _SIZE.fullmatch(word):
            sizes = (word,)
    return sizes, tuple(params)


class Published:
    """All figures, and the rows they belong to."""

    def __init__(self, figures: list[Figure] | tuple = ()) -> None:
        self.figures = list(figures)
        self._of: dict[tuple[str, str], list[Figure]] = {}  # (metric, 'case/variant') -> figures
        for figure in self.figures:
            self._of.setdefault((figure.metric, figure.variant), []).append(figure)

    def matches(self, row: Mapping, defaults: Any) -> list[Match]:
        """The published times for a row, as a list of Match. Of a document that gives GFLOP/s and no time, the time
        is that of the row's operations. What a condition names must agree. What it leaves open must be as in `defaults`
        (a default_problem.Defaults): a figure of unsaid size says nothing about every size of a sweep."""
        variant = f"{row['case']}/{row['variant']}"
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

    def beside(self, rows: pd.DataFrame, defaults: Any) -> int:
        """How many rows have a published figure."""
        needed = [name for name in ("case", "variant", "size", "params", "operations") if name in rows]
        return sum(bool(self.matches(row, defaults)) for row in dicts(rows[needed]))


def read(path: Path | None) -> Published:
    """Reads a published.csv, no figures where `path` is None. Raises RowsError."""
    if path is None:
        return Published()
    return Published([Figure(document, variant, hardware, metric, number(f"{path}:{line}", "value", text, SMALLEST),
                             *parse_condition(condition))
                      for line, (document, variant, hardware, condition, metric, text, _) in read_table(path, COLUMNS)])
