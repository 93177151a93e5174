"""Plots that say of themselves what they were drawn from: fresh, stale, and no note at all."""

import pytest
from conftest import SCRIPTS, records
from figures import plotted

from rungs.plots import drawn_from


@pytest.fixture
def drawn(tmp_path, write_rows):
    """Draws the made-up rows; returns a function that draws them again with further options."""
    rows = write_rows(records())

    def run(*options):
        return plotted(rows, tmp_path / "plots", *options)
    assert run() == 0
    return run


def test_plots_are_fresh_until_a_file_that_they_depend_on_changes(drawn, write_rows, tmp_path, capsys):
    assert drawn("--check") == 0
    write_rows([*records()[:-1], {**records()[-1], "message": "another"}])
    capsys.readouterr()
    assert drawn("--check") == 1
    error = capsys.readouterr().err
    assert "'../rows.csv' changed" in error and error.count("\n") == 1
    assert drawn("--case=tiles") == 0 and drawn("--check") == 1  # a part says nothing of the rest
    assert drawn() == 0 and drawn("--check") == 0
    (tmp_path / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n")
    capsys.readouterr()
    assert drawn("--check") == 1 and "'../counters.csv' changed" in capsys.readouterr().err


def test_without_a_note_nothing_can_be_said(drawn, tmp_path, capsys):
    (tmp_path / "plots" / drawn_from.NAME).unlink()
    assert drawn("--check") == 2 and "drawn_from.csv: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("folder", sorted((SCRIPTS.parent / "results").glob("*/[0-9]*/plots")), ids=str)
def test_the_committed_plots_are_fresh(folder):
    assert drawn_from.stale(folder) == [], f"draw {folder} again with `rungs plot`"
