"""What a plot of few variants never leaves out: those of goals, the fastest, the first, the fastest library, the limit.
On made-up rates, and on a committed run."""

import pandas as pd
import pytest
from conftest import ROOT

from rungs.data import published, rows
from rungs.data import sweep as rungs_sweep
from rungs.plots import drawing, sweep
from rungs.statistics import goals

GOALS = goals.read(ROOT / "reference/goals.csv")


def points(*rates):
    return list(enumerate(rates))


def test_the_first_the_fastest_library_and_the_largest_steps_are_most_worth_showing():
    found = {"gpu/v1": points(1, 1), "gpu/v2": points(2, 5), "gpu/small": points(9), "peer/slow": points(3, 3),
             "peer/quick": points(20, 20)}
    assert rungs_sweep.best_at_ends(found) == ["gpu/v2", "gpu/small"]

    def most(count, improves):
        table = pd.DataFrame({"variant": list(found), "improves": [improves.get(name, "") for name in found]})
        return rungs_sweep.worth_showing(found, table)[:count]

    for improves, first in (({"gpu/v2": "gpu/v1"}, "gpu/v1"), ({}, "gpu/v2"), ({"gpu/v2": "host/x"}, "gpu/v2"),
                            ({"gpu/v2": "gpu/v1", "gpu/v1": "gpu/v2"}, "gpu/v1")):
        assert most(2, improves) == [first, "peer/quick"], improves
    found |= {"gpu/v3": points(6, 7), "gpu/v4": points(7, 8), "gpu/v5": points(30, 40), "gpu/beside": points(8, 8.1)}
    ladder = {f"gpu/v{number}": f"gpu/v{number - 1}" for number in range(2, 6)}
    assert most(9, ladder) == ["gpu/v1", "peer/quick", "gpu/v5", "gpu/v2", "gpu/v3", "gpu/v4", "gpu/beside",
                               "peer/slow", "gpu/small"]
    found = {"peer/a": points(1)}
    assert most(2, {}) == ["peer/a"]


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
        assert len(drawn) <= sweep.MOST_SERIES
        for one in several:
            every = rungs_sweep.lines(one.rows, one.ladder)
            wanted = {name for name in every if f"{one.case}/{name}" in {goal.variant for goal in GOALS}}
            wanted |= set(rungs_sweep.best_at_ends(every)) if len(several) == 1 else set()
            assert wanted <= drawn, f"{one.case} over {one.by} leaves out {wanted - drawn}"
            assert one.lights or one.unit != "GB/s", f"{one.case} over {one.by} has no limit"
