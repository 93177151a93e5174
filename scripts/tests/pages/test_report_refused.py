"""Bad input of rungs report: one line that says what was expected, exit code 2, and no page. Any number that a file can
hold is handled: no command ends with a traceback."""

import pytest
from conftest import Command, records
from report_data import CLAIMS, OPTIONS, write_run

from rungs.data.row_format import NUMBERS

report = Command("report")


@pytest.mark.parametrize("name", "rows.csv rows.environment.csv rows.side.csv rows.loops.csv counters.csv".split())
def test_a_broken_file_gives_one_line_and_no_page(tmp_path, capsys, name):
    folder = write_run(tmp_path / "run")
    (folder / name).write_text("nonsense\n", encoding="utf-8")
    before = sorted(folder.iterdir())
    assert f"{name}:1: " in report.refused(capsys, folder, *OPTIONS) and sorted(folder.iterdir()) == before


def test_bad_usage_and_a_full_disk_give_one_line_and_leave_the_old_page(tmp_path, capsys, monkeypatch):
    folder = write_run(tmp_path / "run")
    rows = (folder / "rows.csv").read_bytes()
    simulated = write_run(tmp_path / "simulated", [row for row in records() if row["backend"] == "simulator"])
    other, named = write_run(tmp_path / "other"), write_run(tmp_path / "c.html")
    for arguments, wanted in (
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


DRAWN = ("time_median_us", "speed_of_light_percent", "gbps", "operations", "bytes")  # of the plots; these are slow
ENDS = "1e-18", "1e18"  # of what is not drawn, one file holds both


def changed(column, values):
    """The made-up rows with values, in turn, in a column of most of the rows that were timed."""
    rows = records()
    for number, row in enumerate(rows):
        if row["status"] == "ok" and row["time_median_us"] and (number % 3 or column == "sm_clock_mhz"):
            row[column] = values[number % len(values)]
    return rows


@pytest.mark.parametrize(("column", "values"), [
    (column, values) for column in NUMBERS for values in ([ENDS[:1], ENDS[1:]] if column in DRAWN else [ENDS])])
@pytest.mark.filterwarnings("ignore")
def test_a_number_gives_a_result_or_one_line(column, values, write_rows, tmp_path, capsys):
    rows = write_rows(changed(column, values))
    (tmp_path / "page.md").write_text("\n".join(f"<!-- generated: {what} -->\n\n<!-- /generated -->\n" for what in (
        "table rows=rows.csv case=tiles", "sweep rows=rows.csv case=sum by=size", "claims rows=rows.csv")))
    calls = {"report": [rows, "--out", tmp_path / "report.html", *OPTIONS], "compare": [rows, rows],
             "claims": [rows, "--claims", CLAIMS], "tables": [tmp_path / "page.md", *OPTIONS, "--claims", CLAIMS]}
    if column in DRAWN:
        calls["plot"] = [rows, "--out", tmp_path / "plots", *OPTIONS, "--formats=svg"]
    for name, words in calls.items():
        code = Command(name).run(*words)
        error = capsys.readouterr().err
        assert code in (0, 1) or (code == 2 and error.count("\n") == 1), (name, error)
