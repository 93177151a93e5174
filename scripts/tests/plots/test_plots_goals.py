"""What a plot of few variants never leaves out: those of goals, the fastest, the first, the fastest library, the limit.
On made-up rates, and on a committed run."""

import pandas as pd
import pytest
from conftest import ROOT

from rungs.data import published, rows
from rungs.data import sweep as rungs_sweep
from rungs.data.ladder import MOST_SERIES, chosen_few
from rungs.plots import drawing, sweep
from rungs.statistics import goals

GOALS = goals.read(ROOT / "reference/goals.csv")


def test_few_variants_are_all_told_and_of_many_the_fastest_the_first_the_library_and_the_largest_steps():
    assert chosen_few({"gpu/b": 2, "gpu/a": 1}, {}, 2) == ["gpu/b", "gpu/a"]
    costs = {"gpu/v1": 100, "gpu/v2": 99, "gpu/v3": 50, "gpu/v4": 10, "gpu/aside": 11, "peer/slow": 60, "peer/quick": 5}
    improves = {"gpu/v2": "gpu/v1", "gpu/v3": "gpu/v2", "gpu/v4": "gpu/v3", "gpu/aside": "gpu/v3"}
    for most, told in ((3, "gpu/v1 gpu/v4 peer/quick"), (4, "gpu/v1 gpu/v3 gpu/v4 peer/quick"),
                       (5, "gpu/v1 gpu/v2 gpu/v3 gpu/v4 peer/quick"),
                       (6, "gpu/v1 gpu/v2 gpu/v3 gpu/v4 gpu/aside peer/quick")):
        assert chosen_few(costs, improves, most) == told.split()
    assert chosen_few({"peer/a": 1, "peer/b": 2, "peer/c": 3}, {}, 2) == ["peer/a", "peer/b"]
    in_a_circle = {"gpu/a": "gpu/b", "gpu/b": "gpu/a"}
    assert chosen_few({"gpu/a": 1, "gpu/b": 2, "gpu/c": 3}, in_a_circle, 2) == ["gpu/a", "gpu/b"]


def test_must_comes_first_and_what_has_no_cost_is_passed_over():
    costs = {"gpu/v1": 100, "gpu/v2": 50, "gpu/goal": 70, "peer/a": 40}
    assert chosen_few(costs, {"gpu/v2": "gpu/v1"}, 3, ["gpu/none", "gpu/goal"]) == ["gpu/v1", "gpu/v2", "gpu/goal"]


def test_the_fastest_at_each_end_is_drawn_also_as_a_single_point():
    found = {f"gpu/v{number}": [(0, 10 + number), (1, 10 + number)] for number in range(9)}
    found |= {"gpu/small": [(0, 99)], "gpu/large": [(0, 1), (1, 98)], "gpu/dot": [(1, 2)], "gpu/goal": [(1, 3)],
              "peer/top": [(0, 200), (1, 200)]}
    assert rungs_sweep.best_at_ends(found) == ["gpu/large", "gpu/small"]
    table = pd.DataFrame({"variant": list(found), "improves": ""})
    drawn = rungs_sweep.few(found, table, ["gpu/goal"])
    assert {"gpu/small", "gpu/large", "gpu/goal", "peer/top"} <= set(drawn) and len(drawn) == MOST_SERIES
    assert "gpu/dot" not in drawn


@pytest.fixture(scope="module")
def sweeps(figures_of):
    """[[Sweep of one picture]] of a committed run."""
    frame = rows.read(ROOT / "results/h200/latest/rows.csv")
    machine = next(one for one in rows.machines(frame) if one.uuid)
    sources = drawing.Sources(published.read(ROOT / "reference/published/published.csv"),
                                goals=tuple(goal.variant for goal in GOALS))
    return [made for case in rows.cases(frame) for made in figures_of(case, machine, sources)]


@pytest.fixture(scope="module")
def figures_of():
    """Makes the sweeps of a case's pictures, and draws none."""
    def call(case, machine, sources):
        made, patch = [], pytest.MonkeyPatch()
        with patch.context() as patched:
            patched.setattr(sweep, "draw", made.append)
            list(drawing.figures(case, machine, sources, kinds=("sweep",)))
        return made
    return call


def test_each_goal_and_the_fastest_at_both_ends_are_in_every_sweep_of_their_case(sweeps):
    assert len(sweeps) > 20
    for several in sweeps:
        drawn = set(sweep._names(several))
        assert len(drawn) <= MOST_SERIES
        for one in several:
            every = rungs_sweep.lines(one.rows, one.ladder)
            wanted = {name for name in every if f"{one.case}/{name}" in {goal.variant for goal in GOALS}}
            wanted |= set(rungs_sweep.best_at_ends(every)) if len(several) == 1 else set()
            assert wanted <= drawn, f"{one.case} over {one.by} leaves out {wanted - drawn}"
            assert one.lights or one.unit != "GB/s", f"{one.case} over {one.by} has no limit"
