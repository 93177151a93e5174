"""One run of `bench` on the host: its rows, tables and files; and what it draws on a terminal."""

import fcntl
import json
import os
import pty
import re
import statistics
import struct
import termios
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import CEILINGS, QUICK, call, check_rows, environment, identity, listed, median_of, of_problem, read
from command_line import program as bench_program
from conftest import records
from terminals import everything_written


@pytest.fixture(scope="module")
def host_run(tmp_path_factory):
    """One run on the host with every output file, shared by the tests that only look."""
    folder = tmp_path_factory.mktemp("host_run")
    result = call(folder, "--backend=host", "--filter=stitch", *QUICK, "--sizes=64,96x40", "--seed=7", "--param",
                  "repeater=16", "--out=rows.csv", "--samples=samples.csv", "--json=j.json")
    return SimpleNamespace(folder=folder, result=result, rows=read(folder / "rows.csv"),
                           json=json.loads((folder / "j.json").read_text()))


def test_at_large_sizes_no_sum_takes_a_result_without_work_for_right(rows_of):
    """The harness checks it: a tolerance must not grow faster than results spread."""
    rows = rows_of("--backend=simulator", "--verify-only", "--filter=^reduce/gpu/(global_atomics|evict_first_float)$",
                   "--sizes=2048", "--param", "op=all")
    assert [row["status"] for row in rows] == ["ok"] * 4


def test_a_run_ends_well_and_leaves_its_files(host_run):
    assert (host_run.result.returncode, host_run.result.stderr) == (0, "")
    assert sorted(path.name for path in host_run.folder.iterdir()) == [
        "j.json", "rows.csv", "rows.environment.csv", "rows.steps.csv", "samples.csv"]
    for text in ("stitch", "96x40", "repeater=16", "cold", "row_copies", "median", "speed of light", "step"):
        assert text in host_run.result.stdout
    assert not {"\x1b", "\r"} & {*host_run.result.stdout}, "a pipe gets plain text"
    facts = {line["name"]: line["value"] for line in records(host_run.folder / "rows.environment.csv")}
    assert {"written", "version", "compiler", "host"} <= set(facts)
    assert {facts["commit"]} == {row["commit"] for row in host_run.rows}


def test_rows_are_those_asked_for(host_run):
    wanted = {(one["variant"], size) for one in listed() if one["name"].startswith("stitch/host/")
              for size in ("64x64", "96x40")}
    rows = of_problem(host_run.rows)
    assert Counter((row["variant"], row["size"]) for row in rows) == Counter(wanted)
    assert {(row["case"], row["params"].partition(";")[0], row["cache"], row["seed"]) for row in rows} == {
        ("stitch", "repeater=16", "cold", "7")}  # and, of some, the version


def test_host_rows_have_times_that_agree(host_run):
    check_rows(host_run.rows)
    for row in host_run.rows:
        assert (row["backend"], row["status"]) == ("host", "ok")
        low, median, p95 = (float(row[f"time_{name}_us"]) for name in ("min", "median", "p95"))
        assert 0 < low <= median <= p95
        assert low <= float(row["time_mean_us"]) and int(row["samples"]) >= 1 and int(row["discarded"]) >= 0
        if row["ci_low_us"]:
            assert low <= float(row["ci_low_us"]) <= median <= float(row["ci_high_us"])
        assert row["modes"] in {"1", "2"} and row["stop_reason"] != ""
        assert re.fullmatch(r"[0-9a-f]{40}", row["binary"]) and int(row["mismatches"]) == 0
        assert float(row["gbps"]) == pytest.approx(int(row["bytes"]) / median / 1e3, rel=1e-4)
        # A target of floats written once, and what it shows of the pattern read once.
        if row["case"] == "stitch":
            width, height = map(int, row["size"].split("x"))
            assert int(row["bytes"]) == 4 * (width * height + 16 * 16)


def test_ceilings_are_there_and_floors_follow_from_them(host_run):
    ceilings = [int(row["bytes"]) for row in host_run.rows if row["case"] in CEILINGS]
    for row in of_problem(host_run.rows):
        assert float(row["speed_of_light_percent"]) > 0
        assert any(moved == pytest.approx(int(row["bytes"]), rel=0.01) for moved in ceilings)


def test_samples_are_as_many_as_the_rows_say_and_give_their_median(host_run):
    lines = records(host_run.folder / "samples.csv")
    for row in host_run.rows:
        times = [float(line["time_us"]) for line in lines if identity(line) == identity(row)]
        assert len(times) == int(row["samples"])
        assert min(times) == pytest.approx(float(row["time_min_us"]), rel=1e-5)
        assert statistics.median(times) == pytest.approx(median_of(row), rel=1e-4)


def test_json_names_the_program_and_has_an_entry_a_row_with_its_median(host_run):
    assert {entry["time_unit"] for entry in host_run.json["benchmarks"]} == {"us"}
    entries = [(entry["name"].split("/iterations:")[0], entry["real_time"]) for entry in host_run.json["benchmarks"]]
    medians = {"/".join([row["case"], row["variant"], row["size"], *row["params"].replace("=", ":").split(";"),
                         row["backend"], row["cache"]]): median_of(row) for row in of_problem(host_run.rows)}
    assert dict(entries) == pytest.approx(medians, rel=1e-5) and len(entries) == len(medians)
    # Google Benchmark keeps a pointer to argv[0]: the text must outlive the run.
    assert Path(host_run.json["context"]["executable"]).name == Path(bench_program()).name


# On a terminal, which is one in memory.
LADDER = ["--backend=host", "--filter=^stitch/host/(row_copies|streaming_stores|all_cores)$", "--sizes=64", *QUICK[:-1]]
HEADER = ["variant", "median", "noise", "rate", "speed of light", "step"]


def drawn(columns, *args, **variables):
    """What a terminal of so many columns shows in the end, and every byte that it was sent."""
    pyte, bench = pytest.importorskip("pyte"), bench_program()  # may skip the test, which a child cannot
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))  # before it starts
        os.execve(bench, [bench, *args], {**environment(), "TERM": "xterm", **variables})
    sent = everything_written(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, sent
    screen = pyte.Screen(columns, 60)
    pyte.ByteStream(screen).feed(sent)
    return [line.rstrip() for line in screen.display], sent.decode()


def heads(shown):
    return [re.split(r"  +", line.strip()) for line in shown if line.strip().startswith("variant ")]


def test_the_table_is_there_once():
    shown, sent = drawn(200, *LADDER)
    assert heads(shown) == [HEADER]
    assert sum("host/row_copies" in line for line in shown if "note:" not in line) == 1
    assert "/3] stitch/host/" in sent and not any("/3]" in line for line in shown), "the status line is gone"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_terminal_keeps_whole_lines(columns):
    shown, _ = drawn(columns, *LADDER)
    head, = heads(shown)
    assert head[:2] == ["variant", "median"] and [name for name in HEADER if name in head] == head
    table = shown[next(i for i, line in enumerate(shown) if line.strip().startswith("variant ")):][:4]
    assert all(re.match(r"  (variant|host/)", line) for line in table), "no line is broken"


def test_steps_are_coloured_unless_asked_not_to():
    assert re.search("\x1b\\[3[12]m[0-9.]+x (faster|slower)\x1b\\[0m", drawn(120, *LADDER)[1])
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert not re.search("\x1b\\[3[123]m", drawn(120, *LADDER, **variables)[1])
