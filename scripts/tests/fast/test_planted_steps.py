"""What a step of a technique is worth, on planted rows: its pairs, intervals, and where it stops paying. And what
techniques are worth in the committed runs: words that no fact contradicts."""

import math
import re

import pytest
from conftest import ROOT
from made_up_runs import bare_row, write

from rungs.data import catalogue, rows, setups
from rungs.profile import evidence
from rungs.statistics import techniques
from rungs.statistics.pairs import Source, measured
from rungs.statistics.techniques import steps_of


def made_up(*changes):
    """Rows of one step at one problem: gpu/old takes 20 us, gpu/new improves it and takes 10."""
    lines = [{"variant": "gpu/old", "time_median_us": "20", "step_kind": "gain"},
             {"variant": "gpu/new", "improves": "gpu/old", "time_median_us": "10", "step_kind": "gain"}]
    ends = {"ci_low_us": "9.9", "ci_high_us": "10.1", "bytes": "4000"}
    return [{**bare_row("tiles/gpu/old", 20), **ends, **line, **change} for line, change in zip(lines, changes)]


@pytest.fixture
def source_of(tmp_path):
    """The Source of rows, read from a file with rows.steps.csv next to it."""
    def make(lines, name="GPU", technique="carry"):
        kinds = {(line["case"], line["variant"]): line.pop("step_kind") for line in lines}
        path = write(tmp_path / name / "rows.csv", lines)
        (path.parent / "rows.steps.csv").write_text("case,variant,technique,step\n" + "".join(
            f"{case},{variant},{technique},{kind}\n" for (case, variant), kind in kinds.items()), encoding="utf-8")
        return Source(name, rows.machines(rows.read(path))[0].rows)
    return make


def test_a_planted_gain_has_its_interval(source_of):
    step, = measured(source_of(made_up({}, {})).rows)
    assert (step.case, step.old, step.new) == ("tiles", "gpu/old", "gpu/new")
    assert step.techniques == ("carry",) and step.kind == "gain"
    wide = math.exp(math.log(10.1 / 9.9) / math.sqrt(2))
    pair, = step.pairs
    assert pair.gain == 2 and pair.interval == pytest.approx((2 / wide, 2 * wide)) and pair.change == 1 and pair.pays
    step_back = made_up({}, {"step_kind": "back", "time_median_us": "40"})
    back, = measured(source_of(step_back).rows)  # turned round
    assert (back.old, back.new, back.kind, back.pairs[0].gain) == ("gpu/new", "gpu/old", "back", 2)


@pytest.mark.parametrize("changes", [
    ({}, {"step_kind": "question"}), ({}, {"status": "unstable"}), ({"bytes": "8000"}, {}), ({"size": "7x7"}, {}),
    ({"params": "tile=9"}, {}), ({"cache": "hot"}, {}), ({}, {"improves": ""}), ({"device_uuid": "GPU-2"}, {}),
    ({"variant": "host/old", "backend": "host", "device": "CPU", "device_uuid": ""}, {"improves": "host/old"})],
    ids=str)
def test_what_is_no_pair(source_of, changes):
    assert measured(source_of(made_up(*changes)).rows) == []


def test_an_incorrect_row_is_no_pair_even_with_a_time_and_one_without_an_interval_leaves_none(source_of):
    frame = source_of(made_up({}, {})).rows
    none = {"ci_low_us": "", "ci_high_us": ""}
    for place, changes in zip(frame.index, (({}, none), (none, {}))):
        assert measured(frame.assign(status=frame.status.where(frame.index != place, "incorrect"))) == []
        step, = measured(source_of(made_up(*changes)).rows)
        assert step.pairs[0].interval is None and step.pairs[0].change == 1


def test_below_one_percent_nothing_is_a_change_whatever_the_interval(source_of):
    narrow = {"ci_low_us": "19.999", "ci_high_us": "20.001"}
    for us, change in (("19.9", 0), ("19.7", 1), ("20.1", 0), ("20.3", -1)):
        step, = measured(source_of(made_up(narrow, {**narrow, "time_median_us": us})).rows)
        assert step.pairs[0].change == change and not step.pairs[0].pays
    step, = measured(source_of(made_up({}, {"time_median_us": "19.7", "ci_low_us": "19", "ci_high_us": "21"})).rows)
    assert step.pairs[0].change == 0  # the interval holds 1


def sweep(gains, **more):
    """Rows of a step with these gains: {(size, params): gain}."""
    lines = [made_up({"size": size, "params": params}, {"size": size, "params": params,
                                                         "time_median_us": str(20 / value), **more})
             for (size, params), value in gains.items()]
    return [row for pair in lines for row in pair]


@pytest.mark.parametrize("gains, stops", [
    ({1: 0.9, 2: 1.01, 3: 1.5, 4: 2}, ("not up to 2x2",)), ({1: 2, 2: 1.5, 3: 1.01, 4: 0.5}, ("not from 3x3 on",)),
    ({1: 1, 2: 2, 3: 1, 4: 2, 5: 1}, ("not up to 1x1", "not from 5x5 on")), ({1: 1.02, 2: 2}, ()),
    ({1: 1, 2: 0.5}, ("at no size",)), ({1: 1}, ("not at 1x1",))])
def test_the_sizes_at_either_end_that_do_not_pay(source_of, gains, stops):
    source = source_of(sweep({(f"{side}x{side}", "tile=8"): value for side, value in gains.items()}))
    step, = steps_of([source], {})
    assert step.stops == stops


def test_a_parameter_counts_where_the_usual_setting_pays(source_of):
    gains = {("2x2", "tile=8;mode=a"): 2, ("9x9", "tile=8;mode=a"): 2, ("2x2", "tile=9;mode=a"): 1,
             ("9x9", "tile=7;mode=a"): 2, ("9x9", "tile=9;mode=b"): 1, ("2x2", "tile=8;mode=b"): 0.1}
    step, = steps_of([source_of(sweep(gains))], {})
    assert step.gpus[0].home.problem == ("9x9", "tile=8;mode=a")
    assert step.stops == ("not with tile=9", "not with mode=b")
    only, = steps_of([source_of(sweep({**dict.fromkeys(gains, 1), ("2x2", "tile=8;mode=b"): 3}))], {})
    assert only.stops == ("only with mode=b",)


def test_machines_show_a_step_at_a_problem_that_they_share_and_small_ones_at_a_small_one(source_of):
    large = {("4x4", ""): 3, ("8x8", ""): 3, ("2x2", ""): 2}
    first = source_of(sweep(large, speed_of_light_percent="95"), "A")
    second = source_of(sweep({("4x4", ""): 2.4, ("2x2", ""): 2}), "B")
    step, = steps_of([first, second], {})
    assert [one.home.size for one in step.gpus] == ["4x4", "4x4"]  # of A alone it would be 8x8
    assert step.then == ("less on the B: 2.40x", "then at 95 % of its ceiling on the A")
    alone, = steps_of([first], {})
    assert alone.gpus[0].home.size == "8x8"
    small, = steps_of([first, second], {"carry": "small"})
    assert [one.home.size for one in small.gpus] == ["2x2", "2x2"]
    only_large = source_of(sweep({("8x8", ""): 1.5}), "C")
    apart, = steps_of([first, only_large], {"carry": "small"})
    assert [one.home.size for one in apart.gpus] == ["2x2", "8x8"]
    gone, = steps_of([second, source_of(made_up({"bytes": "8000"}, {}), "D")], {})
    assert gone.gpus[1] is None


def test_a_technique_sums_up_its_steps(source_of):
    """What is shown is of the problem where a step is at home; whether it pays is counted over all."""
    lines = [{**row, "case": case} for case, *gains in (("tiles", 1, 3), ("sum", 1.01, 1.5), ("edm", 4, 2))
             for row in sweep(dict(zip((("2x2", ""), ("4x4", "")), gains)))]
    one = next(one for one in techniques.of([source_of(lines)], catalogue.read()) if one.entry.id == "carry")
    found = one.gpus[0]
    assert len(one.steps) == 3 and (found.median, found.lowest, found.highest) == (2, 1.5, 3)
    assert (found.least, found.most) == pytest.approx((1, 4)) and (found.pays, found.of) == (4, 6)


def test_a_step_counts_for_its_main_technique_and_hot_rows_are_their_own(source_of):
    lines = [*sweep({("4x4", ""): 3}), *({**row, "cache": "hot"} for row in sweep({("4x4", ""): 1.5}))]
    source = source_of(lines, technique="vector grid")
    known, hot = ({one.entry.id: one for one in techniques.of([source], catalogue.read(), *cache)}
                  for cache in ((), ("hot",)))
    assert known["vector"].gpus[0].median == 3 and known["vector"].gpus[0].of == 1
    assert known["grid"].gpus == (None,) and [step.new for step in known["grid"].also] == ["gpu/new"]
    assert hot["vector"].gpus[0].median == 1.5
    assert [(one.entry.id, step.new) for one, step in techniques.best(techniques.of([source], catalogue.read()), 5)] \
        == [("vector", "gpu/new")]
    assert techniques.unknown([source_of(made_up({}, {}), technique="nosuch")], catalogue.read()) == ["nosuch"]


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
