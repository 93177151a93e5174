"""The cases at a glance: what is fastest at each case's first problem, a machine per column."""

from dataclasses import dataclass
from typing import Any

from rungs.data import rows as rungs_rows
from rungs.data.ladder_order import kind
from rungs.report.ladder_lines import Line


@dataclass(frozen=True)
class Row:
    """One case."""

    case: object   # cases.Case
    title: str     # of the problem
    cache: str     # state of the caches, where a line does not say another
    best: list     # (fastest of the ladder, fastest peer) a setup, each a Line or None


def rows_of(cases: list, setups: list) -> list[Row]:
    """A Row for each case with a time; the ceilings are left out: the table of machines has them."""
    found = []
    for case in cases:
        lines = case.problems[0].emptied
        best = [(_fastest(lines, setup, False), _fastest(lines, setup, True)) for setup in setups]
        if case.name not in rungs_rows.CEILING_CASES and any(any(pair) for pair in best):
            found.append(Row(case, case.problems[0].title, lines[0].row["cache"], best))
    return found


def _fastest(lines: list[Line], setup: Any, peer: bool) -> Line | None:
    """Of those that move as many bytes as the ladder's first variant: a result of half the bytes is another one."""
    mine = [line for line in lines if line.setup is setup and line.time.value and line.status == "ok"
            and (kind(line.row["variant"]) == "peer") == peer
            and not abs(line.row["bytes"] - lines[0].row["bytes"]) > 0]  # unknown bytes differ from none
    return min(mine, key=lambda line: line.time.value or 0.0, default=None)
