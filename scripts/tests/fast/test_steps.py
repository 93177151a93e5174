"""Counters made of metrics, times joined to them, and the sentence on a step of the ladder. And times, rates and
percentages as people write them."""

import math

import hostile
import pytest
from conftest import SCRIPTS, records
from made_up_runs import bare_row
from test_bound import INSTRUCTIONS, ISSUE, READ, STALL, TIME, WRITE
from test_bound import metrics as bound_metrics

from rungs.data import counter_files, rows, show
from rungs.profile import counters, evidence
from rungs.profile.counters import BY_NAME, COUNTERS, ROW_TIME

LOADS = ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")


def metrics(changed=()):
    """Metrics of a variant that reads 6 MB and writes 4 MB in 40 us, bound by latency; None takes one away."""
    found = bound_metrics(20, us=40, more={
        READ: 6e6, WRITE: 4e6, LOADS[0]: 8e6, LOADS[1]: 1e6, INSTRUCTIONS: 1e7, "launch__registers_per_thread": 40,
        STALL.format("long_scoreboard"): 6, STALL.format("wait"): 3, STALL.format("barrier"): None, **dict(changed)})
    return {name: value for name, value in found.items() if value is not None}


def step(new=(), times=(40, 20), noise=1.0, old=()):
    def line(variant, changed, us):
        return evidence.Line("tiles", variant, "1000x1000", "", metrics({ROW_TIME: us, **dict(changed)}),
                             time_us=us, noise=noise)
    return evidence.sentence(line("gpu/slow", old, times[0]), line("gpu/quick", new, times[1]))


def test_ratios_come_from_sums():
    hits, misses = "lts__t_sectors_lookup_hit.sum", "lts__t_sectors_lookup_miss.sum"
    traffic = {READ: 1, WRITE: 1}
    for name, found, wanted in (("l2_hit_percent", {hits: 30, misses: 10}, 75), ("dram_over_work", traffic, None),
                                ("sectors_a_load_request", dict.fromkeys(LOADS, 0), None)):
        assert BY_NAME[name].value(found) == wanted
    assert len(BY_NAME) == len(COUNTERS), "two counters of one name"


def test_stalls_are_shares_of_the_time_between_issues():
    found = {STALL.format("wait"): 2, STALL.format("selected"): 1, STALL.format("barrier"): 1}
    assert counters.stall_shares(found) == {"wait": 50, "selected": 25, "barrier": 25}
    assert counters.top_stall(found) == ("wait", 50)
    assert counters.top_stall({STALL.format("selected"): 1}) == ("", None)


@pytest.mark.parametrize(("times", "noise", "words"), [
    ((40, 20), 1.0, "gpu/quick is 2.00x faster than gpu/slow (20.0 us against 40.0 us, ± 0.7 %)"),
    ((20, 40), 1.0, "gpu/quick is 2.00x slower than gpu/slow (40.0 us against 20.0 us, ± 0.7 %)"),
    ((40, 40.3), 0.1, "gpu/quick is within 1 % of gpu/slow (40.3 us against 40.0 us, ± 0.071 %)"),
    ((40, 40.3), math.nan, "gpu/quick takes as long as gpu/slow (40.3 us against 40.0 us)"),
    ((40, 42), 9.0, "gpu/quick takes as long as gpu/slow"),   # 5 % slower, within 6.4 %
    ((40, 42), 5.0, "gpu/quick is 1.05x slower than"), ((40, 20), math.nan, "(20.0 us against 40.0 us)")])
def test_the_time_is_said_with_its_spread(times, noise, words):
    assert words in step(times=times, noise=noise)


def test_the_sentence_ends_with_the_explanation():
    assert step({INSTRUCTIONS: 5e6, TIME: 20_000}).partition("%): ")[2] == (
        "waiting (occupancy 50 %, warps wait 60 % of the time for global or local memory) before and after: "
        "instructions -50 % (10.0 M to 5.00 M) and with them the waiting for global or local memory (60.0 M to 30.0 M "
        "warp-cycles).")
    assert step({ISSUE: None}).endswith("(20.0 us against 40.0 us, ± 0.7 %): not explained, not counted: cycles with "
                                        "an issue.")


@pytest.mark.parametrize(("name", "old", "new", "factor", "text"), [
    ("dram_bytes", 100e6, 41e6, 0.41, "DRAM traffic -59 % (100 MB to 41.0 MB)"),
    ("dram_bytes", 100e6, 350e6, 3.5, "3.5x as much DRAM traffic (100 MB to 350 MB)"),
    ("dram_bytes", 100e6, 4e6, 0.04, "25x less DRAM traffic (100 MB to 4.00 MB)"),
    ("dram_bytes", 3, 1, 1, "DRAM traffic -67 % (3 B to 1 B)"),  # below the least it is no change
    ("dram_bytes", 0, 3e6, 3, "DRAM traffic from 0 B to 3.00 MB"),
    ("instructions", 1e9, 2e7, 0.02, "50x fewer instructions (1.00 G to 20.0 M)"),
    ("instructions", 1e6, 3e6, 3, "3.0x as many instructions (1.00 M to 3.00 M)")])
def test_a_change_in_words(name, old, new, factor, text):
    found = counters.Change(BY_NAME[name], old, new)
    assert found.weight == pytest.approx(math.log(factor)) and found.text == text


def test_the_part_that_makes_most_of_a_change_is_named():
    parts = (("dram_read_bytes", "reads"), ("dram_write_bytes", "writes"))
    def mostly(read, write):
        step = counters.Step({READ: 1e9, WRITE: 1e9}, {READ: read, WRITE: write})
        return counters.mostly(step.of("dram_bytes"), parts, step)
    assert [mostly(1e8, 9e8), mostly(9e8, 1e8), mostly(5e8, 5e8)] == [", mostly reads", ", mostly writes", ""]
    alone = counters.Step({READ: 0, WRITE: 1e9}, {READ: 0, WRITE: 1e8})  # all there is
    assert counters.mostly(alone.of("dram_bytes"), parts, alone) == ""


@pytest.mark.parametrize(("value", "unit", "text"), [
    (0, "", "0"), (4, "", "4"), (4.5, "", "4.5"), (1234, "", "1234"), (9999, "", "9999"), (12345, "", "12.3 k"),
    (26_214_400, "", "26.2 M"), (999, "bytes", "999 B"), (419_431_424, "bytes", "419 MB"), (1.5e12, "bytes", "1.50 TB"),
    (60, "%", "60 %"), (0, "%", "0 %"), (275, "us", "275 us")])
def test_figures(value, unit, text):
    assert counters.figure(value, unit) == text


KEY = ("tiles", "gpu/slow", "1000x1000", "tile=8")


def row(variant, us, **change):
    """A cold row of tiles at 1000x1000, tile=8, of 1 % noise and 8 MB of work."""
    return bare_row(f"tiles/{variant}", us, **{"bytes": "8000000", **change})


# The time of a row is net of nothing: what an empty pair of events takes is a part of it.
TWO_ROWS = [row("gpu/slow", 40), row("gpu/quick", 20, improves="gpu/slow", event_overhead_us="5")]
RUN = dict.fromkeys(counter_files.RUN_COLUMNS, "") | {"device": "Made-up GPU", "compute_capability": "9.0"}
SLOW, BOTH = {"gpu/slow": metrics()}, {"gpu/slow": metrics(), "gpu/quick": metrics()}


@pytest.fixture
def run(write_rows, tmp_path):
    """The Lines of rows and counters ({variant: metrics} or {key: metrics}), and the sentences of their steps."""
    def call(lines, counted):
        path, counters = write_rows(lines), tmp_path / "counters.csv"
        counter_files.write(counters, {
            key if isinstance(key, tuple) else (KEY[0], key, *KEY[2:]):
            {name: (value, "") for name, value in found.items()} for key, found in counted.items()}, [RUN])
        machine, = rows.machines(rows.read(path))
        found = list(evidence.lines_of(machine.rows, counter_files.read(counters)).values())
        return found, list(evidence.sentences(found).values())
    return call


def test_a_line_a_variant_with_its_time_and_counters(run):
    (slow, quick), (text,) = run(TWO_ROWS, {**SLOW, "gpu/quick": metrics({TIME: 19_000})})
    assert "gpu/quick is 2.00x faster than gpu/slow" in text
    assert [(line.variant, line.time_us, line.improves) for line in (slow, quick)] == [
        ("gpu/slow", 40, ""), ("gpu/quick", 20, "gpu/slow")]
    assert quick.value("kernel_time_percent") == 95 and slow.device == "Made-up GPU"
    for name, value in (("dram_bytes", 1e7), ("dram_over_work", 1.25), ("sectors_a_load_request", 8),
                        ("achieved_occupancy_percent", 50), ("registers", 40)):
        assert slow.value(name) == value
    assert slow.cell("top_stall") == "long scoreboard, 60 %"
    assert (slow.bound.kind, slow.bound.limit) == ("latency", "wait")
    (slow, _), _ = run(TWO_ROWS, {"gpu/slow": {"kernels": 1}, "gpu/quick": metrics()})
    assert slow.value("kernels") == 1, "what a chip lacks is empty"
    assert {slow.cell(counter.name) for counter in COUNTERS if counter.name != "kernels"} == {""}
    assert slow.cell("top_stall") == "" and slow.bound.kind == ""


def test_the_join_is_by_size_and_parameters_too(run):
    other = row("gpu/slow", 99, params="tile=9")
    lines, _ = run([*TWO_ROWS, other, row("gpu/slow", 7, cache="hot")],
                   {KEY: metrics(), (*KEY[:3], "tile=9"): metrics({READ: 0})})
    assert [(line.params, line.time_us, line.value("dram_bytes")) for line in lines] == [
        ("tile=8", 40, 1e7), ("tile=9", 99, 4e6)]


def test_hostile_names_break_no_sentence(run):
    names = hostile.NAMES
    lines = [row(name, 10 + number, improves=names[number - 1] if number else "", device=hostile.DEVICE)
             for number, name in enumerate(names)]
    counted = {name: metrics({STALL.format("a|<b>\x1b\n"): 90}) for name in names}
    written, said = run(lines, counted)
    assert sorted(line.variant for line in written) == sorted(names)
    assert said and all(text.isprintable() for text in said)


def test_no_sentence_without_both_sides(run):
    lines = [row("gpu/slow", ""), row("gpu/quick", 20, improves="gpu/slow"), row("gpu/next", 10, improves="gpu/none")]
    assert run(lines, {**BOTH, "gpu/next": metrics()})[1] == []


WRITERS = {"microseconds": show.time, "bytes per second": lambda value: show.rate(value / 1e9),
           "percent": show.percent, "ratio": show.gain}


def test_units_are_written_as_bench_writes_them():
    examples = records(SCRIPTS.parent / "harness" / "output" / "units_examples.csv")
    assert {one["what"] for one in examples} == {*WRITERS, "joules"}
    for one in (one for one in examples if one["what"] in WRITERS):
        assert WRITERS[one["what"]](float(one["value"])) == one["text"], one


@pytest.mark.parametrize(("write", "value", "text"), [
    (lambda us: show.time(us, trim=True), 34000, "34 ms"), (show.time, 0.5, "0.500 us"),
    (show.rate, 0.0001, "0.100 MB/s"), (show.percent, 0.018, "0.018 %"), (show.percent, 0, "0 %"),
    (show.plain, " a\n\tb\x1b\x00c ", "a b c"), (lambda text: show.plain(text, 4), "abcdef", "abc…")])
def test_numbers_and_texts_as_people_write_them(write, value, text):
    assert write(value) == text
