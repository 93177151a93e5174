"""The page shows machine code only for rows of the same program or commit, and only of kernels that ran."""

import pytest
from conftest import records
from made_up_side import side_line, side_text
from report_data import counters_of, on_another_gpu, write_run

from rungs.data import fact_files, setups
from rungs.data.published import Published
from rungs.data.records import csv_text
from rungs.report import case_part

OTHER = "The machine code at hand is of another program than these rows"


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
    assert shown((rows, loops_of("abd"), "")) == shown((rows, loops_of(""), "")) == [OTHER]
    assert shown((rows, loops_of("abd"), ""), (there, loops_of("none"), "")) == [OTHER]


def test_of_several_kernels_those_that_ran_are_shown(shown):
    rows = of_commit("abc")
    both = shown((rows, loops_of("abc"), counters_of(rows)))
    assert len(both) == 2 and all("one of 2 kernels, of which not all need have run" in title for title in both)
    slow = next(row for row in rows if row["variant"] == "gpu/slow" and row["cache"] == "cold")
    ran = side_text([side_line(slow, "counter", "launched tiles<1>", 1, "", "ncu")]).splitlines(keepends=True)[1]
    assert [title.partition(",")[0] for title in shown((rows, loops_of("abc"), counters_of(rows) + ran))] == [
        "Hot loop of tiles<true> on sm_90"]
