"""Generated blocks of energies."""

import pytest
from conftest import records
from made_up_side import energy_of, write_energies

HOT = [row for row in records() if row["cache"] == "hot" and row["backend"] == "cuda" and row["time_median_us"]]


@pytest.fixture
def fill(write_rows, fill_block):
    """Fills a page of one block beside rows with energies; returns the exit code and the block's lines."""
    path = write_rows([{**row, "commit": "abc"} for row in records()])
    write_energies(path, [energy_of(row, idle=118 + number) for number, row in enumerate(HOT)])
    return fill_block


def test_a_line_a_row(fill):
    code, lines = fill("energy rows=rows.csv case=tiles")
    assert code == 0
    tiles = [row for row in HOT if row["case"] == "tiles"]
    assert len(lines) == 2 + len(tiles) + 1
    one = next(line for line in lines if "`tiles/gpu/slow`" in line)
    row = next(row for row in tiles if row["variant"] == "gpu/slow")
    net = (600 - 118 - HOT.index(row)) * float(row["time_median_us"]) / 1e6
    assert f"{1000 * net:.3g}"[:4] in one and "± 1 %" in one and "600 W" in one
    assert "commit abc" in lines[-1] and "hot caches" in lines[-1] and " to " in lines[-1]


def test_all_cases_are_shown_unless_one_is_asked_for(fill):
    _, lines = fill("energy rows=rows.csv")
    assert len(lines) == 2 + len(HOT) + 1


def test_energies_that_are_not_there_are_told(fill, tmp_path, capsys):
    assert fill("energy rows=rows.csv case=nothing")[0] == 2
    assert "no energies of nothing" in capsys.readouterr().err
    (tmp_path / "rows.side.csv").unlink()
    assert fill("energy rows=rows.csv")[0] == 2
    assert "no energies beside" in capsys.readouterr().err
