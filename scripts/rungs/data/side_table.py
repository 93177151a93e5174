"""The side table of rows: a line for each figure of a row that is no column of it.

bench writes rows.side.csv next to its rows.csv; counters.csv of `rungs ncu` has the same columns. A line names its row
and the GPU, then what it is: `kind` metric (a further figure of the case), counter (of the hardware), energy (of a
launch), process (what one of several has measured; `index` is its number) or driver (what a profiler of kernels does
not see: memsets and copies with their numbers, or that a launch waits inside). The standard library alone."""

from collections.abc import Iterator
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.files import companion, stored
from rungs.data.records import DEVICE, KEY, check_word, lines_of_rows, number

KINDS = ("metric", "counter", "energy", "process", "driver")
SOURCES = ("bench", "ncu")
OWN = ["kind", "name", "index", "value", "unit", "source"]
COLUMNS = [*KEY, DEVICE, *OWN]
WAITS = "waits_inside"  # a driver line: the launch waits for the GPU, so that latency is part of its time

Figures = dict[str, tuple[float, str]]  # name -> (value, unit)


def path_of(rows_path: Path) -> Path:
    """Where the side table of a rows.csv lies: rows.side.csv."""
    return companion(rows_path, "side")


def lines(path: Path, *kinds: str) -> Iterator[tuple[str, tuple, list[str]]]:
    """(file and line, (*KEY, DEVICE) of the row, the fields of OWN) of each line of these kinds; none where there is no
    such file. Raises RowsError, also where a line of another kind is broken."""
    if not stored(path).exists():
        return
    for where, key, own in lines_of_rows(path, OWN):
        check_word(where, "kind", own[0], KINDS)
        check_word(where, "source", own[-1], SOURCES)
        if not own[1]:
            raise RowsError(f"{where}: name is empty; expected what the value is of")
        if own[0] in kinds:
            yield where, key, own


def figures(path: Path, *kinds: str) -> dict[tuple, Figures]:
    """{(*KEY, DEVICE): {name: (value, unit)}} of the lines of these kinds, {} where there is no such file. Of two lines
    for one figure the later counts, as the file is appended to. Raises RowsError."""
    found: dict[tuple, Figures] = {}
    for where, key, (kind, name, _, text, unit, _) in lines(path, *kinds):
        value = number(where, "value", text, 0) if kind == "counter" else number(where, "value", text)
        found.setdefault(key, {})[name] = value, unit
    return found


def operations(path: Path) -> dict[tuple, list[int]]:
    """{(*KEY, DEVICE): [bytes]} of the memsets and copies that the driver does in a launch."""
    found: dict[tuple, list[int]] = {}
    for where, key, (_, name, _, text, _, _) in lines(path, "driver"):
        if name != WAITS:
            found.setdefault(key, []).append(int(number(where, "value", text, 0)))
    return found


def waiting(path: Path) -> set[tuple]:
    """The rows, as (*KEY, DEVICE), whose launch waits inside."""
    return {key for _, key, own in lines(path, "driver") if own[1] == WAITS}
