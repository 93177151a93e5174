"""`rungs report` on bad input: one line that says what was expected, exit code 2, and no page."""

import pytest
from conftest import Command, records
from made_up_side import side_line, side_text
from report_data import OPTIONS, write_run

report = Command("report")


def refused(capsys, *arguments):
    return report.refused(capsys, *arguments, *OPTIONS)


BROKEN = [
    ("rows.csv", "", "rows.csv:1: the file is empty"),
    ("rows.environment.csv", "name,value\nx,y\n",
     "rows.environment.csv:1: the header is 'name,value'; expected backend,name,value,device_uuid"),
    *((name, "nonsense\n", f"{name}:1: the header is") for name in (
        "rows.side.csv", "rows.static.csv", "rows.samples.csv", "counters.csv")),
    ("rows.side.csv", side_text([side_line({"case": "a", "variant": "b", "size": "1"}, "metric", "x", "nan")]),
     "rows.side.csv:2: value is 'nan'; expected a number from -1e+18 to 1e+18")]


@pytest.mark.parametrize(("name", "text", "wanted"), BROKEN)
def test_a_broken_file_gives_one_line_and_no_page(tmp_path, capsys, name, text, wanted):
    folder = write_run(tmp_path / "run")
    (folder / name).write_text(text, encoding="utf-8")
    before = sorted(folder.iterdir())
    assert wanted in refused(capsys, folder)
    assert sorted(folder.iterdir()) == before


def test_bad_usage_gives_one_line(tmp_path, capsys):
    folder = write_run(tmp_path / "run")
    rows = (folder / "rows.csv").read_bytes()
    empty = tmp_path / "empty"
    empty.mkdir()
    simulated = write_run(tmp_path / "simulated", [row for row in records() if row["backend"] == "simulator"])
    for arguments, wanted in (
            ([empty], "no rows.csv in this folder; expected"), ([tmp_path / "nowhere"], "cannot be read"),
            ([folder, folder / "rows.csv"], "the same rows as"), ([simulated], "only simulator rows"),
            ([folder, "--out", folder / "rows.csv"], "is a file; expected"),
            ([folder, "--out", tmp_path / "no" / "page.html"], "cannot be written"),
            ([folder, "--cases", tmp_path / "none"], "no such folder")):
        assert wanted in refused(capsys, *arguments), arguments
    assert (folder / "rows.csv").read_bytes() == rows and not list(tmp_path.glob("**/*.html"))


def test_an_unwritable_page_leaves_the_old_one(tmp_path, capsys, monkeypatch):
    folder = write_run(tmp_path / "run")
    old = folder / "report.html"
    old.write_text("old", encoding="utf-8")
    before = sorted(folder.iterdir())
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert f"{old}: cannot be written: No space left" in refused(capsys, folder)
    assert old.read_text(encoding="utf-8") == "old" and sorted(folder.iterdir()) == before
