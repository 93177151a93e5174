"""One run of `bench` on the host: its rows, tables and files."""

import csv
import io
import json
import re
import statistics
from collections import Counter
from pathlib import Path

import pytest
from command_line import (
    CEILINGS,
    COLUMNS,
    QUICK,
    call,
    check_any_row,
    files,
    full_name,
    identity,
    median_of,
    names_in_order,
    of_problem,
    program,
    read,
)

from rungs.data import rows as rungs_rows


class Run:
    """One run on the host with every output file, shared by the tests that only look."""

    def __init__(self, folder):
        self.folder = folder
        self.result = call(folder, "--backend=host", "--filter=stitch", *QUICK, "--sizes=64,96x40",
                           "--seed=7", "--param", "repeater=16", "--out=rows.csv", "--samples=samples.csv",
                           "--json=j.json")
        self.rows = read(folder / "rows.csv")
        with open(folder / "samples.csv", newline="", encoding="utf-8") as file:
            self.samples = list(csv.DictReader(file))
        self.json = json.loads((folder / "j.json").read_text())


@pytest.fixture(scope="module")
def host_run(tmp_path_factory):
    return Run(tmp_path_factory.mktemp("host_run"))


def test_a_run_ends_well_and_leaves_its_files(host_run):
    assert (host_run.result.returncode, host_run.result.stderr) == (0, "")
    assert set(files(host_run.folder)) == {"rows.csv", "rows.environment.csv", "samples.csv", "j.json"}


def test_rows_are_those_asked_for(host_run, bench):
    names = [name for name in names_in_order(bench) if name.startswith("stitch/host/")]
    wanted = {(name, size) for name in names for size in ("64x64", "96x40")}
    rows = of_problem(host_run.rows)
    assert Counter((full_name(row), row["size"]) for row in rows) == Counter(wanted)
    assert {(row["params"], row["cache"], row["seed"]) for row in rows} == {("repeater=16", "cold", "7")}


def test_host_rows_have_times_that_agree(host_run):
    for row in host_run.rows:
        check_any_row(row)
        assert (row["backend"], row["status"]) == ("host", "ok")
        low, median, p95 = (float(row[f"time_{name}_us"]) for name in ("min", "median", "p95"))
        assert 0 < low <= median <= p95
        assert low <= float(row["time_mean_us"])
        if int(row["samples"]) >= 4:
            assert float(row["iqr_percent"]) >= 0
        if int(row["samples"]) >= 11 and row["ci_low_us"]:
            assert low <= float(row["ci_low_us"]) <= median <= float(row["ci_high_us"])
        if int(row["samples"]) < 11:
            assert (row["ci_low_us"], row["ci_high_us"]) == ("", "")
        assert row["modes"] in {"1", "2"}
        assert int(row["samples"]) >= 1
        assert int(row["discarded"]) >= 0
        assert row["stop_reason"] != ""
        assert re.fullmatch(r"[0-9a-f]{40}", row["binary"])
        assert int(row["mismatches"]) == 0
        assert float(row["gbps"]) == pytest.approx(int(row["bytes"]) / median / 1e3, rel=1e-4)
        # A target of floats written once, and what it shows of the pattern read once.
        if row["case"] == "stitch":
            width, height = map(int, row["size"].split("x"))
            assert int(row["bytes"]) == 4 * (width * height + 16 * 16)


def test_readers_bring_the_rows_of_a_problem_into_the_order_of_the_ladder(host_run, bench, tmp_path):
    """The file has them in the order in which they were made, which is drawn from the seed."""
    order = names_in_order(bench)
    with open(tmp_path / "rows.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(host_run.rows)
    frame = rungs_rows.read(tmp_path / "rows.csv")
    for size in ("64x64", "96x40"):
        mine = frame[(frame["size"] == size) & (frame["case"] == "stitch")]
        places = [order.index(f"stitch/{variant}") for variant in mine["variant"]]
        assert places == sorted(places) and len(places) >= 2


def test_ceilings_are_there_and_floors_follow_from_them(host_run):
    ceilings = [row for row in host_run.rows if row["case"] in CEILINGS]
    assert ceilings, "no fill, copy or read row"
    assert len({identity(row) for row in host_run.rows}) == len(host_run.rows)
    for row in of_problem(host_run.rows):
        assert float(row["speed_of_light_percent"]) > 0
        alike = [one for one in ceilings if one["cache"] == row["cache"]]
        assert any(int(one["bytes"]) == pytest.approx(int(row["bytes"]), rel=0.01) for one in alike)


def test_environment_stands_beside_the_rows(host_run):
    text = (host_run.folder / "rows.environment.csv").read_text()
    lines = list(csv.reader(io.StringIO(text), strict=True))
    assert lines[0] == ["backend", "name", "value"]
    facts = {name: value for _, name, value in lines[1:]}
    assert {"written", "version", "commit", "compiler", "host"} <= set(facts)
    assert {facts["commit"]} == {row["commit"] for row in host_run.rows}


def test_samples_are_as_many_as_the_rows_say_and_give_their_median(host_run):
    taken = {}
    for sample in host_run.samples:
        taken.setdefault(identity(sample), []).append(sample)
    assert {identity(row): int(row["samples"]) for row in host_run.rows} == {
        key: len(samples) for key, samples in taken.items()}
    for row in host_run.rows:
        samples = taken[identity(row)]
        assert [int(sample["sample"]) for sample in samples] == list(range(len(samples)))
        times = [float(sample["time_us"]) for sample in samples]
        assert min(times) == pytest.approx(float(row["time_min_us"]), rel=1e-5)
        assert statistics.median(times) == pytest.approx(float(row["time_median_us"]), rel=1e-4)


def test_json_has_an_entry_a_row_with_its_median(host_run):
    entries = {}
    for entry in host_run.json["benchmarks"]:
        assert entry["time_unit"] == "us"
        key = entry["name"].split("/iterations:")[0]
        assert key not in entries
        entries[key] = entry["real_time"]
    medians = {"/".join([full_name(row), row["size"], row["params"].replace("=", ":"), row["backend"],
                         row["cache"]]): median_of(row) for row in of_problem(host_run.rows)}
    assert entries == pytest.approx(medians, rel=1e-5)


def test_json_names_the_program(host_run):
    """Google Benchmark keeps a pointer to argv[0]: the text must outlive the run."""
    assert Path(host_run.json["context"]["executable"]).name == Path(program()).name


def test_the_table_goes_to_stdout(host_run):
    for text in ("stitch", "64x64", "96x40", "repeater=16", "cold", "host/pointer", "median", "speed of light", "step"):
        assert text in host_run.result.stdout
