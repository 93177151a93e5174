"""rungs fleet join: one run that several machines measured in parts. Every rule that keeps rows apart is seen to."""

import pytest
from conftest import Command, records
from made_up_side import counted, side_line, side_text
from report_data import write_run

from rungs.data import files, row_format
from rungs.data import rows as rungs_rows

fleet = Command("fleet")
SECOND = {"device_uuid": "GPU-second"}


def on(rows, **fields):
    """The rows, of another GPU of the same name."""
    return [{**row, **fields} if row["backend"] == "cuda" else row for row in rows]


def of_case(name, **fields):
    return [row for row in on(records(), **fields) if row["case"] == name]


RIGHT = [row for row in of_case("tiles") if row["backend"] == "cuda" and row["status"] == "ok"]
COLD = next(row for row in RIGHT if row["cache"] == "cold")
FAILED = {**COLD, **dict.fromkeys(row_format.TIMES, ""), "status": "failed", "message": "x"}


def fact(uuid, value):
    return f"backend,name,value,device_uuid\ncuda,device_uuid,{uuid},{uuid}\ncuda,l2_bytes,{value},{uuid}\n"


def metric(row, value):
    return side_text([side_line(row, "metric", "steps", value, "1")])


STEPS = "case,variant,technique,step\n"


@pytest.fixture
def join(tmp_path, capsys):
    """Joins folders and returns (the rows of OUT as dicts, what was printed)."""
    def joined(*folders):
        out = tmp_path / "out"
        assert fleet.run("join", out, *folders) == 0
        return records(out / "rows.csv"), capsys.readouterr().out
    return joined


def test_parts_of_two_machines_are_one_machine(join, tmp_path):
    tiles, sums = of_case("tiles"), of_case("sum", **SECOND)
    first = write_run(tmp_path / "first", tiles, rows_environment_csv=fact("GPU-first", "1"), self__test_txt="one\n",
                      rows_side_csv=metric(tiles[0], "1"), rows_steps_csv=STEPS + "tiles,gpu/slow,carry,gain\n")
    second = write_run(tmp_path / "second", sums, rows_environment_csv=fact("GPU-second", "2"),
                       rows_side_csv=metric(sums[0], "2"), clocks_csv="a\n",
                       rows_steps_csv=STEPS + "sum,gpu/tree,,question\ntiles,gpu/slow,carry,gain\n")
    rows, said = join(first, second)
    assert sorted(rows, key=str) == sorted(tiles + sums, key=str) and "left out" not in said
    assert f"{len(rows)} rows" in said
    machine, = [one for one in rungs_rows.machines(rungs_rows.read(tmp_path / "out" / "rows.csv")) if one.uuid]
    assert len(machine.uuids) == 2 and machine.uuid == tiles[0]["device_uuid"]
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"rows.csv", "clocks.csv", "self..test.txt"}
    assert [line["value"] for line in records(tmp_path / "out" / "rows.side.csv")] == ["1", "2"]
    assert (tmp_path / "out" / "rows.steps.csv").read_text() == (
        STEPS + "tiles,gpu/slow,carry,gain\nsum,gpu/tree,,question\n")
    assert "cuda,l2_bytes,2,GPU-second\n" in (tmp_path / "out" / "rows.environment.csv").read_text()


def test_a_problem_is_of_the_machine_that_has_most_of_it(join, tmp_path):
    whole = on(RIGHT, **SECOND)
    some = [row for row in on(whole, device_uuid="GPU-first") if row["variant"] != "gpu/slow"]
    at_slow = {(row["size"], row["params"]) for row in whole if row["variant"] == "gpu/slow"}
    extra = {**some[0], "variant": "peer/else", "improves": ""}
    rows, said = join(write_run(tmp_path / "first", [*some, extra]), write_run(tmp_path / "second", whole))
    of_extra = {row["cache"] for row in whole if row["variant"] == "gpu/slow"
                and (row["size"], row["params"]) == (extra["size"], extra["params"])}
    assert len(of_extra) > 1, "the extra row makes up for one state of the caches; the problem goes by all of them"
    for row in rows:
        assert (row["device_uuid"] == "GPU-second") == ((row["size"], row["params"]) in at_slow), row
    assert said.count("left out") == 1 and "first/rows.csv: tiles/peer/else" in said and extra not in rows


@pytest.mark.parametrize(("first", "second", "taken"), [
    ([{**COLD, "cache": cache} for cache in ("dirty", "hot")], on([COLD], **SECOND), 1),  # cold rows before all others
    ([COLD], on([COLD], **SECOND), 0), ([FAILED], on([COLD], **SECOND), 1)])
def test_cold_rows_count_before_all_others_and_failed_ones_do_not_and_of_equals_the_first_does(
        join, tmp_path, first, second, taken):
    assert join(write_run(tmp_path / "a", first), write_run(tmp_path / "b", second))[0] == (first, second)[taken]


def test_versions_of_a_variant_are_of_one_problem(join, tmp_path):
    """A machine that measured one version more has the whole problem, not that version alone."""
    others = [row for row in RIGHT if row["variant"] != "gpu/slow"]
    slow = [{**row, "params": f"{row['params']};block={block}".lstrip(";")} for row in RIGHT
            if row["variant"] == "gpu/slow" for block in (32, 64)]
    fewer = on([*others, *slow[::2]], **SECOND)
    rows, _ = join(write_run(tmp_path / "a", fewer), write_run(tmp_path / "b", [*others, *slow]))
    at_slow = {row["size"] for row in slow}
    assert {row["device_uuid"] for row in rows if row["size"] in at_slow and "block" not in row["params"]} == {
        row["device_uuid"] for row in slow}
    assert len(rungs_rows.machines(rungs_rows.read(tmp_path / "out" / "rows.csv"))) == 1


def test_problems_stand_in_the_order_in_which_they_were_measured(join, tmp_path):
    """Whichever machine's rows are taken: the first of a case is what pages show first."""
    first, second = list(dict.fromkeys((row["size"], row["params"]) for row in RIGHT))[:2]
    early, late, later = ([{**row, "timestamp": f"2026-01-0{day}T00:00:00Z"} for row in RIGHT
                           if (row["size"], row["params"]) == problem]
                          for day, problem in ((1, first), (2, second), (3, first)))
    joined, _ = join(write_run(tmp_path / "a", [early[0], *late]), write_run(tmp_path / "b", on(later, **SECOND)))
    assert joined == [*on(later, **SECOND), *late] and len(later) > 1


def test_counters_of_a_problem_are_of_one_machine_and_files_that_are_not_joined_are_named(join, tmp_path):
    folders = [write_run(tmp_path / name, of_case(case), said_txt=name, clocks_txt=name,
                         counters_csv=side_text(counted("tiles", "gpu/a", one, "", "kernels", 1)
                                                for one in ("1x1", size)))
               for name, case, size in (("a", "tiles", "2x2"), ("b", "sum", "3x3"))]
    (folders[0] / "clocks.txt").unlink()
    files.write_whole(folders[1] / "counters.csv.gz", (folders[1] / "counters.csv").read_bytes())
    (folders[1] / "counters.csv").unlink()
    _, said = join(*folders)
    assert f"said.txt: of {folders[0]} alone; {folders[1]} has one, too\n" in said and "clocks.txt" not in said
    assert (tmp_path / "out" / "said.txt").read_text(encoding="utf-8") == "a"
    text = (tmp_path / "out" / "counters.csv").read_text(encoding="utf-8")
    assert [line.split(",")[3] for line in text.splitlines()[1:]] == ["1x1", "2x2", "3x3"]


@pytest.mark.parametrize(("fields", "words"), [
    ({"commit": "other"}, "more than one commit: "), ({"rungs_commit": "other"}, "more than one commit of Rungs: "),
    ({"device": "Other GPU"}, "more than one GPU: ")])
def test_other_builds_and_models_are_refused(capsys, tmp_path, fields, words):
    folders = [write_run(tmp_path / "a", of_case("tiles")), write_run(tmp_path / "b", on(of_case("sum"), **fields))]
    before = sorted(tmp_path.iterdir())
    assert words in fleet.refused(capsys, "join", tmp_path / "out", *folders)
    assert sorted(tmp_path.iterdir()) == before, "nothing is made"


def test_bad_usage_and_broken_files(capsys, tmp_path):
    out, folder, broken, empty = tmp_path / "out", write_run(tmp_path / "a"), write_run(tmp_path / "b"), tmp_path / "c"
    empty.mkdir()
    (broken / "rows.csv").write_bytes((broken / "rows.csv").read_bytes()[:-40])
    for words, why in (([out, folder], "expected two or more"), ([out, folder, tmp_path / "no"], "no such folder"),
                       ([folder, folder, folder], "is there already"), ([out, empty, empty], "no file of rows"),
                       ([out, folder, broken], "b/rows.csv")):
        assert why in fleet.refused(capsys, "join", *words)
    assert not out.exists() and list(folder.rglob("rows.csv"))
