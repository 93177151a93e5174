"""Stored files of the schema before, rungs-row-2, written anew for this version.

rows.csv gets the column `ceiling`, which is found by rates. rows.metrics.csv, rows.counters.csv, rows.energy.csv and
rows.processes.csv become one rows.side.csv. counters.csv of `rungs ncu` gets the columns of a side table. Parameters
that a case got later are added with the value of then. A last line that was cut is left out. Each file may be
compressed (.csv.gz). The standard library alone.
"""

import re
from collections.abc import Callable
from pathlib import Path

from rungs.data import counter_files, row_format, side_table
from rungs.data.errors import CutShort, RowsError, UserError
from rungs.data.files import below, companion, write_whole
from rungs.data.records import DEVICE, KEY, csv_text, number, shown, split_params, stored, stream

Row = dict[str, str]

COUNTER_COLUMNS = [*counter_files.KEY, "metric", "value", "unit"]
SIDES = ("processes", "metrics", "counters", "energy")  # in the order in which bench writes them
PROCESS_UNITS = {"samples": "", "sm_clock_mhz": "MHz"}
ENERGY_UNITS = {"joules_per_launch": "J", "net_joules_per_launch": "J", "ci_low": "J", "ci_high": "J",
                "idle_watts": "W", "watts": "W", "power_limit_w": "W", "pj_per_byte": "pJ", "pj_per_operation": "pJ",
                "seconds": "s", "launches": "", "updates": "", "temperature_c": "C", "sm_clock_mhz": "MHz",
                "memory_clock_mhz": "MHz", "throttle": "", "time_median_us": "us"}
# edm: its blocks had 16 rows of the matrix before their number became a parameter, whose default is 256; all distances
# were of the points from each other. distance: its table held random integers.
ADDED = {"edm": {"rows": "16", "sets": "one"}, "distance": {"profile": "random"}}

# Those of the ceilings' variants that measure the bus, by the start of the name, and what they are called.
_OWN_CEILING = f"/((?:{'|'.join(row_format.BUS_CEILINGS)}|all_cores).*)"  # a ceiling of its own


def convert(path: Path) -> list[str]:
    """Converts what needs it of a file, or of all CSV files in a folder and below; returns a line for each file that
    was written, lost a line, or is of a schema that cannot be converted. Raises RowsError; then the rest is as it was.
    """
    said: list[str] = []
    files = [one for one in below(path) if one.name.endswith((".csv", ".csv.gz"))] if path.is_dir() else [path]
    for file in sorted({file.with_suffix("") if file.suffix == ".gz" else file for file in files}):
        if stored(file).is_symlink() or not stored(file).exists():  # the second: it became a part of a side table
            continue
        try:
            _convert_file(file, said)
        except UserError:
            raise
        except (ArithmeticError, KeyError, ValueError) as error:
            raise RowsError(f"{file}: it, or a file next to it, is not as {row_format.SCHEMA_BEFORE} has it: "
                            f"{type(error).__name__} {error}") from None
    return said


def _convert_file(file: Path, said: list[str]) -> None:
    lines = stream(file)
    _, header = next(lines)
    if sorted(header) == sorted(row_format.BEFORE):
        _convert_rows(file, said)
    elif "schema" in header and sorted(header) != sorted(row_format.COLUMNS):
        schema = next((fields[header.index("schema")] for _, fields in lines), "")
        said.append(f"{file}: rows of {shown(schema)}, left as they are; only those of {row_format.SCHEMA_BEFORE} are "
                    "converted")
    elif header == COUNTER_COLUMNS:
        _convert_counters(file, said)
    elif {"case", "params"} <= set(header) and not any(file.name.endswith(f".{kind}.csv") for kind in SIDES):
        cut: list[str] = []
        rows = _read(file, cut)
        before = [row["params"] for row in rows]
        _complete(rows)
        if changed := sum(row["params"] != params for row, params in zip(rows, before)):
            write_whole(stored(file), csv_text(header, (row.values() for row in rows)))
            said += [*cut, f"{file}: {changed} lines have the parameters that their cases got later"]


def _read(file: Path, said: list[str]) -> list[Row]:
    """The rows of a file. A last line that was cut is left out, and said."""
    found: list[Row] = []
    lines = stream(file)
    _, header = next(lines)
    try:
        for _, fields in lines:
            found.append(dict(zip(header, fields)))
    except CutShort:
        said.append(f"{file}: its last line was cut, and is left out")
    return found


def _complete(rows: list[Row]) -> list[Row]:
    """The same rows, with the parameters that they lack: 'batch=256' of edm becomes 'batch=256;rows=16;sets=one'."""
    for row in rows:
        added = ADDED.get(row["case"], {})
        there = split_params(row["params"]) if added else {}
        row["params"] = ";".join([*filter(None, [row["params"]]),
                                  *(f"{name}={value}" for name, value in added.items() if name not in there)])
    return rows


def _convert_counters(file: Path, said: list[str]) -> None:
    counters: dict[tuple, dict] = {}
    for line, row in enumerate(_complete(_read(file, said)), 2):
        value = number(f"{file}:{line}", "value", row["value"], 0)
        counters.setdefault(tuple(row[name] for name in counter_files.KEY), {})[row["metric"]] = value, row["unit"]
    counter_files.write(file, counters, counter_files.read_runs(file))
    said.append(f"{file}: {len(counters)} variants and problems")


def _convert_rows(file: Path, said: list[str]) -> None:
    rows = _complete(_read(file, said))
    wrong = next((row["schema"] for row in rows if row["schema"] != row_format.SCHEMA_BEFORE), "")
    if wrong:
        raise RowsError(f"{file}: a row of schema {shown(wrong)}; expected {row_format.SCHEMA_BEFORE} in all")
    pool_of = _pools(rows)
    ceilings: dict[tuple, list[Row]] = {}
    for row in rows:
        if row["case"] in row_format.CEILING_CASES and row["gbps"]:
            ceilings.setdefault(pool_of(row), []).append(row)
    for row in rows:
        row |= {"schema": row_format.SCHEMA, "ceiling": _ceiling_of(row, ceilings.get(pool_of(row), []))}
    side, (lines, lost) = side_table.path_of(file), _side_lines(file, rows, said)
    # One that is the same is of a conversion that was interrupted.
    if lines and stored(side).exists() and [one for _, one in stream(side)] != [side_table.COLUMNS, *lines]:
        raise RowsError(f"{side}: is there already; expected none next to rows of {row_format.SCHEMA_BEFORE}, whose "
                        "side files become one of this name")
    said.append(f"{file}: {len(rows)} rows")
    if lines:
        write_whole(stored(side), csv_text(side_table.COLUMNS, lines))
        said.append(f"{side}: {len(lines)} lines")
    if lost:
        said.append(f"{file}: {lost} lines of the files next to it are of none of its rows; they stay in the old files")
    write_whole(stored(file), csv_text(row_format.COLUMNS, ([row[name] for name in row_format.COLUMNS]
                                                            for row in rows)))
    for kind in SIDES if not lost else ():
        stored(companion(file, kind)).unlink(missing_ok=True)


def _pools(rows: list[Row]) -> Callable[[Row], tuple]:
    """Which rows' ceilings are those of a row: of its GPU, or of all of one name that measured a run in parts, so that
    no two of them share a problem."""
    gpus: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        problem = tuple(row[name] for name in ("host", "device", "case", "size", "params", "cache"))
        gpus.setdefault(problem, set()).add(row[DEVICE])
    share = {problem[:2] for problem, uuids in gpus.items() if len(uuids) > 1}

    def pool_of(row: Row) -> tuple:
        name = row["host"], row["device"]
        return *name, row["backend"], row["cache"], row[DEVICE] if name in share else ""
    return pool_of


def _ceiling_of(row: Row, ceilings: list[Row]) -> str:
    """The ceiling that made a row's speed of light, '' where it has none. It is the one that moves as many bytes at the
    speed of light's rate, both to 1 %; of each kind of ceiling only the fastest variant can be it. Where none fits
    (bytes read and written in another ratio) they are several."""
    if not row["speed_of_light_percent"] or not row["time_median_us"]:
        return ""
    work = float(row["bytes"])
    rate = work / (float(row["time_median_us"]) * float(row["speed_of_light_percent"]) / 100) / 1e3

    def apart(one: Row) -> float:
        return abs(float(one["gbps"]) / rate - 1)
    fastest: dict[tuple[str, ...], Row] = {}  # of each kind
    for one in sorted(ceilings, key=lambda one: float(one["gbps"])):
        if abs(float(one["bytes"]) / work - 1) < 0.01:
            own = re.search(_OWN_CEILING, one["variant"])
            fastest[one["case"], one["size"], own[1] if own else ""] = one
    # Of equally near ones the first by name, so that the order of the file does not matter.
    nearest = min((fastest[kind] for kind in sorted(fastest)), key=apart, default=None)
    if nearest is None or not apart(nearest) < 0.01:
        return row_format.SEVERAL_CEILINGS
    _, _, name = nearest["variant"].partition("/")
    bus = (f"{'pageable ' * name.endswith('_pageable')}{what}" for start, what in row_format.BUS_CEILINGS.items()
           if name.startswith(start))
    return next(bus, nearest["case"])


def _side_lines(file: Path, rows: list[Row], said: list[str]) -> tuple[list[list[str]], int]:
    """(the lines of the side table in the order of the rows, how many lines of the files before are of no row)."""
    found: dict[tuple, list[list[str]]] = {tuple(row[name] for name in (*KEY, DEVICE)): [] for row in rows}
    of_one: dict[tuple, tuple] = {}  # a line from before a run could use several GPUs names none
    for key in found:
        of_one[key[:-1]] = key if key[:-1] not in of_one else ()
    lost = 0
    for kind in SIDES:
        side = companion(file, kind)
        for line in _complete(_read(side, said)) if stored(side).exists() else []:
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


def _own(kind: str, line: Row) -> list[list[str]]:
    """[kind, name, index, value, unit] of what a line of a file before says."""
    if kind == "processes":
        return [["process", name, line["process"], text, PROCESS_UNITS.get(name, "us")] for name, text in line.items()
                if name not in (*KEY, DEVICE, "process") and text]
    if kind == "energy":
        return [["energy", name, "", line[name], unit] for name, unit in ENERGY_UNITS.items() if line[name]]
    return [[kind.removesuffix("s"), line["metric"], "", line["value"], line["unit"]]]
