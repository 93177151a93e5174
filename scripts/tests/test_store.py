"""`rungs store`: runs are kept without loss, none twice, and history, compare and fleet report read them."""

import shutil

import pytest
from conftest import ROWS, Command, records
from made_up_runs import drawn, row, sampled, write, write_sampled

pytest.importorskip("pyarrow", reason="the package pyarrow is not installed")
pytest.importorskip("duckdb", reason="the package duckdb is not installed")

from rungs.data import process_files, sample_files  # noqa: E402
from rungs.data import rows as rungs_rows  # noqa: E402
from rungs.data.records import csv_text, read_records  # noqa: E402

STORE, HISTORY, COMPARE = Command("store"), Command("history"), Command("compare")


@pytest.fixture
def run(tmp_path):
    """Makes a folder with rows, samples, environment, counters and a text."""
    def make(name, us=275.0, seed=1, **more):
        folder = tmp_path / "runs" / name
        folder.mkdir(parents=True)
        made = sampled(drawn(us, 0.3, seed), timestamp=f"2026-11-2{seed}T10:00:00Z", **more)
        write_sampled(folder / "rows.csv", [made])
        (folder / "rows.environment.csv").write_text('backend,name,value\ncuda,"odd ""name""","a, b\nc"\ncuda,empty,\n')
        (folder / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n"
                                             "stitch,gpu/modulo,1024x1024,repeater=100,a,00012.50,ns\n")
        (folder / "self-test.txt").write_bytes(b"fine \xc3\xa9\r\n")
        return folder
    return make


@pytest.fixture
def add(tmp_path, capsys):
    """Adds to the test's store; returns what is said last, and checks the exit code."""
    def call(*paths, code=0):
        assert STORE.run("add", *paths, f"--store={tmp_path / 'store'}") == code
        said = capsys.readouterr()
        return (said.err if code else said.out.splitlines()[-1].partition(": ")[2])
    return call


@pytest.fixture
def stored(tmp_path):
    """The folders of the store's runs."""
    return lambda: sorted(path for path in (tmp_path / "store" / "runs").iterdir())


def query(capsys, tmp_path, sql, *more):
    assert STORE.run("query", f"--store={tmp_path / 'store'}", sql, *more) == 0
    return capsys.readouterr().out


def test_nothing_is_lost(run, add, stored):
    folder = run("a")
    assert add(folder) == "1 added"
    there, = stored()
    for name in ("rows", "rows.samples", "rows.environment", "counters"):
        assert [list(part) for part in read_records(folder / f"{name}.csv")][0] == read_records(
            there / f"{name}.parquet")[0]
        assert [fields for _, fields in read_records(folder / f"{name}.csv")[1]] == [
            fields for _, fields in read_records(there / f"{name}.parquet")[1]]
    assert (there / "self-test.txt").read_bytes() == (folder / "self-test.txt").read_bytes()
    assert rungs_rows.read(there / "rows.parquet").equals(rungs_rows.read(folder / "rows.csv"))
    old, new = (sample_files.read(path) for path in (folder / "rows.samples.csv", there / "rows.samples.parquet"))
    assert old.keys() == new.keys() and all((old[key] == new[key]).all() for key in old)


def test_every_stored_row_of_the_tests_comes_back(add, stored, tmp_path):
    write(tmp_path / "in" / "rows.csv", records())
    add(tmp_path / "in")
    back = rungs_rows.read(stored()[0] / "rows.parquet").drop(columns="line")
    assert back.equals(rungs_rows.read(ROWS).drop(columns="line"))


def test_a_run_is_added_once(run, add, stored, tmp_path):
    run("a"), run("b", seed=2)
    assert add(tmp_path / "runs") == "2 added"
    before = {path: path.stat().st_mtime_ns for path in tmp_path.joinpath("store").rglob("*") if path.is_file()}
    assert add(tmp_path / "runs", tmp_path / "runs" / "a", tmp_path / "runs" / "b" / "rows.csv") == "2 known"
    shutil.copytree(tmp_path / "runs" / "a", tmp_path / "elsewhere")
    assert add(tmp_path / "elsewhere") == "1 known"
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.joinpath("store").rglob("*") if path.is_file()}


def test_a_run_that_has_grown_takes_its_old_place(add, stored, tmp_path):
    rows = [row(f"a/gpu/v{number}") for number in range(3)]
    path = write(tmp_path / "in" / "rows.csv", rows[:2])
    assert add(path) == "1 added"
    write(path, rows)
    assert add(path) == "1 grown" and len(stored()) == 1
    write(path, rows[1:])
    assert add(path) == "1 known" and len(stored()) == 1


def test_files_beside_a_run_that_has_grown_are_kept(run, add, stored, tmp_path):
    folder = run("a")
    add(folder)
    rows = [dict(line, params=params) for line in records(folder / "rows.csv") for params in ("repeater=100", "b=2")]
    grown = write(tmp_path / "grown" / "rows.csv", rows)
    (grown.parent / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n")
    assert add(grown) == "1 grown"
    there, = stored()
    assert sorted(path.name for path in there.iterdir()) == sorted([
        "rows.parquet", "rows.samples.parquet", "rows.environment.parquet", "counters.parquet", "self-test.txt",
        "manifest.json"])
    assert read_records(there / "counters.parquet")[1] == []
    assert add(grown) == "1 known"


def test_of_a_fleet_the_merged_rows_are_added_once(run, add, stored, capsys, tmp_path):
    folder = run("a")
    (folder / "tasks.csv").write_text("task,gpu\n0,0\n")
    shutil.copy(folder / "rows.csv", folder / "task-0000.csv")
    shutil.move(folder / "rows.environment.csv", folder / "task-0000.environment.csv")
    assert add(folder) == "1 added" and not (stored()[0] / "task-0000.parquet").exists()
    assert query(capsys, tmp_path, "select count(*) as n from environment", "--csv") == "n\n2\n"


def test_files_that_come_later_join_their_run(run, add, stored, capsys, tmp_path):
    folder = run("a")
    add(folder)
    (folder / "counters.runs.csv").write_text("started\nnow\n")
    assert add(folder) == "1 more files" and len(stored()) == 1
    assert (stored()[0] / "counters.runs.parquet").is_file() and (stored()[0] / "rows.samples.parquet").is_file()
    (folder / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n")
    assert "counters.csv: differs from the one in the store" in add(folder, code=2)


@pytest.mark.parametrize("name", ["rows.csv", "rows.samples.csv", "counters.csv"])
def test_a_half_written_file_is_refused_and_leaves_nothing(run, add, stored, name):
    path = run("a") / name
    path.write_bytes(path.read_bytes()[:-3])
    said = add(path.parent, code=2)
    assert said.count("\n") == 1 and name in said and "was the file cut" in said
    assert stored() == []


def test_second_files_of_rows_in_a_folder_are_runs_of_their_own(run, add, stored, tmp_path):
    folder = run("a")
    write(folder / "rows-second-run.csv", [row(us=280)])
    assert add(folder) == "2 added"
    assert sorted(len(list(there.iterdir())) for there in stored()) == [2, 6]


def test_history_and_compare_read_a_store(run, add, stored, capsys, tmp_path):
    old, new = run("a", 275, 1), run("b", 300, 2)
    add(tmp_path / "runs")
    outputs = []
    for place in (tmp_path / "runs", tmp_path / "store"):
        assert HISTORY.run(place) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] and "2026-11-21" in outputs[0]
    by_time = sorted(stored(), key=lambda there: rungs_rows.read(there / "rows.parquet")["timestamp"][0])
    for pair in ((old, new), by_time):
        assert COMPARE.run(*pair) == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[2].partition("\n\n")[2] == outputs[3].partition("\n\n")[2] and "slower (1)" in outputs[2]
    assert "2 runs, such as" in COMPARE.refused(capsys, old, tmp_path / "store")


def test_queries(run, add, capsys, tmp_path):
    run("a", 275, 1), run("b", 300, 2, params="repeater=7")
    add(tmp_path / "runs")
    assert query(capsys, tmp_path, "select params, count(*) as n, min(time_median_us) > 270 as big from rows group by "
                 "params order by n, params", "--csv") == "params,n,big\nrepeater=100,1,True\nrepeater=7,1,True\n"
    assert "400" in query(capsys, tmp_path, "select count(*) from samples join rows using (run)")
    assert query(capsys, tmp_path, "select value + 1 as v from counters limit 1", "--csv") == "v\n13.5\n"
    assert query(capsys, tmp_path, "select peak_percent is null as x, mismatches from rows limit 1", "--csv") \
        == "x,mismatches\nTrue,\n"


def test_what_processes_measured_is_numbers(run, add, capsys, tmp_path):
    line = ["stitch", "gpu/modulo", "cuda", "1024x1024", "repeater=100", "cold", "GPU-made-up"]
    (run("a") / "rows.processes.csv").write_text(csv_text(process_files.COLUMNS, [
        [*line, number, 100, 275, mean, 1, ""] for number, mean in ((1, 274), (2, 276))]))
    add(tmp_path / "runs")
    assert query(capsys, tmp_path, "select avg(time_trimmed_mean_us) as mean, max(process) as n from processes",
                 "--csv") == "mean,n\n275.0,2.0\n"


@pytest.mark.parametrize(("words", "why"), [
    (["query", "--store=T/none", "select 1"], "there is no rungs-store.json"),
    (["query", "--store=T/store", "selec 1"], "expected SQL over the tables rows, "),
    (["query", "--store=T/store", "select * from nosuch"], "nosuch"),
    (["add", "--store=T/runs", "T/runs"], "is no store and not empty"),
    (["add", "--store=T/other", "T/none"], "no such file or folder"),
    (["add", "--store=T/other", "T/empty"], "no rows of bench here or below")])
def test_bad_usage_is_one_line(run, add, capsys, tmp_path, words, why):
    add(run("a"))
    (tmp_path / "empty").mkdir()
    assert why in STORE.refused(capsys, *(word.replace("T/", f"{tmp_path}/") for word in words))
    assert not (tmp_path / "other").exists()


def test_a_store_of_another_version_is_refused(run, add, tmp_path):
    folder = run("a")
    add(folder)
    (tmp_path / "store" / "rungs-store.json").write_text('{"schema": "rungs-store-9"}')
    assert "expected rungs-store-1" in add(folder, code=2)
