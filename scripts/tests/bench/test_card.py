"""What the project promises on its card: `ctest` tests each variant, `bench --filter=distance --sizes=...` sweeps into
CSV, scripts/ncu_all.sh profiles, rows are drawn. (Google Benchmark's options, NVTX and the report have files of their
own.)"""

import json
import subprocess
import sys
from pathlib import Path

from command_line import POINTER, QUICK, call, files, of_problem, program, read
from conftest import SCRIPTS


def test_a_sweep_over_sizes_is_a_csv_that_bench_reads_again(tmp_path):
    sweep = ["--filter=distance", "--sizes=64,96", "--out=rows.csv", *QUICK]
    assert call(tmp_path, *sweep).returncode == 0
    rows = of_problem(read(tmp_path / "rows.csv"))
    assert {row["size"] for row in rows} == {"64x64", "96x96"} and {row["case"] for row in rows} == {"distance"}
    before = files(tmp_path)
    assert call(tmp_path, *sweep, "--resume").returncode == 0 and files(tmp_path)["rows.csv"] == before["rows.csv"]
    assert "#include <csv.h>" in (SCRIPTS.parent / "harness/output/csv.cpp").read_text()  # libcsv reads it


def test_rows_are_drawn(tmp_path):
    assert call(tmp_path, *POINTER, *QUICK, "--sizes=64,96", "--out=rows.csv").returncode == 0
    plot = [sys.executable, "-m", "rungs", "plot", tmp_path / "rows.csv", "--out", tmp_path / "plots"]
    subprocess.run(plot, cwd=SCRIPTS, check=True)
    assert list((tmp_path / "plots").glob("*.png"))


def test_ctest_tests_each_variant_where_it_can_run():
    shown = subprocess.run(["ctest", "--test-dir", str(Path(program()).parent), "--show-only=json-v1"],
                           capture_output=True, text=True, check=True).stdout
    tests = {test["name"].partition(".")[2] for test in json.loads(shown)["tests"]}
    listed = json.loads(call(SCRIPTS, "--list=json").stdout)
    for case in listed["cases"]:
        for variant in case["variants"]:
            assert variant["name"] in tests


def test_the_old_name_of_the_profiler_helps():
    done = subprocess.run([SCRIPTS / "ncu_all.sh", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Nsight Compute" in done.stdout
