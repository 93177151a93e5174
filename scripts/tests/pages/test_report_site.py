"""rungs report of several runs: an index, a page per run, GPUs side by side, differences. And bad input: one line that
says what was expected, exit code 2, and no page."""

import pytest
from conftest import Command, records
from html_check import Page, document
from made_up_side import side_line, side_text
from report_data import OPTIONS, day, write_run

report = Command("report")


def shown_on(site, name):
    """What a page's script draws."""
    return document((site / name).read_text(encoding="utf-8"))


def test_the_pages_of_several_runs(site):
    names = {"index.html", "gpu-first.html", "gpu-second.html", "gpu-third.html", "other-run.html",
             "diff-gpu-first-gpu-second.html", "diff-gpu-second-gpu-third.html"}
    assert {path.name for path in site.iterdir()} == names
    assert all(Page((site / name).read_text(encoding="utf-8")).faults == [] for name in names)
    index = shown_on(site, "index.html")["site"]
    assert [(run["file"], run["run"], run["date"], run["commit"]) for run in index["runs"]][2:] == [
        ("gpu-third.html", "gpu/third", "2000-01-03", "commit3"), ("other-run.html", "other/run", "2000-01-03",
                                                                   "commit3")]
    assert len(index["differences"]) == 2
    assert shown_on(site, "gpu-first.html")["site"] == {"index": "index.html"}
    # The index shows the newest of each GPU.
    assert [gpu["run"] for gpu in shown_on(site, "index.html")["gpus"]] == ["gpu/third", "other/run"]


def test_a_difference_has_what_changed_first(site):
    found = shown_on(site, "diff-gpu-second-gpu-third.html")
    assert (found["old"], found["new"]) == ("gpu/second", "gpu/third")
    case, variant, problem, cache, old, new, change, verdict, _ = found["rows"][0]
    assert (case, variant, old, new, change) == ("tiles", "gpu/quick", "20.0 us", "40.0 us", "2.00x slower")
    assert found["verdicts"][verdict] == "slower" and "slower" in found["counts"]
    assert any("commit2 -> commit3" in note for note in found["notes"])
    same = shown_on(site, "diff-gpu-first-gpu-second.html")
    assert not any(same["verdicts"][row[7]] in ("slower", "faster") for row in same["rows"])


def test_runs_without_a_common_row_say_so(tmp_path, capsys):
    first = write_run(tmp_path / "a", day(1, [row for row in records() if row["case"] == "tiles"]))
    second = write_run(tmp_path / "b", day(2, [row for row in records() if row["case"] == "sum"]))
    assert report.main([str(first), str(second), "--out", str(tmp_path / "pages"), *OPTIONS]) == 1
    index = shown_on(tmp_path / "pages", "index.html")["site"]
    assert "no row is also in" in index["differences"][0]["why"]
    assert not list((tmp_path / "pages").glob("diff*"))


def test_names_that_files_cannot_have_are_changed(tmp_path):
    folders = [write_run(tmp_path / "x y" / name, day(1)) for name in ("a&b", "a b")]
    assert report.main([*map(str, folders), "--out", str(tmp_path / "pages"), *OPTIONS]) == 1
    assert {"x-y-a-b.html", "x-y-a-b-2.html"} <= {path.name for path in (tmp_path / "pages").iterdir()}


@pytest.mark.parametrize(("name", "text", "wanted"), [
    ("rows.csv", "", "rows.csv:1: the file is empty"),
    ("rows.environment.csv", "name,value\nx,y\n",
     "rows.environment.csv:1: the header is 'name,value'; expected backend,name,value,device_uuid"),
    *((name, "nonsense\n", f"{name}:1: the header is") for name in (
        "rows.side.csv", "rows.static.csv", "rows.samples.csv", "counters.csv")),
    ("rows.side.csv", side_text([side_line({"case": "a", "variant": "b", "size": "1"}, "metric", "x", "nan")]),
     "rows.side.csv:2: value is 'nan'; expected a number from -1e+18 to 1e+18")])
def test_a_broken_file_gives_one_line_and_no_page(tmp_path, capsys, name, text, wanted):
    folder = write_run(tmp_path / "run")
    (folder / name).write_text(text, encoding="utf-8")
    before = sorted(folder.iterdir())
    assert wanted in report.refused(capsys, folder, *OPTIONS)
    assert sorted(folder.iterdir()) == before


def test_bad_usage_and_a_full_disk_give_one_line_and_leave_the_old_page(tmp_path, capsys, monkeypatch):
    folder = write_run(tmp_path / "run")
    rows = (folder / "rows.csv").read_bytes()
    empty = tmp_path / "empty"
    empty.mkdir()
    simulated = write_run(tmp_path / "simulated", [row for row in records() if row["backend"] == "simulator"])
    other, named = write_run(tmp_path / "other", day(2)), write_run(tmp_path / "c.html")
    (tmp_path / "file").write_text("", encoding="utf-8")
    for arguments, wanted in (
            ([empty], "no rows.csv in this folder; expected"), ([tmp_path / "nowhere"], "cannot be read"),
            ([folder, folder / "rows.csv"], "the same rows as"), ([folder, simulated], "only simulator rows"),
            ([folder, "--out", folder / "rows.csv"], "is a file; expected"),
            ([folder, "--out", tmp_path / "file" / "page.html"], "cannot be written"),
            ([folder, "--cases", tmp_path / "none"], "no such folder"),
            ([folder, other, "--out", tmp_path / "file" / "pages"], "cannot be made"),
            ([folder, "--out", named], "is a folder")):
        assert wanted in report.refused(capsys, *arguments, *OPTIONS), arguments
    assert (folder / "rows.csv").read_bytes() == rows and list(tmp_path.glob("**/*.html")) == [named]
    (folder / "report.html").write_text("old", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert "report.html: cannot be written: No space left" in report.refused(capsys, folder, *OPTIONS)
    assert (folder / "report.html").read_text(encoding="utf-8") == "old" and len(list(folder.iterdir())) == 2
