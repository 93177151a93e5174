"""rungs report: one page with all that the rows and the files beside them say, and nothing that a file smuggles in."""

import re

import hostile
import pytest
from conftest import SCRIPTS, Command, records
from html_check import Page
from report_data import ENVIRONMENT, OPTIONS, counters_of, on_another_gpu, samples_of, static_of, write_run

from rungs.data import counter_files

report = Command("report")
RESULTS = SCRIPTS.parent / "results"
LARGEST = 5_000_000  # bytes


@pytest.fixture
def make(tmp_path, capsys):
    """Makes the page of some folders and returns it as text."""
    def made(*folders, options=()):
        out = tmp_path / "made.html"
        code = report.main([*map(str, folders), "--out", str(out), *OPTIONS, *options])
        error = capsys.readouterr().err
        assert (code, error) == (0, "")
        return out.read_text(encoding="utf-8")
    return made


def test_a_page_of_rows_alone_is_the_same_each_time(make, tmp_path):
    text = make(write_run(tmp_path / "run"))
    assert make(tmp_path / "run") == text
    page = Page(text)
    assert page.faults == []
    for words in ("Rungs on Made-up GPU", "gpu/quick", "20.0 us", "50 %", "x2.4 over gpu/slow",
                  "100 us (Made-up old GPU)", "floor: cold 10.0 us, hot 8.00 us (measured fill)",
                  "incorrect : 7 mismatches, first at (3, 4)",
                  "M1 smaller", "no hardware counters", "1 row of the simulator left out",
                  "measured from a tree with changes that no commit holds", "2 rows unstable",
                  "No file of this name lies in the folder of the cases."):
        assert words in page.text, words
    assert "Roofline" not in page.text and "Counters" not in page.text


def test_cells_of_numbers_are_set_as_numbers(make, tmp_path):
    css = (SCRIPTS / "rungs/report/templates/page.css").read_text(encoding="utf-8")
    cells = re.findall(r"<td[^>]*class=\"?([^\">]*)", make(write_run(tmp_path / "run")))
    numbers = {cell for cell in cells if {"n", "spread"} & set(cell.split())}
    assert {"n", "n spread", "n long"} <= numbers
    assert all(cell.split()[0] == "n" for cell in numbers)
    assert all(f".{name}" in css for cell in numbers for name in cell.split())


def test_all_that_lies_beside_the_rows_is_shown(make, tmp_path):
    rows = [dict(row, sm_clock_mhz="1000" if row["backend"] == "cuda" else "") for row in records()]
    folder = write_run(tmp_path / "run", rows, rows_environment_csv=ENVIRONMENT, counters_csv=counters_of(rows),
                       rows_samples_csv=samples_of(rows), rows_static_csv=static_of(rows))
    (folder / "self-test.txt").write_text("agreement is\nself-test: good\n", encoding="utf-8")
    (folder / "rows.metrics.csv").write_text(
        "case,variant,backend,size,params,cache,metric,value,unit\n"
        "tiles,gpu/slow,cuda,1000x1000,tile=8;mode=plain,cold,latency,79.19,cycles\n", encoding="utf-8")
    text = make(folder)
    page = Page(text)
    assert page.faults == []
    for words in ("multiprocessors 10", "1000 MHz", "agreement is", "latency 79.19 cycles", "37 registers",
                  "DRAM traffic 4.40 MB", "gpu/quick is x2.40 faster than gpu/slow (20.0 us against 48.0 us",
                  "instructions x0.333 (3.00 M to 1.00 M)", "of the issue slots", "tiles: roofline, 1000x1000",
                  "deviation from the row's median"):
        assert words in page.text, words
    assert "no hardware counters" not in page.text and "self-test is not good" not in page.text


def test_two_gpus_side_by_side(make, tmp_path):
    one = write_run(tmp_path / "one")
    other = write_run(tmp_path / "other", on_another_gpu(records()))
    text = make(one, other)
    page = Page(text)
    assert page.faults == []
    assert "Made-up GPU, Made-up bigger GPU" in page.text and "bigger 40.0 us (50 % of floor)" in page.text
    ladders = re.findall(r'aria-label="Ladder of tiles, 1000x1000, tile=8, mode=plain, on (\w+)', text)
    assert ladders == ["GPU", "bigger"]


NEEDED = ("schema", "case", "variant", "backend", "status", "size", "time_median_us")


@pytest.mark.parametrize(("rows", "wanted"), [
    ([row for row in records() if row["backend"] == "host"], "Made-up CPU"),  # a machine without GPU
    ([row for row in records() if row["status"] == "incorrect"], "No row has a time here."),
    ([{name: value if name in NEEDED else "" for name, value in row.items()} for row in records()
      if row["case"] == "sum"], "20.9 us"),
    ([dict(row, case="claims" if row["case"] == "sum" else row["case"]) for row in records()], "Claims of the")],
    ids=["no GPU", "no time", "empty columns", "a case with the name of a part of the page"])
def test_rows_of_any_kind_make_a_page(make, tmp_path, rows, wanted):
    page = Page(make(write_run(tmp_path / "run", rows)))
    assert page.faults == [] and wanted in page.text
    assert ("no hardware counters" in page.text) == any(row["backend"] == "cuda" for row in rows)


def test_hostile_text_is_shown_and_does_nothing(make, tmp_path):
    """Whatever a file says, the page has the tags of a harmless one, and the words themselves."""
    rows = hostile.change(records())
    folder = write_run(tmp_path / "run", rows, counters_csv=counters_of(rows), rows_static_csv=static_of(rows))
    for name, text in (("self-test.txt", f"{hostile.MESSAGE}\n</pre></details><script>alert(1)</script>"),
                       ("rows.environment.csv",
                        "backend,name,value\ncuda,multiprocessors,<img src=x onerror=alert(1)>\n")):
        (folder / name).write_text(text, encoding="utf-8")
    page = Page(make(folder, options=["--title", "</title><script>alert('&amp;')</script>"]))
    assert page.faults == []
    assert page.tags["script"] == 1 and page.tags["style"] == 1 and "img" not in page.tags
    for words in ("</title><script>alert('&amp;')</script>", "<script>alert('$a_b$')</script>", "gpu/<b>&amp;</b>",
                  "Made-up <GPU> $80_{GB}$", "<img src=x onerror=alert(1)>"):
        assert words in page.text, words
    harmless = Page(make(write_run(tmp_path / "calm", records())))
    assert set(page.tags) - set(harmless.tags) <= {"pre"}  # of the self-test


def test_no_name_leads_out_of_the_folder_of_cases(make, tmp_path):
    cases = tmp_path / "cases"
    (cases / "tiles" / "gpu").mkdir(parents=True)
    (tmp_path / "secret.cu").write_text("// the secret\n", encoding="utf-8")
    (cases / "tiles" / "gpu" / "quick.cu").symlink_to(tmp_path / "secret.cu")
    (cases / "tiles" / "gpu" / "wide.cu").write_text("// Wide <b>loads</b>.\nint x = 1 < 2;\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("the secret\n", encoding="utf-8")
    rows = [dict(row, case=".." if row["case"] == "sum" else row["case"],
                 **{name: row[name].replace("gpu/slow", "gpu/../../../secret") for name in ("variant", "improves")})
            for row in records()]
    page = Page(make(write_run(tmp_path / "run", rows), options=["--cases", str(cases)]))
    assert page.faults == [] and "gpu/../../../secret" in page.text and "the secret" not in page.text
    for words in ("Wide <b>loads</b>.", "int x = 1 < 2 ;", "cases/tiles/gpu/wide.cu"):
        assert words in page.text, words


def test_the_committed_results_make_one_small_whole_page(tmp_path, capsys):
    runs = sorted(folder for folder in RESULTS.glob("*/latest") if (folder / "rows.csv").exists())
    if len(runs) < 2:
        pytest.skip("no results of two GPUs in this tree")
    out = tmp_path / "report.html"
    assert report.main([*map(str, runs), "--out", str(out)]) == 0
    assert capsys.readouterr().err == ""
    assert out.stat().st_size < LARGEST
    page = Page(out.read_text(encoding="utf-8"))
    assert page.faults == []
    assert page.tags["figure"] > 60


def test_the_page_lies_with_the_runs_unless_told(tmp_path, capsys):
    one, other = write_run(tmp_path / "a" / "one"), write_run(tmp_path / "b" / "two", on_another_gpu(records()))
    for runs, where in (([one], one), ([one / "rows.csv"], one), ([one, other], tmp_path)):
        assert report.main([*map(str, runs), *OPTIONS]) == 0
        assert capsys.readouterr().out == f"{where / 'report.html'}\n"
        (where / "report.html").unlink()


def test_runs_with_foreign_counters_say_so(make, tmp_path):
    rows = records()
    folder = write_run(tmp_path / "run", rows, counters_csv=counters_of(rows))
    header = ",".join(counter_files.RUN_COLUMNS)
    (folder / "counters.runs.csv").write_text(f"{header}\ntiles,3,,Quite another GPU,,9.0,,,,1,\n", encoding="utf-8")
    page = Page(make(folder))
    assert "the hardware counters are not of this GPU, or not surely" in page.text and "Quite another GPU" in page.text
    assert "DRAM traffic" not in page.text
    (folder / "counters.runs.csv").write_text(
        f"{header}\ntiles,3,,Made-up GPU,GPU-twin,9.0,,made-up-dirty,,1,\n", encoding="utf-8")
    page = Page(make(folder))
    assert "DRAM traffic" in page.text and "the hardware counters were not taken with the times" in page.text
    assert "GPU, counters GPU-twin; times GPU-made-up" in page.text and "counters made-up-dirty" not in page.text


def test_the_checker_of_pages_finds_faults():
    """What Page is trusted to find, planted."""
    for text, wanted in (("<p><b>x</p>", "</p> where b is open"), ("<p>", "<p> is not closed"),
                         ("<a href='#x'>x</a>", "no target of #x"), ("<i id=a></i><i id=a></i>", "id a appears twice"),
                         ("<h2>a</h2><h4>b</h4>", "h4 below h2"), ("<p onclick='x()'></p>", "a handler: onclick"),
                         ("<a href='https://example.org'>x</a>", "loads or leads away: href=https://example.org"),
                         ("<svg><rect/></svg>", "a picture without a name"), ("<p/>", "<p/> closes nothing in HTML")):
        assert wanted in Page(text).faults, text
    assert Page("<h2 id=a>x</h2><svg><title>t</title></svg><svg aria-label=t></svg><a href='#a'>y</a>").faults == []
