"""What stands behind --: options of Google Benchmark."""

import json
from collections import Counter

import pytest
from command_line import SMALL, median_of, of_problem, read


def test_repetitions_give_a_row_each(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host/(indexed|pointer)$", *SMALL, "--out=r.csv",
                 "--json=j.json", "--", "--benchmark_repetitions=2").returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    assert Counter(row["variant"] for row in rows) == {"host/indexed": 2, "host/pointer": 2}
    entries = json.loads((tmp_path / "j.json").read_text())["benchmarks"]
    single = [entry for entry in entries if entry["run_type"] == "iteration"]
    assert sorted(entry["real_time"] for entry in single) == pytest.approx(
        sorted(median_of(row) for row in rows), rel=1e-5)


def test_each_repetition_has_the_factor_of_its_own_median(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host/(indexed|pointer)$", *SMALL, "--out=r.csv", "--",
                 "--benchmark_repetitions=3").returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    before = [median_of(row) for row in rows if row["variant"] == "host/indexed"]
    for row in rows:
        if row["variant"] == "host/pointer":
            compared_with = float(row["vs_previous"]) * median_of(row)
            assert any(compared_with == pytest.approx(median, rel=1e-4) for median in before)


def test_benchmark_filter_narrows(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host", *SMALL, "--out=r.csv", "--",
                 "--benchmark_filter=pointer").returncode == 0
    assert [row["variant"] for row in of_problem(read(tmp_path / "r.csv"))] == ["host/pointer"]


def test_random_interleaving_runs_every_row(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host", *SMALL, "--out=r.csv", "--",
                 "--benchmark_repetitions=2", "--benchmark_enable_random_interleaving=true").returncode == 0
    counts = Counter(row["variant"] for row in of_problem(read(tmp_path / "r.csv")))
    assert set(counts.values()) == {2}
