"""Bad input of rungs report: one line that says what was expected, exit code 2, and no page."""

import pytest
from conftest import Command, records
from report_data import OPTIONS, write_run

report = Command("report")


@pytest.mark.parametrize("name", ["rows.csv", "rows.environment.csv", "rows.side.csv", "rows.loops.csv",
                                  "counters.csv"])
def test_a_broken_file_gives_one_line_and_no_page(tmp_path, capsys, name):
    folder = write_run(tmp_path / "run")
    (folder / name).write_text("nonsense\n", encoding="utf-8")
    before = sorted(folder.iterdir())
    assert f"{name}:1: " in report.refused(capsys, folder, *OPTIONS)
    assert sorted(folder.iterdir()) == before


def test_bad_usage_and_a_full_disk_give_one_line_and_leave_the_old_page(tmp_path, capsys, monkeypatch):
    folder = write_run(tmp_path / "run")
    rows = (folder / "rows.csv").read_bytes()
    empty = tmp_path / "empty"
    empty.mkdir()
    simulated = write_run(tmp_path / "simulated", [row for row in records() if row["backend"] == "simulator"])
    other, named = write_run(tmp_path / "other"), write_run(tmp_path / "c.html")
    for arguments, wanted in (
            ([empty], "no rows.csv in this folder; expected"),
            ([folder, folder / "rows.csv"], "the same rows as"), ([folder, simulated], "only simulator rows"),
            ([folder, "--out", folder / "rows.csv"], "expected a name that ends in .html"),
            ([folder, "--cases", tmp_path / "none"], "no such folder"),
            ([folder, other, "--out", tmp_path / "pages"], "one page of all runs; what changed between two is said by"),
            ([folder, "--out", named], "is a folder")):
        assert wanted in report.refused(capsys, *arguments, *OPTIONS), arguments
    assert (folder / "rows.csv").read_bytes() == rows and list(tmp_path.glob("**/*.html")) == [named]
    (folder / "report.html").write_text("old", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert "report.html: cannot be written: No space left" in report.refused(capsys, folder, *OPTIONS)
    assert (folder / "report.html").read_text(encoding="utf-8") == "old" and len(list(folder.iterdir())) == 2
