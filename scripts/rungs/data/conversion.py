"""Stored files of the schema before, rungs-row-2, written anew for this version.

rows.csv gets the column `ceiling`, which is found by rates. rows.metrics.csv, rows.counters.csv, rows.energy.csv and
rows.processes.csv become one rows.side.csv. counters.csv of `rungs ncu` gets the columns of a side table. Parameters
that a case got later are added with the value of then. The standard library alone.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from rungs.data import counter_files, row_format, side_table
from rungs.data.errors import RowsError, UserError
from rungs.data.files import beside, write_whole
from rungs.data.records import DEVICE, KEY, csv_text, number, read_records, shown, split_params, stream

Row = dict[str, str]

COUNTER_COLUMNS = ["case", "variant", "size", "params", "metric", "value", "unit"]
SIDES = ("processes", "metrics", "counters", "energy")  # in the order in which bench writes them
_SIDE_SUFFIXES = [[f".{kind}"] for kind in SIDES]
PROCESS_UNITS = {"samples": "", "sm_clock_mhz": "MHz"}
ENERGY_UNITS = {"joules_per_launch": "J", "net_joules_per_launch": "J", "ci_low": "J", "ci_high": "J",
                "idle_watts": "W", "watts": "W", "power_limit_w": "W", "pj_per_byte": "pJ", "pj_per_operation": "pJ",
                "seconds": "s", "launches": "", "updates": "", "temperature_c": "C", "sm_clock_mhz": "MHz",
                "memory_clock_mhz": "MHz", "throttle": "", "time_median_us": "us"}
# edm: its blocks had 16 rows of the matrix before their number became a parameter, whose default is 256; all distances
# were of the points from each other. distance: its table held random integers.
ADDED = {"edm": {"rows": "16", "sets": "one"}, "distance": {"profile": "random"}}

CEILING_CASES = ("fill", "copy", "read")
# Those of their variants that measure the bus, by the start of the name, and what they are called.
BUS_CEILINGS = {"download": "download", "upload": "upload", "both_ways": "transfer both ways"}
_OWN_CEILING = f"/((?:{'|'.join(BUS_CEILINGS)}|all_cores).*)"  # a ceiling of its own


def convert(path: Path) -> list[str]:
    """Converts what needs it of a file, or of all CSV files in a folder and below; returns a line for each file that
    was written. Raises RowsError, and BadUsage where there is no such path; then the rest is as it was."""
    found: list[str] = []
    for file in sorted(path.rglob("*.csv")) if path.is_dir() else [path]:
        if file.is_symlink() or not file.exists():  # the second: it became a part of a side table
            continue
        try:
            found += _convert_file(file)
        except UserError:
            raise
        except (ArithmeticError, KeyError, ValueError) as error:
            raise RowsError(f"{file}: it, or a file next to it, is not as {row_format.SCHEMA_BEFORE} has it: "
                            f"{type(error).__name__} {error}") from None
    return found


def _convert_file(file: Path) -> list[str]:
    _, header = next(stream(file))
    if sorted(header) == sorted(row_format.BEFORE):
        return _convert_rows(file)
    if header == COUNTER_COLUMNS:
        return [_convert_counters(file)]
    if {"case", "params"} <= set(header) and "schema" not in header and file.suffixes[:-1] not in _SIDE_SUFFIXES:
        return _complete(file)
    return []


def _completed(case: str, params: str) -> str:
    """The parameters of a row of `case`, with those that it lacks: 'batch=256' of edm gives 'batch=256;rows=16'."""
    there = split_params(params) if case in ADDED else {}
    return ";".join([*filter(None, [params]),
                     *(f"{name}={value}" for name, value in ADDED.get(case, {}).items() if name not in there)])


def _dicts(path: Path) -> list[Row]:
    header, body = read_records(path)
    found = [dict(zip(header, fields)) for _, fields in body]
    for row in found:
        row["params"] = _completed(row["case"], row["params"])
    return found


def _complete(path: Path) -> list[str]:
    """Writes a file anew where it lacks a parameter."""
    header, body = read_records(path)
    rows = _dicts(path)
    changed = sum(row["params"] != dict(zip(header, fields))["params"] for row, (_, fields) in zip(rows, body))
    if not changed:
        return []
    write_whole(path, csv_text(header, (row.values() for row in rows)))
    return [f"{path}: {changed} lines have the parameters that their cases got later"]


def _convert_counters(path: Path) -> str:
    counters: dict[tuple, dict] = {}
    for line, row in enumerate(_dicts(path), 2):
        value = number(f"{path}:{line}", "value", row["value"], 0)
        counters.setdefault(tuple(row[name] for name in counter_files.KEY), {})[row["metric"]] = value, row["unit"]
    counter_files.write(path, counters, counter_files.read_runs(path))
    return f"{path}: {len(counters)} variants and problems"


def _convert_rows(path: Path) -> list[str]:
    rows = _dicts(path)
    wrong = next((row["schema"] for row in rows if row["schema"] != row_format.SCHEMA_BEFORE), "")
    if wrong:
        raise RowsError(f"{path}: a row of schema {shown(wrong)}; expected {row_format.SCHEMA_BEFORE} in all")
    pool_of = _pools(rows)
    ceilings: dict[tuple, list[Row]] = {}
    for row in rows:
        if row["case"] in CEILING_CASES and row["gbps"]:
            ceilings.setdefault(pool_of(row), []).append(row)
    for row in rows:
        row |= {"schema": row_format.SCHEMA, "ceiling": _ceiling_of(row, ceilings.get(pool_of(row), []))}
    lines, lost = _side_lines(path, rows)
    said = []
    if lines:
        write_whole(side_table.path_of(path), csv_text(side_table.COLUMNS, lines))
        said = [f"{side_table.path_of(path)}: {len(lines)} lines"]
    if lost:
        said.append(f"{path}: {lost} lines of the files next to it are of none of its rows; they stay in the old files")
    write_whole(path, csv_text(row_format.COLUMNS, ([row[name] for name in row_format.COLUMNS] for row in rows)))
    for kind in SIDES if not lost else ():
        beside(path, kind).unlink(missing_ok=True)
    return [f"{path}: {len(rows)} rows", *said]


def _pools(rows: list[Row]) -> Callable[[Row], tuple]:
    """Which rows' ceilings are those of a row: of its GPU, or of all of one name that measured a run in parts."""
    problems: dict[tuple[str, str], dict[str, set]] = {}
    for row in rows:
        of_name = problems.setdefault((row["host"], row["device"]), {})
        of_name.setdefault(row[DEVICE], set()).add(tuple(row[name] for name in ("case", "size", "params", "cache")))
    in_parts = {name: len(set().union(*each.values())) == sum(map(len, each.values()))
                for name, each in problems.items()}

    def pool_of(row: Row) -> tuple:
        name = row["host"], row["device"]
        return *name, row["backend"], row["cache"], "" if in_parts[name] else row[DEVICE]
    return pool_of


def _ceiling_of(row: Row, ceilings: list[Row]) -> str:
    """The ceiling that made a row's speed of light, '' where it has none.

    It is the one that moves as many bytes at the speed of light's rate, both to 1 %; of each kind of ceiling only the
    fastest variant can be it. Where none fits (bytes read and written in another ratio) they are several.
    """
    if not row["speed_of_light_percent"] or not row["time_median_us"]:
        return ""
    work = float(row["bytes"])
    rate = work / (float(row["time_median_us"]) * float(row["speed_of_light_percent"]) / 100) / 1e3
    fastest: dict[tuple[str, ...], tuple[float, str, str]] = {}  # of each kind; (GB/s, case, variant)
    for one in ceilings:
        if abs(float(one["bytes"]) / work - 1) < 0.01:
            own, gbps = re.search(_OWN_CEILING, one["variant"]), float(one["gbps"])
            kind = one["case"], one["size"], own[1] if own else ""
            if gbps > fastest.get(kind, (0,))[0]:
                fastest[kind] = gbps, one["case"], one["variant"]
    # Of equally near ones the first by name, so that the order of the file does not matter.
    gbps, case, variant = min((fastest[kind] for kind in sorted(fastest)), key=lambda one: abs(one[0] / rate - 1),
                              default=(0, "", ""))
    if not abs(gbps / rate - 1) < 0.01:
        return row_format.SEVERAL_CEILINGS
    _, _, name = variant.partition("/")
    bus = (f"{'pageable ' * name.endswith('_pageable')}{what}" for start, what in BUS_CEILINGS.items()
           if name.startswith(start))
    return next(bus, case)


def _side_lines(path: Path, rows: list[Row]) -> tuple[list[list[str]], int]:
    """(the lines of the side table in the order of the rows, how many lines of the files before are of no row)."""
    found: dict[tuple, list[list[str]]] = {tuple(row[name] for name in (*KEY, DEVICE)): [] for row in rows}
    of_one: dict[tuple, tuple] = {}  # a line from before a run could use several GPUs names none
    for key in found:
        of_one[key[:-1]] = key if key[:-1] not in of_one else ()
    lost = 0
    for kind in SIDES:
        side = beside(path, kind)
        for line in _dicts(side) if side.exists() else []:
            short = tuple(line[name] for name in KEY)
            key = (*short, line[DEVICE]) if line.get(DEVICE) else of_one.get(short, ())
            if key in found:
                found[key] += ([*key, *own, "bench"] for own in _own(kind, line))
            else:
                lost += 1
    for row in rows:
        if "waits inside" in row["message"]:
            key = tuple(row[name] for name in (*KEY, DEVICE))
            found[key].append([*key, "driver", side_table.WAITS, "", "1", "", "bench"])
    return [line for of_row in found.values() for line in of_row], lost


def _own(kind: str, line: Row) -> Iterable[list[str]]:
    """[kind, name, index, value, unit] of what a line of a file before says."""
    if kind == "processes":
        return [["process", name, line["process"], text, PROCESS_UNITS.get(name, "us")] for name, text in line.items()
                if name not in (*KEY, DEVICE, "process") and text]
    if kind == "energy":
        return [["energy", name, "", line[name], unit] for name, unit in ENERGY_UNITS.items() if line[name]]
    return [[kind.removesuffix("s"), line["metric"], "", line["value"], line["unit"]]]
