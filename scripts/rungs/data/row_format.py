"""What a row of `bench` is: its columns, and what each may hold."""

import math
import re
from pathlib import Path

import pandas as pd

from rungs.data.errors import RowsError
from rungs.data.records import check_key, number, shown

SCHEMA = "rungs-row-2"

COLUMNS = (
    "schema,case,variant,improves,backend,status,message,size,params,cache,samples,discarded,"
    "time_min_us,time_median_us,time_mean_us,time_p95_us,iqr_percent,ci_low_us,ci_high_us,modes,stop_reason,"
    "event_overhead_us,bytes,operations,gbps,gops,peak_percent,speed_of_light_percent,max_error,mismatches,"
    "sm_clock_mhz,clock_locked,throttle,temperature_c,"
    "host,device,device_uuid,driver,cuda,compiler,commit,rungs_commit,binary,seed,timestamp").split(",")

TIMES = ["time_min_us", "time_median_us", "time_mean_us", "time_p95_us"]
NUMBERS = ["samples", "discarded", *TIMES, "iqr_percent", "ci_low_us", "ci_high_us", "modes", "event_overhead_us",
           "bytes", "operations", "gbps", "gops", "peak_percent", "speed_of_light_percent", "max_error", "mismatches",
           "sm_clock_mhz", "temperature_c"]
MAY_BE_INFINITE = {"max_error"}  # a NaN where a number was expected is an infinite error
LEGAL = {
    "backend": ("host", "cuda", "simulator"),
    "status": ("ok", "incorrect", "unsupported", "failed", "unstable"),
    "cache": ("cold", "dirty", "hot", ""),
}
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def check_header(path: Path, header: list[str]) -> None:
    missing = [column for column in COLUMNS if column not in header]
    if len(missing) == len(COLUMNS) or "schema" in missing:
        raise RowsError(f"{path}:1: not a file of rows: the first columns are {shown(','.join(header[:4]))}; "
                        f"expected the header of {SCHEMA}, which starts with 'schema,case,variant'")
    if missing:
        raise RowsError(f"{path}:1: no column {', '.join(missing)}; {SCHEMA} has {len(COLUMNS)} columns")
    foreign = [column for column in header if column not in COLUMNS]
    if foreign:
        raise RowsError(f"{path}:1: unknown column {shown(', '.join(foreign))}; {SCHEMA} has {len(COLUMNS)} columns")
    if len(set(header)) != len(header):
        raise RowsError(f"{path}:1: a column appears twice; {SCHEMA} has {len(COLUMNS)} columns")


def checked(where: str, row: dict[str, str], schema: str) -> dict:
    """The fields of a row of text, with the NUMBERS as float (NaN where empty). Raises RowsError, which begins with
    `where`, unless it is a row of this schema."""
    if row["schema"] != schema:
        raise RowsError(f"{where}: schema is {shown(row['schema'])}; expected {schema}, as in the header")
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


def check_twins(path: Path, frame: pd.DataFrame) -> None:
    """Two measured rows of one name and problem would make every plot a matter of luck."""
    key = ["case", "variant", "backend", "size", "params", "cache", "host", "device", "device_uuid"]
    rows = frame[frame["backend"] != "simulator"]
    for _, second in rows[rows.duplicated(key)].head(1).iterrows():
        first = rows[(rows[key] == second[key]).all(axis=1)].iloc[0]
        raise RowsError(f"{path}:{second['line']}: the same variant, problem and cache as line {first['line']}; "
                        "expected one row each (two runs in one file?)")
