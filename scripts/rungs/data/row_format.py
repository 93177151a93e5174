"""What a row of `bench` is: its columns, and what each may hold, as columns.csv lists them (harness/output/columns.csv,
from which bench is built too). And what its variant is to the one that it improves: rows.steps.csv, which bench writes
next to its rows.csv. And how versions of a variant are told apart. The standard library alone."""

import math
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rungs.data.errors import BrokenRows, RowsError
from rungs.data.files import companion
from rungs.data.records import check_key, check_word, number, packaged, read_records, read_table, shown, split_params
from rungs.data.show import plain, problem_name

_LIST = packaged("data/columns.csv")

COLUMNS = [one["name"] for one in _LIST]
SCHEMA = next(one["legal"] for one in _LIST if one["name"] == "schema")
# All numbers but the seed, which has too many digits for a float.
NUMBERS = [one["name"] for one in _LIST if one["type"] in ("integer", "number") and one["name"] != "seed"]
TIMES = [name for name in NUMBERS if name.startswith("time_")]
MAY_BE_INFINITE = {one["name"] for one in _LIST if one["may_be_infinite"] == "yes"}  # a NaN is an infinite error
LEGAL = {one["name"]: (*one["legal"].split(), *[""] * (one["may_be_empty"] == "yes")) for one in _LIST
         if one["legal"] and one["name"] not in ("schema", *NUMBERS)}
BAD = ("incorrect", "failed")  # statuses of rows that no command passes over
# The one thing that Python knows of the cases: these measure the device's own ceilings.
CEILING_CASES = ("fill", "copy", "read")
# Those of the bus: how their variants' names begin, and what the column `ceiling` calls them.
BUS_CEILINGS = {"download": "download", "upload": "upload", "both_ways": "transfer both ways"}
LEAST_SIZES = 3  # that make a sweep
SEVERAL_CEILINGS = "ceilings"  # the ceiling of converted rows that several made; bench names them: copy+read
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
STEP_COLUMNS = ["case", "variant", "technique", "step"]
STEP_KINDS = ("gain", "back", "question")  # back: worse on purpose; question: another result or time
Key = tuple[str, str, str]  # case, variant, params


def read_texts(path: Path, needed: tuple[str, ...], what: str) -> list[tuple[int, dict[str, str]]]:
    """[(line, {column: text})] of a file of rows that may have some columns only; raises RowsError if a needed one is
    missing: then it is not `what`."""
    header, body = read_records(path)
    missing = [column for column in needed if column not in header]
    if missing:
        raise RowsError(f"{path}:1: no column {', '.join(missing)}; expected {what}")
    rows = [(line, dict(zip(header, fields))) for line, fields in body]
    remark(path, (row for _, row in rows))
    return rows


def remark(path: Path, rows: Iterable[Mapping]) -> None:
    """Warns (BrokenRows) that some of these rows of a file are incorrect or failed, and names the first."""
    bad = [row for row in rows if row.get("status") in BAD]
    if bad:
        counts = ", ".join(f"{count} {status}" for status in BAD
                           if (count := sum(row["status"] == status for row in bad)))
        first = bad[0]
        warnings.warn(f"{path}: rows without a right result: {counts}; the first is {first['case']}/{first['variant']} "
                      f"({problem_name(first['size'], first.get('params', ''))}): "
                      f"{plain(first.get('message', ''), 200)}", BrokenRows, stacklevel=2)


def check_header(path: Path, header: list[str]) -> None:
    """Raises RowsError unless these are the columns of rows, in any order."""
    missing = [column for column in COLUMNS if column not in header]
    if len(missing) == len(COLUMNS) or "schema" in missing:
        raise RowsError(f"{path}:1: not a file of rows: the first columns are {shown(','.join(header[:4]))}; "
                        f"expected the header of {SCHEMA}, which starts with 'schema,case,variant'")
    foreign = [column for column in header if column not in COLUMNS]
    wrong = f"no column {', '.join(missing)}" if missing else f"unknown column {shown(', '.join(foreign))}" if foreign \
        else "a column appears twice" if len(header) > len(COLUMNS) else ""
    if wrong:
        raise RowsError(f"{path}:1: {wrong}; {SCHEMA} has {len(COLUMNS)} columns")


def checked(where: str, row: dict[str, str]) -> dict:
    """The fields of a row of text, with the NUMBERS as float (NaN where empty). Raises RowsError, which begins with
    `where`, unless it is a row of this schema."""
    if row["schema"] != SCHEMA:
        raise RowsError(f"{where}: schema is {shown(row['schema'])}; expected {SCHEMA}")
    for column, legal in LEGAL.items():
        if row[column] not in legal:
            words = ", ".join(word or "(empty)" for word in legal)
            raise RowsError(f"{where}: {column} is {shown(row[column])}; expected {words}")
    check_key(where, row["case"], row["variant"], row["size"], row["params"])
    numbers = {column: _field_number(where, column, row[column]) for column in NUMBERS}
    times = [column for column in TIMES if not math.isnan(numbers[column])]
    if times and (row["backend"] == "simulator" or row["status"] not in ("ok", "unstable")):
        raise RowsError(f"{where}: {times[0]} on a row that is {row['backend']} and {row['status']}; expected a time "
                        "on ok and unstable rows, never of the simulator")
    for column in times:
        if numbers[column] == 0:
            raise RowsError(f"{where}: {column} is 0; expected a time above 0 us")
    return {**row, **numbers}


def _field_number(where: str, column: str, text: str) -> float:
    if text == "":
        return math.nan
    if column in MAY_BE_INFINITE and text.lower().lstrip("+-") in ("inf", "infinity", "nan"):
        return float(text)
    if not _NUMBER.fullmatch(text):
        raise RowsError(f"{where}: {column} is {shown(text)}; expected a number of 0 or more, or empty")
    return float(text) if column in MAY_BE_INFINITE else number(where, column, text, 0)


@dataclass(frozen=True)
class Step:
    """Of a variant: the ids of the step's techniques, the main one first, and its kind."""

    techniques: tuple[str, ...] = ()
    kind: str = "gain"


def read_steps(rows_path: Path) -> dict[tuple[str, str], Step]:
    """{(case, variant): Step} of a rows.csv; {} where it has no such file. Raises RowsError."""
    path, found = companion(rows_path, "steps"), {}
    for line, (case, variant, technique, step) in read_table(path, STEP_COLUMNS, optional=True):
        check_word(f"{path}:{line}", "step", step, STEP_KINDS)
        found[case, variant] = Step(tuple(technique.split()), step)
    return found


def versions(keys: Iterable[Key]) -> dict[Key, tuple[str, str]]:
    """{key: (name of the version, the problem's params)} of those (case, variant, params) that have axes. A version is
    called as its variant where it is the only one among the keys, else with its axes behind: 'gpu/tiled block=64'.

    A variant may be compiled in several versions, along axes of its own ("block=128"). bench writes them behind the
    case's parameters, in the column `params` too: `repeater=100;block=128`. They are no part of the problem: rows that
    differ in them alone are of one problem, and of several versions of one variant. A case writes all its parameters
    into every row. So a name that not every variant of a case has is of an axis. (In a file of one variant alone
    nothing tells the two apart, and nothing needs to.)"""
    split = {key: split_params(key[2]) for key in keys}
    names: dict[str, dict[str, set[str]]] = {}  # of each case those of each variant
    for (case, variant, _), params in split.items():
        names.setdefault(case, {}).setdefault(variant, set()).update(params)
    axes = {case: set().union(*of.values()) - next(iter(of.values())).intersection(*of.values())
            for case, of in names.items()}

    def joined(key: Key, of_axes: bool) -> str:
        return ";".join(f"{name}={value}" for name, value in split[key].items() if (name in axes[key[0]]) == of_axes)
    own: dict[tuple[str, str], dict[Key, str]] = {}  # of each variant
    for key in split:
        own.setdefault(key[:2], {})[key] = joined(key, True)
    return {key: (f"{key[1]} {text}" if len(set(texts.values())) > 1 else key[1], joined(key, False))
            for texts in own.values() for key, text in texts.items() if text}
