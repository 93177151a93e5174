"""What comes after --: options of Google Benchmark, which do what its users expect."""

import csv
import io
import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from command_line import EVERY_FILE, ONE, QUICK, SMALL, check_refused, median_of, of_problem, read
from conftest import run_program

COMPARE = Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools
NAME = "stitch/host/row_copies/64x64/repeater:16/host/cold"


def test_repetitions_give_a_row_each_and_aggregates_alone_where_they_are_asked_for(bench, tmp_path):
    done = bench("--backend=host", "--filter=stitch/host", *QUICK, "--sizes=64,65", "--out=r.csv", "--json=j.json",
                 "--", "--benchmark_repetitions=2", "--benchmark_display_aggregates_only", "--benchmark_format=console")
    assert done.returncode == 0 and "_mean" in done.stdout and "/iterations:1/manual_time " not in done.stdout
    rows = of_problem(read(tmp_path / "r.csv"))
    counts = Counter((row["variant"], row["size"]) for row in rows)
    assert len(counts) > 1 and set(counts.values()) == {2}
    entries = json.loads((tmp_path / "j.json").read_text())["benchmarks"]
    single = [entry for entry in entries if entry["run_type"] == "iteration"]
    assert sorted(entry["real_time"] for entry in single) == pytest.approx(
        sorted(median_of(row) for row in rows), rel=1e-5)
    assert len({entry["family_index"] for entry in single}) == len({entry["name"] for entry in single})
    aggregates = {entry["aggregate_name"] for entry in entries if entry["run_type"] == "aggregate"}
    assert aggregates == {"mean", "median", "stddev", "cv"}


def test_its_formats_take_the_place_of_our_tables_on_stdout(bench, tmp_path):
    done = bench(*ONE, "--out=r.csv", "--", "--benchmark_format=json")
    json_entry, = json.loads(done.stdout)["benchmarks"]
    row, = of_problem(read(tmp_path / "r.csv"))
    assert json_entry["name"].startswith(NAME)
    assert json_entry["real_time"] == pytest.approx(median_of(row), rel=1e-5)
    entry, = csv.DictReader(io.StringIO(bench(*ONE, "--", "--benchmark_format=csv").stdout))
    assert entry["name"].startswith(NAME)
    done = bench(*ONE, "--json=j.json", "--", "--benchmark_format=console", "--benchmark_time_unit=ns")
    assert NAME in done.stdout and "Load Average" in done.stderr, "what it prints of the machine goes to stderr"
    nanoseconds, = json.loads((tmp_path / "j.json").read_text())["benchmarks"]
    assert [(one["time_unit"], one["cpu_time"]) for one in (json_entry, nanoseconds)] == [("us", 0), ("ns", 0)]


def test_a_filter_of_names_may_leave_out_and_the_environment_counts_for_nothing(bench, monkeypatch):
    for name, value in {"FILTER": "nosuch", "REPETITIONS": "3", "FORMAT": "xml", "TIME_UNIT": "parsec"}.items():
        monkeypatch.setenv(f"BENCHMARK_{name}", value)
    done = bench("--backend=host", "--filter=stitch/host", *SMALL, "--json=j.json", "--",
                 "--benchmark_filter=-(row_copies|streaming_stores)/", "--benchmark_format=console")
    assert done.returncode == 0 and "host/all_cores" in done.stdout
    assert "streaming_stores" not in done.stdout and NAME not in done.stdout


@pytest.mark.parametrize(("option", "expected"), [
    *[(option, "has an effect here") for option in (
        "--benchmark_min_time=2", "--benchmark_min_warmup_time=1", "--benchmark_enable_random_interleaving=true",
        "--benchmark_perf_counters=CYCLES", "--benchmark_out=other.json", "--benchmark_list_tests",
        "--benchmark_nosuch=1", "stray", "--v=abc")],
    ("--benchmark_repetitions=-1", "a whole number from 1"), ("--benchmark_repetitions=0", "a whole number from 1"),
    ("--benchmark_repetitions=abc", "a whole number from 1"), ("--benchmark_repetitions", "a whole number from 1"),
    ("--benchmark_filter=" + 1001 * "a", "up to 1000 characters"), ("--benchmark_filter=(", "no regular expression"),
    ("--benchmark_time_unit=parsec", "one of ns, us, ms, s"),
    *[(f"--benchmark_{name}=perhaps", "one of ")
      for name in ("color", "counters_tabular", "report_aggregates_only", "display_aggregates_only", "format")],
    ("--benchmark_filter=nosuch", "Failed to match any benchmarks against regex: nosuch"),
    ("--benchmark_filter=nosuch", NAME), ("--benchmark_filter=-host", "regex: -host")])
def test_what_is_wrong_or_would_have_no_effect_is_refused(refused, option, expected):
    refused([option.split("=")[0], expected], *ONE, *EVERY_FILE, "--", option)


def test_its_help_is_reachable_and_it_has_no_options_where_nothing_is_run(bench):
    """The message for a bad option behind `--` points to its help."""
    result = bench("--", "--benchmark_help")
    assert (result.returncode, result.stderr) == (0, "") and "--benchmark_filter" in result.stdout
    for option in ("--list", "--version", "--self-test"):
        check_refused(bench(option, "--", "--benchmark_foo"), "--benchmark_foo", "has no effect")


def test_its_compare_py_reads_two_runs(bench, tmp_path):
    if not COMPARE.exists():
        pytest.skip(f"no {COMPARE}: it comes with libbenchmark-tools")
    for name in ("old.json", "new.json"):
        assert bench(*ONE, f"--json={name}").returncode == 0
    command = [sys.executable, COMPARE, "--no-color", "benchmarks", "old.json", "new.json"]
    assert NAME in run_program(*command, cwd=tmp_path)
    assert json.loads((tmp_path / "new.json").read_text())["context"]["rungs_commit"]
