"""The program `bench` as its users meet it: what the tests of options, files and exit codes share. None asserts a
time.

The environment variable RUNGS_BENCH names the program. Every run hides the GPUs, so that the tests mean the
same on a machine with one; what a GPU adds is tested elsewhere."""

import csv
import functools
import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rungs.data.records import KEY
from rungs.data.row_format import COLUMNS, LEGAL, SCHEMA

TIMED = ["samples", "discarded", "time_min_us", "time_median_us", "time_mean_us", "time_p95_us", "modes", "stop_reason"]
CEILINGS = {"fill", "copy", "read"}

# An unoptimised build (the sanitizers') times only where it is told to.
QUICK = ["--min-time=0.001", "--time-limit=0.05", "--min-samples=2", "--time-unoptimised", "--progress=never"]
POINTER = ["--backend=host", "--filter=stitch/host/row_copies$"]
SMALL = [*QUICK, "--sizes=64", "--param", "repeater=16"]
ONE = [*POINTER, *SMALL]  # a row, and those of its ceilings
TWO = [*ONE, "--param", "repeater=32"]
EVERY_FILE = ["--out=r.csv", "--samples=s.csv", "--json=j.json"]


def program():
    path = os.environ.get("RUNGS_BENCH") or pytest.skip("RUNGS_BENCH does not name the program bench")
    assert Path(path).is_file(), f"RUNGS_BENCH={path}: no such file"
    return str(Path(path).resolve())


def environment():
    return {**os.environ, "CUDA_VISIBLE_DEVICES": ""}


def call(cwd, *args, timeout=60, **variables):
    result = subprocess.run([program(), *args], cwd=cwd, env={**environment(), **variables}, timeout=timeout,
                            capture_output=True, stdin=subprocess.DEVNULL, check=False)
    # Decoded here: text mode would turn the progress line's \r into line ends.
    result.stdout, result.stderr = result.stdout.decode("utf-8"), result.stderr.decode("utf-8")
    return result


def in_shell(folder, script, *args):
    """Runs bash with bench and its arguments as "$@"."""
    bash = shutil.which("bash") or pytest.skip("there is no bash")
    return subprocess.run([bash, "-c", script, "bash", program(), *args], cwd=folder, env=environment(), timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def read(path):
    return rows_in(path.read_bytes().decode("utf-8"))


def rows_in(text):
    """The rows of a CSV's text, after a look at its shape: the header as designed, whole lines, all fields there."""
    assert text.endswith("\n")
    lines = list(csv.reader(io.StringIO(text), strict=True))
    assert lines[0] == COLUMNS
    return [dict(zip(COLUMNS, line, strict=True)) for line in lines[1:]]


def of_problem(rows):
    """Without the ceilings, which are measured next to the rows that were asked for."""
    return [row for row in rows if row["case"] not in CEILINGS]


def identity(row):
    return tuple(row[name] for name in KEY)


def files(folder):
    """Every path below a folder, with the bytes of files."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*"))}


def check_refused(result, *texts):
    """Bad usage: exit code 2, nothing on stdout, and one line on stderr that a person can read."""
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert re.fullmatch("bench: .*\n", result.stderr)
    assert not re.search(r"\d{25}", result.stderr), "a limit of hundreds of digits is not readable"
    for text in texts:
        assert text in result.stderr


def median_of(row):
    return float(row["time_median_us"])


def check_rows(rows):
    """Each row is sound, and none is there twice."""
    assert len({identity(row) for row in rows}) == len(rows)
    for row in rows:
        assert row["schema"] == SCHEMA and row["status"] in LEGAL["status"]
        assert re.fullmatch(r"\d+(x\d+){0,2}", row["size"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["timestamp"])
        assert all(row[name].isdigit() for name in ("bytes", "operations", "mismatches", "seed"))
        assert all(row[name] for name in ("host", "device", "compiler", "commit", "rungs_commit"))
        assert row["status"] in {"ok", "unstable"} or (row["message"] and not any(row[name] for name in TIMED))


def with_field(text, column, value):
    """A file's text with another value in its first row."""
    lines = list(csv.reader(io.StringIO(text)))
    lines[1][COLUMNS.index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(lines)
    return out.getvalue()


@functools.cache
def list_document():
    result = call(".", "--list=json")
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout)


def listed():
    """The variants of --list=json, as dicts, in its order."""
    return [variant for case in list_document()["cases"] for variant in case["variants"]]
