"""Choosing what runs: sizes, parameters, backends, modes."""

import json
import re

import pytest
from command_line import (
    CEILINGS,
    EVERY_FILE,
    POINTER,
    QUICK,
    SMALL,
    TIMED,
    check_any_row,
    check_refused,
    identity,
    of_problem,
    read,
    shown,
)

VERIFY = ["--verify-only", "--progress=never", "--out=r.csv"]


@pytest.mark.parametrize(("sizes", "wanted"), [
    ("8", ["8x8"]),
    ("8,16x4", ["8x8", "16x4"]),
    ("4..32*2", ["4x4", "8x8", "16x16", "32x32"]),
    ("4..31*2", ["4x4", "8x8", "16x16"]),
    ("10..30+10", ["10x10", "20x20", "30x30"]),
    ("7..7*2,9", ["7x7", "9x9"]),
    ("1", ["1x1"]),
    ("width=64,height=32", ["64x32"]),
    ("height=32,width=64", ["64x32"]),
    ("width=64,width=32", ["64x10240", "32x10240"]),  # the other side is the case's default
    ("width=8..16*2,height=4..5+1", ["8x4", "8x5", "16x4", "16x5"]),
    ("width=8,height=4,width=9,height=5", ["8x4", "9x5"]),
    ("7,width=8,height=4,3x2", ["7x7", "8x4", "3x2"]),
])
def test_sizes(bench, tmp_path, sizes, wanted):
    assert bench(*POINTER, *VERIFY, f"--sizes={sizes}").returncode == 0
    assert [row["size"] for row in read(tmp_path / "r.csv")] == wanted


@pytest.mark.parametrize(("params", "wanted"), [
    ([], ["repeater=100"]), (["--param", "repeater=3"], ["repeater=3"]),
    (["--param=repeater=3,5"], ["repeater=3", "repeater=5"]),
    (["--param", "repeater=3", "--param", "repeater=5,9"], ["repeater=3", "repeater=5", "repeater=9"])])
def test_params(bench, tmp_path, params, wanted):
    assert bench(*POINTER, *VERIFY, "--sizes=8", *params).returncode == 0
    assert [row["params"] for row in read(tmp_path / "r.csv")] == wanted


def test_param_all_runs_the_sweep(bench, tmp_path):
    assert bench(*POINTER, *VERIFY, "--sizes=8", "--param", "repeater=all").returncode == 0
    values = [row["params"] for row in read(tmp_path / "r.csv")]
    assert len(values) == len(set(values)) > 2
    assert "repeater=100" in values


@pytest.mark.parametrize("args", [
    ["--sizes=8,8"], ["--sizes=8,8x8,width=8,height=8"], ["--sizes=8", "--param", "repeater=16,16"],
    ["--sizes=8", "--param", "repeater=16,all"]], ids=shown)
def test_what_is_asked_for_twice_is_one_row(bench, tmp_path, args):
    """A row is the outcome of one (variant, backend, problem, cache state)."""
    assert bench(*POINTER, *VERIFY, *args).returncode == 0
    rows = [identity(row) for row in read(tmp_path / "r.csv")]
    assert len(rows) == len(set(rows))


def test_auto_without_a_gpu_verifies_gpu_variants_on_the_simulator(bench, tmp_path):
    result = bench("--filter=stitch/(host/pointer|gpu/modulo)$", *SMALL, "--out=r.csv")
    assert result.returncode == 0
    assert result.stderr.count("\n") == 1
    assert "simulator" in result.stderr
    assert {(row["variant"], row["backend"]) for row in of_problem(read(tmp_path / "r.csv"))} == {
        ("host/pointer", "host"), ("gpu/modulo", "simulator")}


def check_simulated(row):
    """Right, unless it needs a GPU or more shared memory than any has: then it says so."""
    wanted = {"unsupported"} if row["variant"].startswith("peer/") else {"ok", "unsupported"}
    assert row["status"] in wanted
    assert row["status"] == "ok" or re.search(r"GPU|shared memory: \d+ .* \d+$", row["message"])


def test_simulator_rows_have_no_time_and_no_cache(bench, tmp_path):
    result = bench("--filter=stitch|fill|copy|read", "--backend=simulator", *QUICK, "--sizes=64",
                   "--cache=both", *EVERY_FILE)
    assert result.returncode == 0
    rows = read(tmp_path / "r.csv")
    assert len({identity(row) for row in rows}) == len(rows)
    for row in rows:
        check_any_row(row)
        assert (row["backend"], row["cache"]) == ("simulator", "")
        assert all(row[name] == "" for name in [*TIMED, "gbps", "gops", "speed_of_light_percent"])
        check_simulated(row)
    assert any(row["status"] == "ok" for row in rows)
    assert (tmp_path / "s.csv").read_text().count("\n") == 1
    json.loads((tmp_path / "j.json").read_text())


def test_edge_cases_are_right_under_three_seeds(bench, tmp_path):
    assert bench("--edge-cases", "--backend=simulator", "--filter=stitch", "--out=r.csv",
                 "--progress=never").returncode == 0
    rows = read(tmp_path / "r.csv")
    for row in rows:
        check_simulated(row)
    assert {"ok"} <= {row["status"] for row in rows}
    assert len({row["seed"] for row in rows}) == 3
    assert {"1x1"} < {row["size"] for row in rows}


def test_an_option_may_be_called_by_its_old_name(bench, tmp_path):
    rows = []
    for option in ("--edge-cases", "--awkward"):
        assert bench(*POINTER, option, "--progress=never", f"--out={option}.csv").returncode == 0
        rows.append([{**row, "timestamp": ""} for row in read(tmp_path / f"{option}.csv")])
    assert rows[0] == rows[1] and len(rows[0]) > 3


def test_cold_is_never_measured_after_hot(bench, tmp_path):
    args = [*QUICK, "--param", "repeater=16", "--sizes=64,32", "--cache=both", "--out=r.csv"]
    assert bench("--backend=host", "--filter=stitch/host", *args).returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    states = [row["cache"] for row in rows]
    assert states == ["cold"] * (len(rows) // 2) + ["hot"] * (len(rows) // 2)
    stamps = [[row["timestamp"] for row in rows if row["cache"] == state] for state in ("cold", "hot")]
    assert max(stamps[0]) <= min(stamps[1])
    assert all(row["time_median_us"] and row["speed_of_light_percent"] for row in rows)


@pytest.mark.parametrize(("asked", "states"), [("hot,cold", {"cold", "hot"}), ("all", {"cold", "hot"}),
                                               ("hot", {"hot"}), ("dirty,cold", {"cold"}), ("both", {"cold", "hot"})])
def test_the_host_knows_no_dirty_caches(bench, tmp_path, asked, states):
    assert bench(*POINTER, *SMALL, f"--cache={asked}", "--out=r.csv").returncode == 0
    assert {row["cache"] for row in read(tmp_path / "r.csv")} == states
    check_refused(bench(*POINTER, *SMALL, "--cache=dirty"), "--cache dirty", "only rows of a GPU")


@pytest.mark.parametrize("mode", ["--verify-only", "--profile"])
def test_modes_without_times(bench, tmp_path, mode):
    result = bench("--backend=host", "--filter=stitch", *SMALL, mode, "--cache=both", *EVERY_FILE)
    assert (result.returncode, result.stderr) == (0, "")
    rows = read(tmp_path / "r.csv")
    assert {(row["case"], row["status"], row["cache"]) for row in rows} == {("stitch", "ok", "")}
    assert len({identity(row) for row in rows}) == len(rows) >= 2
    assert all(row[name] == "" for row in rows for name in [*TIMED, "gbps", "speed_of_light_percent"])
    assert (tmp_path / "s.csv").read_text().count("\n") == 1
    json.loads((tmp_path / "j.json").read_text())


def test_a_size_beyond_the_memory_is_unsupported_with_both_numbers(bench, tmp_path):
    result = bench(*POINTER, *QUICK, "--sizes=1073741824", "--out=r.csv")
    assert result.returncode == 0
    row, = of_problem(read(tmp_path / "r.csv"))
    assert row["status"] == "unsupported"
    assert all(row[name] == "" for name in TIMED)
    needed, free = map(int, re.findall(r"\d+", row["message"]))
    assert needed >= 4 * 2**60 > free
    assert re.search(r"bytes.*free", row["message"])


def test_the_self_test_measures_ceilings_alone(bench):
    result = bench("--self-test", "--backend=host", *QUICK)
    assert result.returncode in (0, 1) and result.stderr == ""
    agreement = result.stdout.partition("agreement of two runs")[2]
    assert set(re.findall(r"^  (\w+)/host/\w+ ", agreement, re.MULTILINE)) == CEILINGS


def test_progress_is_as_asked(bench):
    base = [*POINTER, *VERIFY[:1], "--sizes=8,9"]
    assert bench(*base, "--progress=never").stderr == ""
    assert "\r" in bench(*base, "--progress=always").stderr
    plain = bench(*base, "--progress=auto").stderr  # a pipe is no terminal
    assert "\r" not in plain
    assert [line[:5] for line in plain.splitlines()] == ["[1/2]", "[2/2]"]


def test_rows_of_one_seed_say_the_same_twice(bench, tmp_path):
    args = ["--filter=stitch", "--verify-only", "--progress=never", "--sizes=33"]
    for name in "ab":
        assert bench(*args, "--seed=18446744073709551615", f"--out={name}.csv").returncode == 0
    first, second = ([{**row, "timestamp": ""} for row in read(tmp_path / f"{name}.csv")] for name in "ab")
    assert first == second
    assert {row["seed"] for row in first} == {"18446744073709551615"}
