"""rungs report of several runs: an index, a page per run, GPU beside GPU, and differences."""

import contextlib
import io

import pytest
from conftest import Command, records
from html_check import Page
from html_check import shown_by as document
from report_data import OPTIONS, on_another_gpu, write_run

report = Command("report")


def day(number, rows=None, factors=None, **fields):
    """The stored rows of a clean commit, measured on this day of January; `factors` of their times by variant, which
    leave the speeds of light as they are."""
    rows = [dict(row, timestamp=f"2000-01-{number:02}T00:00:00Z", commit=f"commit{number}", **fields)
            for row in rows or records()]
    times = ("time_min_us", "time_median_us", "time_mean_us", "time_p95_us")
    powers = {**dict.fromkeys(times, 1), "speed_of_light_percent": -1}
    return [{**row, **{name: str(float(row[name]) * (factors or {}).get(row["variant"], 1) ** power)
                       for name, power in powers.items() if row[name]}} for row in rows]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The pages of three runs of one GPU and one of another, as {file name: text}."""
    top = tmp_path_factory.mktemp("site")
    folders = [write_run(top / "gpu" / "first", day(1)), write_run(top / "gpu" / "second", day(2)),
               write_run(top / "gpu" / "third", day(3, factors={"gpu/quick": 2})),
               write_run(top / "other" / "run", day(3, on_another_gpu(records())))]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert report.main([*map(str, folders), "--out", str(top / "pages"), *OPTIONS]) == 0
    assert said.getvalue() == f"{top / 'pages' / 'index.html'}\n"
    return {path.name: path.read_text(encoding="utf-8") for path in (top / "pages").iterdir()}


def test_the_pages_of_several_runs(site):
    assert set(site) == {"index.html", "side-by-side.html", "gpu-first.html", "gpu-second.html", "gpu-third.html",
                         "other-run.html", "diff-gpu-first-gpu-second.html", "diff-gpu-second-gpu-third.html"}
    assert all(Page(text).faults == [] for text in site.values())
    index = document(site["index.html"])
    assert [(run["file"], run["run"], run["date"], run["commit"]) for run in index["runs"]][2:] == [
        ("gpu-third.html", "gpu/third", "2000-01-03", "commit3"), ("other-run.html", "other/run", "2000-01-03",
                                                                   "commit3")]
    assert index["together"] == "side-by-side.html"
    assert [one["counts"] for one in index["differences"]][0].endswith(" not timed") or index["differences"]
    assert ["tiles", "1000x1000, tile=8, mode=plain", "cold", ["20.0 us", "20.0 us", "40.0 us", "40.0 us"]] \
        in index["best"] or index["best"][0][3][0] == "20.0 us"


def test_each_page_leads_to_the_index(site):
    assert document(site["gpu-first.html"])["site"] == document(site["side-by-side.html"])["site"] \
        == {"index": "index.html"}


def test_side_by_side_are_the_newest_of_each_gpu(site):
    assert [gpu["run"] for gpu in document(site["side-by-side.html"])["gpus"]] == ["gpu/third", "other/run"]


def test_a_difference_has_what_changed_first(site):
    found = document(site["diff-gpu-second-gpu-third.html"])
    assert (found["old"], found["new"]) == ("gpu/second", "gpu/third")
    case, variant, problem, cache, old, new, change, verdict, _ = found["rows"][0]
    assert (case, variant, old, new, change) == ("tiles", "gpu/quick", "20.0 us", "40.0 us", "2.00x slower")
    assert found["verdicts"][verdict] == "slower" and "slower" in found["counts"]
    assert any("commit2 -> commit3" in note for note in found["notes"])
    same = document(site["diff-gpu-first-gpu-second.html"])
    assert not any(same["verdicts"][row[7]] in ("slower", "faster") for row in same["rows"])


def test_runs_without_a_common_row_say_so(tmp_path, capsys):
    first = write_run(tmp_path / "a", day(1, [row for row in records() if row["case"] == "tiles"]))
    second = write_run(tmp_path / "b", day(2, [row for row in records() if row["case"] == "sum"]))
    assert report.main([str(first), str(second), "--out", str(tmp_path / "pages"), *OPTIONS]) == 0
    index = document((tmp_path / "pages" / "index.html").read_text(encoding="utf-8"))
    assert "no row is also in" in index["differences"][0]["why"] and not index["together"]
    assert not list((tmp_path / "pages").glob("diff*"))


def test_names_that_files_cannot_have_are_changed(tmp_path):
    folders = [write_run(tmp_path / "x y" / name, day(1)) for name in ("a&b", "a b")]
    assert report.main([*map(str, folders), "--out", str(tmp_path / "pages"), *OPTIONS]) == 0
    assert {"x-y-a-b.html", "x-y-a-b-2.html"} <= {path.name for path in (tmp_path / "pages").iterdir()}


def test_a_folder_that_cannot_be_made_is_refused(tmp_path, capsys):
    folders = [write_run(tmp_path / "a"), write_run(tmp_path / "b", day(2))]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot be made" in report.refused(capsys, *folders, "--out", tmp_path / "file" / "pages", *OPTIONS)
    assert "is a folder" in report.refused(capsys, folders[0], "--out", write_run(tmp_path / "c.html"), *OPTIONS)
