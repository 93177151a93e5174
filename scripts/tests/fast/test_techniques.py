"""What techniques are worth in the committed runs: what limited the old kernels, and words that no fact contradicts.
How steps are measured, planted rows tell (test_planted_steps.py)."""

import re

import pytest
from conftest import ROOT

from rungs.data import catalogue, setups
from rungs.profile import evidence, limits
from rungs.statistics import techniques
from rungs.statistics.pairs import Source

RUNS = [ROOT / "results" / "h200" / "latest", ROOT / "results" / "h100" / "2026-11-25"]


@pytest.fixture(scope="module")
def found():
    sources = [Source(one.short, one.rows, evidence.counted_of(one.rows, one.counters))
               for one in setups.setups_of([setups.read(run) for run in RUNS])]
    return {one.entry.id: one for one in techniques.of(sources, catalogue.read())}


def test_what_limited_the_old_kernel_and_registers_are_the_counters(found):
    one, = (step.gpus[0] for step in found["carry"].steps if step.case == "stitch")
    assert one.before.limit == "issue" and one.after.limit == "dram" and not one.counted_at
    assert (one.before.registers, one.after.registers) == (16, 16) and "issue" in found["carry"].helps
    assert set(one.states) == {"cold", "dirty", "hot"} and one.states["hot"].cache == "hot"
    here = [(step, [one for one in step.gpus if one and one.before.limit != limits.NOT_COUNTED])
            for each in found.values() for step in each.steps]
    assert any(one.counted_at for _, others in here for one in others)
    for step, others in here:  # counters of another size count only where there are none of this
        exact = [one.before.limit for one in others if not one.counted_at]
        assert set(step.limits) == set(exact or [one.before.limit for one in others]), step.text
    assert all(word in limits.CLASSES for each in found.values() for word in each.helps)
    window, = (one for one in techniques.chosen(list(found.values()), "issue") if one.entry.id == "window")
    assert "histogram: not up to" in found["window"].facts and "histogram" not in window.facts


def test_the_words_carry_no_figure_that_could_contradict_the_facts(found):
    assert found["separate"].facts == "two_passes: not with mask=full."
    for name, one in found.items():
        assert not re.search(r"\d+(\.\d+)?( ?x\b| ?%)|\d+x\d+|\b(H100|H200)\b", one.entry.stops), name
        assert not one.entry.stops.startswith("not measured") or not one.steps, name
        assert bool(one.facts) == bool(one.steps) and one.stops.endswith(one.entry.stops)
