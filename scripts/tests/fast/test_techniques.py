"""What techniques are worth: rows of the table recomputed from the CSV by hand, and planted steps."""

import csv
import math
import re
import statistics
from io import TextIOWrapper

import pytest
from conftest import ROOT
from made_up_runs import bare_row, write

from rungs.data import catalogue, files, rows, setups
from rungs.profile import evidence, limits
from rungs.statistics import techniques
from rungs.statistics.pairs import Source, measured
from rungs.statistics.techniques import steps_of

RUNS = [ROOT / "results" / "h200" / "latest", ROOT / "results" / "h100" / "2026-11-25"]
MASK, TEN = "distance_max=15;mask=blobs;profile=random", "10240x10240"
EDM, INTDIV = "batch=256;points=uniform;rows=256;sets=one", "steps=256;divisor=30336;index=narrow"
OBLIQUE, NOISE = "repeater=100;lattice=oblique", "image=noise;frames=1"
# Of each technique its steps (case, slower, faster) and where they are shown on both GPUs.
TABLE = {
    "output-side": [("distance", "white", "black", TEN, MASK), ("uv", "uv_plain", "target_loop", TEN, OBLIQUE),
                    ("stitch", "repeater_grid", "modulo", TEN, "repeater=100")],
    "coalesce": [("edm", "k1_naive", "k2_coalesced", "30336x30336", EDM)],
    "mulshift": [("stitch", "modulo", "fast_division", TEN, "repeater=100"),
                 ("intdiv", "divide", "divide_invariant", "1024x1024", INTDIV),
                 ("intdiv", "divide_invariant", "fast_mod_div", "1024x1024", INTDIV)],
    "shuffle": [("reduce", "tree_2x_load", "tree_2x_load_unrolled", TEN, "op=sum"),
                ("reduce", "tree_1d", "shuffles", TEN, "op=sum"), ("reduce", "shuffles", "redux", TEN, "op=sum")],
    "three": [("median", "cross_wide_tiles", "cross_three_input", "8192x8192", NOISE),
              ("median", "3x3_wide_tiles", "3x3_three_input", "8192x8192", NOISE)],
    "graph": [("median", "3x3_short_strips", "3x3_graph", "1920x1080", NOISE)]}


@pytest.fixture(scope="module")
def by_hand():
    """Of each run {(case, variant): {(size, params): row of text}}, cold and ok, straight from the CSV. Of params, what
    all variants of the case have; of a variant with versions, the row that comes first."""
    found = []
    for run in RUNS:
        with TextIOWrapper(files.opened(run / "rows.csv"), "utf-8", newline="") as file:
            lines = [row for row in csv.DictReader(file)
                     if (row["backend"], row["cache"], row["status"]) == ("cuda", "cold", "ok")]
        names, rows_of = {}, {}
        for row in lines:
            here = {part.split("=")[0] for part in row["params"].split(";")}
            names[row["case"]] = names.get(row["case"], here) & here
        for row in lines:
            params = ";".join(part for part in row["params"].split(";") if part.split("=")[0] in names[row["case"]])
            rows_of.setdefault((row["case"], row["variant"]), {}).setdefault((row["size"], params), row)
        found.append(rows_of)
    return found


@pytest.fixture(scope="module")
def found():
    sources = [Source(one.short, one.rows, evidence.counted_of(one.rows, one.counters))
               for one in setups.setups_of([setups.read(run) for run in RUNS])]
    return {one.entry.id: one for one in techniques.of(sources, catalogue.read())}


def gain(old, new):
    return float(old["time_median_us"]) / float(new["time_median_us"])


@pytest.mark.parametrize("name", TABLE)
def test_a_row_of_the_table_is_what_the_csv_says(by_hand, found, name):
    one = found[name]
    assert len(one.steps) == len(TABLE[name])
    for place, run in enumerate(by_hand):
        shown, every = [], []
        for case, old, new, size, params in TABLE[name]:
            slower, faster = run[case, f"gpu/{old}"], run[case, f"gpu/{new}"]
            step, = (step for step in one.steps if step.text == f"{case}: {old} to {new}")
            here = step.gpus[place]
            assert here.home.problem[0] == size and f"{here.home.problem[1]};".startswith(f"{params};")
            rows_here = slower[size, params], faster[size, params]
            shown.append(gain(*rows_here))
            assert here.home.gain == pytest.approx(shown[-1])
            ends = [row[column] for row in rows_here for column in ("ci_high_us", "ci_low_us")]
            if all(ends):
                a, b = (math.log(float(high) / float(low)) / 2 for high, low in (ends[:2], ends[2:]))
                wide = math.exp(math.sqrt(a * a + b * b))
                assert here.home.interval == pytest.approx((shown[-1] / wide, shown[-1] * wide))
            else:
                assert here.home.interval is None
            every += [gain(slower[at], faster[at]) for at in slower.keys() & faster.keys()
                      if slower[at]["bytes"] == faster[at]["bytes"]]
        said = one.gpus[place]
        assert (said.median, said.lowest, said.highest) == pytest.approx(
            (statistics.median(shown), min(shown), max(shown)))
        assert (said.least, said.most) == pytest.approx((min(every), max(every)))
        assert (said.pays, said.of) == (sum(each >= 1.02 for each in every), len(every))


def test_where_a_step_stops_paying_is_what_the_csv_says(by_hand, found):
    slower, faster = (by_hand[0]["reduce", f"gpu/{name}"] for name in ("vector_loads", "one_launch"))
    gains = {size: gain(slower[size, "op=sum"], faster[size, "op=sum"])
             for size in ("1000x1000", "2000x2000", "4000x4000", TEN, "20480x20480")}
    assert [size for size, value in gains.items() if value < 1.02][0] == TEN
    step, = (step for step in found["launch"].steps if step.case == "reduce")
    assert step.stops == (f"not from {TEN} on",) and step.gpus[0].home.size == "4000x4000"
    masks = {mask: gain(*(by_hand[0]["distance", f"gpu/{name}"][TEN, MASK.replace("blobs", mask)]
                          for name in ("black", "two_passes")))
             for mask in ("blobs", "noise1", "noise50", "edge", "empty", "full", "single")}
    assert [mask for mask, value in masks.items() if value < 1.02] == ["full"]
    assert found["separate"].steps[0].stops == ("not with mask=full",)
    assert found["separate"].facts == "two_passes: not with mask=full."


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
    for name, one in found.items():
        assert not re.search(r"\d+(\.\d+)?( ?x\b| ?%)|\d+x\d+|\b(H100|H200)\b", one.entry.stops), name
        assert not one.entry.stops.startswith("not measured") or not one.steps, name
        assert bool(one.facts) == bool(one.steps) and one.stops.endswith(one.entry.stops)


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
    assert step.key == ("tiles", "gpu/old", "gpu/new") and step.techniques == ("carry",) and step.kind == "gain"
    wide = math.exp(math.log(10.1 / 9.9) / math.sqrt(2))
    pair, = step.pairs
    assert pair.gain == 2 and pair.interval == pytest.approx((2 / wide, 2 * wide)) and pair.change == 1 and pair.pays
    step_back = made_up({}, {"step_kind": "back", "time_median_us": "40"})
    back, = measured(source_of(step_back).rows)  # turned round
    assert (back.old, back.new, back.kind, back.pairs[0].gain) == ("gpu/new", "gpu/old", "back", 2)


@pytest.mark.parametrize("changes", [
    ({}, {"step_kind": "question"}), ({}, {"status": "unstable"}),
    ({"bytes": "8000"}, {}), ({"size": "7x7"}, {}), ({"params": "tile=9"}, {}),
    ({"cache": "hot"}, {}), ({}, {"improves": ""}), ({"device_uuid": "GPU-2"}, {}),
    ({"variant": "host/old", "backend": "host", "device": "CPU", "device_uuid": ""}, {"improves": "host/old"})],
    ids=lambda changes: str(changes))
def test_what_is_no_pair(source_of, changes):
    assert measured(source_of(made_up(*changes)).rows) == []


def test_an_incorrect_row_is_no_pair_even_with_a_time(source_of):
    frame = source_of(made_up({}, {})).rows
    for place in frame.index:
        assert measured(frame.assign(status=frame.status.where(frame.index != place, "incorrect"))) == []


def test_a_row_without_an_interval_leaves_none(source_of):
    none = {"ci_low_us": "", "ci_high_us": ""}
    for changes in (({}, none), (none, {})):
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
