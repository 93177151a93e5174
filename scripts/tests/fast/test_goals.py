"""Rungs' goals compared with made-up rows."""

import pytest
from made_up_runs import bare_row

from rungs.data import checkout
from rungs.statistics import claims, goals


def row(name, us, params="tile=8", **change):
    """A cold row of 'case/variant', 1000x1000, of 1 % noise and half of the speed of light; a time of '' is none."""
    return bare_row(name, us, **{"status": "ok" if us else "unsupported", "params": params,
                                 "speed_of_light_percent": "50" if us else "", **change})


@pytest.fixture
def result(tmp_path, write_rows):
    """The verdict on a goal of 'variant against at_least' over rows."""
    def judge(lines, against, at_least, condition="1000x1000"):
        path = tmp_path / "goals.csv"
        path.write_text(f"{','.join(goals.COLUMNS)}\nG1,a goal,tiles/gpu/top,{against},{condition},{at_least}\n")
        goal, = goals.read(path)
        machine, = claims.load([write_rows(lines)])
        return goals.judge(goal, machine)
    return judge


@pytest.mark.parametrize("against, at_least, verdict, ratio", [
    ("speed of light", 0.5, goals.MET, 0.5), ("speed of light", 0.501, goals.MISSED, 0.5),
    ("tiles/peer/library", 2, goals.MET, 2), ("tiles/peer/library", 2.001, goals.MISSED, 2),
    ("20 us", 2, goals.MET, 2), ("19.9 us", 2, goals.MISSED, 1.99)])
def test_a_goal_is_met_or_missed_and_never_rounded(result, against, at_least, verdict, ratio):
    found = result([row("tiles/gpu/top", 10), row("tiles/peer/library", 20)], against, at_least)
    assert (found.verdict, found.ratio) == (verdict, pytest.approx(ratio))


def test_the_slowest_setting_under_the_condition_counts(result):
    found = result([row("tiles/gpu/top", us, f"tile={us}") for us in (10, 25, 20)], "20 us", 1)
    assert found.verdict == goals.MISSED and found.measured.startswith("0.800")
    assert "tile=25" in found.measured and "of 3" in found.measured
    # What the condition names leaves other settings out.
    lines = [row("tiles/gpu/top", 10), row("tiles/gpu/top", 99, "tile=9"), row("tiles/gpu/top", 99, size="7x7")]
    assert result(lines, "20 us", 1, "1000x1000 tile=8").verdict == goals.MET


@pytest.mark.parametrize("lines, against, condition", [
    ([row("tiles/gpu/other", 10)], "20 us", ""), ([row("tiles/gpu/top", "")], "20 us", ""),
    # a setting without a time could be the slowest
    ([row("tiles/gpu/top", 10), row("tiles/gpu/top", "", "tile=9")], "20 us", ""),
    ([row("tiles/gpu/top", 10, cache="hot")], "20 us", ""),
    ([row("tiles/gpu/top", 10)], "20 us", " tyle=8"), ([row("tiles/gpu/top", 10)], "tiles/peer/library", ""),
    ([row("tiles/gpu/top", 10, speed_of_light_percent="")], "speed of light", "")])
def test_a_goal_without_its_rows_is_not_measured(result, lines, against, condition):
    assert result(lines, against, 1, f"1000x1000{condition}").verdict == goals.NOT_MEASURED


def test_the_goals_of_the_tree_are_legal_and_of_variants_that_exist():
    source = checkout.find(checkout.CASES)
    for goal in goals.read(checkout.find(checkout.GOALS)):
        for name in (goal.variant, goal.against):
            if name.count("/") >= 2:
                assert list(source.glob(f"{name}.c*")), name


def test_a_block_shows_them(write_rows, capsys, fill_block):
    write_rows([row("uv/gpu/blended_cell_overlapped", 10, "lattice=square", size="10240x10240",
                    speed_of_light_percent="97.6")])
    code, lines = fill_block("goals rows=rows.csv case=uv")
    assert code == 0 and any("0.976" in line and f"| {goals.MET} |" in line for line in lines)
    assert fill_block("goals rows=rows.csv case=none")[0] == 2
    assert "no goals on case=none; there are 'distance'" in capsys.readouterr().err
