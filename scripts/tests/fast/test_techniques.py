"""What techniques are worth in the committed runs: words that no fact contradicts. How steps are measured, planted rows
tell (test_planted_steps.py)."""

import re

import pytest
from conftest import ROOT

from rungs.data import catalogue, setups
from rungs.profile import evidence
from rungs.statistics import techniques
from rungs.statistics.pairs import Source

RUNS = [ROOT / "results" / "h200" / "latest", ROOT / "results" / "h100" / "2026-11-25"]


@pytest.fixture(scope="module")
def found():
    sources = [Source(one.short, one.rows, evidence.counted_of(one.rows, one.counters))
               for one in setups.setups_of([setups.read(run) for run in RUNS])]
    return {one.entry.id: one for one in techniques.of(sources, catalogue.read())}


def test_the_words_carry_no_figure_that_could_contradict_the_facts(found):
    assert found["separate"].facts == "two_passes: not with mask=full."
    for name, one in found.items():
        assert not re.search(r"\d+(\.\d+)?( ?x\b| ?%)|\d+x\d+|\b(H100|H200)\b", one.entry.stops), name
        assert not one.entry.stops.startswith("not measured") or not one.steps, name
        assert bool(one.facts) == bool(one.steps) and one.stops.endswith(one.entry.stops)
