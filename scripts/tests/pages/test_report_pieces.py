"""The small parts of the report page: names, sources, what deserves a warning, and machine code."""

import pytest
from conftest import SCRIPTS, records
from made_up_side import side_line, side_text
from report_data import ENVIRONMENT, TIMES, counters_of, on_another_gpu, write_run

from rungs.data import fact_files, setups
from rungs.data.published import Published
from rungs.data.records import csv_text
from rungs.report import case_part, page, warnings


def found(tmp_path, rows, **others):
    """{title: warning} of a run."""
    here = setups.setups_of([setups.read(write_run(tmp_path / "run", rows, **others))])
    return {warning["title"]: warning for warning in warnings.warnings_of(here)}


def with_quick(**changes):
    """The stored rows from a clean tree, gpu/quick's first row with some fields changed."""
    rows = [dict(row, commit="0123456789ab", status="ok" if row["status"] == "unstable" else row["status"], message="")
            for row in records() if row["status"] in ("ok", "unstable") and row["backend"] != "simulator"]
    place = next(i for i, row in enumerate(rows) if row["variant"] == "gpu/quick")
    rows[place] = {**rows[place], **changes}
    return rows


def test_a_clean_run_has_no_warning_and_a_variant_without_counters_is_named(tmp_path):
    rows = with_quick()
    assert found(tmp_path, rows, rows_environment_csv=ENVIRONMENT, counters_csv=counters_of(rows)) == {}
    some = [row for row in rows if row["variant"] != "gpu/quick"]
    (title, seen), = found(tmp_path, rows, rows_environment_csv=ENVIRONMENT, counters_csv=counters_of(some)).items()
    assert title == "1 GPU variant without hardware counters"
    assert [entry["name"] for entry in seen["entries"]] == ["tiles/gpu/quick"]


def test_a_row_that_others_of_its_problem_have_is_missing(tmp_path):
    rows = with_quick()
    rows.remove(next(row for row in rows if (row["variant"], row["cache"]) == ("gpu/quick", "hot")))
    entries = [entry for title, one in found(tmp_path, rows).items() if "missing" in title for entry in one["entries"]]
    assert [entry["name"] for entry in entries if "no row of caches hot" in entry["text"]] == ["tiles/gpu/quick"]


SELF_TEST = "the machine's self-test is not good"


@pytest.mark.parametrize(("changes", "title", "text"), [
    ({"iqr_percent": "5.1"}, "1 row with a spread above 5 %", "cold cache: 5.1 % of 20.0 us"),
    ({"discarded": "3"}, "1 row with discarded samples", "3 of 103 samples"),
    ({"sm_clock_mhz": "940"}, "1 row at a clock below 95 % of the sustained one", "940 MHz"),
    ({"samples": "9"}, "1 row with fewer than 10 samples", "9 samples of 20.0 us"),
    ({"status": "unstable", "message": "it <fell>"}, "1 row unstable", "it <fell>"),
    ({"message": "launch latency in it"}, "1 row with a remark of bench", "launch latency in it"),
    ({"status": "incorrect", "message": "7 mismatches", **dict.fromkeys(TIMES, "")}, "1 row incorrect or failed",
     "incorrect: 7 mismatches"),
    ({"commit": "0123456789ab-dirty"}, "measured from a tree with changes that no commit holds", "1 of 40 rows"),
    ({"commit": "ba9876543210"}, "rows of 2 commits in one run", "39 rows"),
    ({"self-test_txt": "self-test: two runs are 4 % apart\n"}, SELF_TEST, "two runs are 4 % apart"),
    ({"self-test_txt": "agreement is\n"}, SELF_TEST, "no verdict in it"),
    ({"self-test_txt": "self-test: good\n", "sanitizers_txt": "memcheck   clean: 2 variants\n"}, "", ""),
    ({"sanitizers_txt": "memcheck   clean: 2 variants\nracecheck  FOUND SOMETHING, logs in logs\n"},
     "compute-sanitizer found something", "racecheck")])
def test_one_doubt_is_named(tmp_path, changes, title, text):
    """Of a row of gpu/quick, or of a file next to the rows."""
    files = {name: words for name, words in changes.items() if name.endswith("_txt")}
    rows = with_quick(**{name: words for name, words in changes.items() if name not in files})
    seen = found(tmp_path, rows, rows_environment_csv=ENVIRONMENT, counters_csv=counters_of(rows), **files)
    assert next(iter(seen), "") == title, list(seen)
    entries = seen[title]["entries"] if title else []
    assert not title or any(text in entry["text"] for entry in entries), entries
    if title.startswith("1 row"):
        assert [(entry["to"], entry["name"]) for entry in entries] == [(["tiles", "gpu/quick"], "tiles/gpu/quick")]


def test_a_short_name_is_what_tells_machines_apart(tmp_path):
    def labels(*devices):
        runs = [setups.read(write_run(tmp_path / f"{number}", [dict(row, device=device) for row in records()
                                                              if row["backend"] == "cuda"]))
                for number, device in enumerate(devices)]
        return [setup.short for setup in setups.setups_of(runs)]

    assert labels("NVIDIA A10", "NVIDIA A10G 24GB") == ["A10", "A10G"]
    assert labels("GPU", "GPU two") == ["GPU-1", "GPU-2"]
    assert labels("NVIDIA H200", *["NVIDIA H100 80GB HBM3"] * 2) == ["H200", "H100-1", "H100-2"]
    assert labels("Twin", "Twin")[0].endswith("/0") and labels("Only one") == ["Only one"]


def test_every_script_and_sheet_is_on_the_page_once():
    templates = SCRIPTS / "rungs" / "report" / "templates"
    assert {path.name for path in templates.iterdir()} == {*page.SCRIPTS, page.SHEET, "page.html"}
    for path in [path for path in templates.iterdir() if path.suffix in (".js", ".css")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 250 and max(map(len, lines)) <= 120, path.name


# Machine code is shown only for rows of the same program or commit, and only of kernels that ran.

def loops_of(commit):
    """rows.loops.csv of a variant with two kernels, of a program of this commit."""
    return csv_text(fact_files.LOOP_COLUMNS, [["tiles", "gpu/slow", kernel, "sm_90", 9, 1, f"EXIT {kernel}", commit, ""]
                                         for kernel in ("tiles<false>", "tiles<true>")])


@pytest.fixture
def shown(tmp_path):
    """The titles of a variant's machine code on the page of runs, each (rows, loops, counters)."""
    def call(*runs):
        folders = [write_run(tmp_path / f"{len(list(tmp_path.iterdir()))}", rows, rows_loops_csv=loops,
                             **({"counters_csv": counters} if counters else {})) for rows, loops, counters in runs]
        made = case_part.Cases(setups.setups_of([setups.read(folder) for folder in folders]), Published())
        variants = made.part("tiles")["variants"]
        return [title for title, _ in next(one for one in variants if one["name"] == "gpu/slow").get("loops", [])]
    return call


def of_commit(commit, rows=None):
    return [{**row, "commit": commit} for row in rows or records()]


def test_code_of_another_commit_or_of_a_neighbour_is_not_shown_and_that_is_said(shown):
    rows, there = of_commit("abc"), of_commit("abd", on_another_gpu(records()))
    other = ["The machine code at hand is of another program than these rows"]
    assert shown((rows, loops_of("abd"), "")) == shown((rows, loops_of(""), "")) == other
    assert shown((rows, loops_of("abd"), ""), (there, loops_of("none"), "")) == other


def test_of_several_kernels_those_that_ran_are_shown(shown):
    rows = of_commit("abc")
    both = shown((rows, loops_of("abc"), counters_of(rows)))
    assert len(both) == 2 and all("one of 2 kernels, of which not all need have run" in title for title in both)
    slow = next(row for row in rows if row["variant"] == "gpu/slow" and row["cache"] == "cold")
    ran = side_text([side_line(slow, "counter", "launched tiles<1>", 1, "", "ncu")]).splitlines(keepends=True)[1]
    assert [title.partition(",")[0] for title in shown((rows, loops_of("abc"), counters_of(rows) + ran))] == [
        "Hot loop of tiles<true> on sm_90"]
