"""What techniques are worth: rows of the table recomputed from the CSV by hand."""

import csv
import math
import re
import statistics
from io import TextIOWrapper

import pytest
from conftest import ROOT

from rungs.data import catalogue, files, setups
from rungs.profile import evidence, limits
from rungs.statistics import techniques
from rungs.statistics.pairs import Source

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
