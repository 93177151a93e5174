"""Plots that say of themselves what they were drawn from: fresh, stale, and no note at all."""

import pytest
from conftest import PUBLISHED, SCRIPTS, Command, records

from rungs.plots import drawn_from

program = Command("plot")


@pytest.fixture
def drawn(tmp_path, write_rows):
    """Draws the made-up rows; returns a function that draws them again with further arguments."""
    rows = write_rows(records())

    def run(*arguments):
        return program.main([str(rows), f"--published={PUBLISHED}", *arguments])
    assert run("--formats=svg") == 0
    return run


def test_plots_are_fresh_until_their_rows_change(drawn, write_rows, tmp_path, capsys):
    assert (tmp_path / "plots" / drawn_from.NAME).exists()
    assert drawn("--check") == 0
    changed = records()
    changed[-1]["message"] = "another"
    write_rows(changed)
    capsys.readouterr()
    assert drawn("--check") == 1
    error = capsys.readouterr().err
    assert "'../rows.csv' changed" in error and error.count("\n") == 1
    assert drawn("--formats=svg") == 0 and drawn("--check") == 0


def test_counters_that_come_later_make_them_stale(drawn, tmp_path, capsys):
    (tmp_path / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n")
    assert drawn("--check") == 1 and "'../counters.csv' changed" in capsys.readouterr().err


def test_a_part_of_the_plots_says_nothing_of_the_rest(drawn, tmp_path, write_rows):
    changed = records()
    changed[-1]["message"] = "another"
    write_rows(changed)
    assert drawn("--case=tiles", "--formats=svg") == 0
    assert drawn("--check") == 1


def test_without_a_note_nothing_can_be_said(drawn, tmp_path, capsys):
    (tmp_path / "plots" / drawn_from.NAME).unlink()
    assert drawn("--check") == 2 and "drawn_from.csv: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("folder", sorted((SCRIPTS.parent / "results").glob("*/[0-9]*/plots")), ids=str)
def test_the_committed_plots_are_fresh(folder):
    assert drawn_from.stale(folder) == [], f"draw {folder} again with `rungs plot`"
