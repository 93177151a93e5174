"""Counters made of metrics, and the sentence on a step of the ladder."""

import math

import pytest
from test_bound import ISSUE, OCCUPANCY, STALL

from rungs.profile import counters, evidence, steps
from rungs.profile.counters import BY_NAME, COUNTERS, ROW_TIME

LOADS = ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")
TIME, READ, WRITE = "gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum"
INSTRUCTIONS = "smsp__inst_executed.sum"


def metrics(changed=()):
    """Metrics of a variant that reads 6 MB and writes 4 MB in 40 us, bound by latency; None takes one away."""
    found = {"kernels": 1, TIME: 40_000, READ: 6e6, WRITE: 4e6, LOADS[0]: 8e6, LOADS[1]: 1e6, OCCUPANCY: 50,
             INSTRUCTIONS: 1e7, "launch__registers_per_thread": 40, STALL.format("long_scoreboard"): 6,
             STALL.format("wait"): 3, STALL.format("selected"): 1, ISSUE: 20, counters.CLOCK: 2e9,
             **{f"{unit}__throughput.avg.pct_of_peak_sustained_elapsed": 20 for unit in ("dram", "lts", "l1tex", "sm")},
             **dict(changed)}
    return {name: value for name, value in found.items() if value is not None}


def step(new=(), times=(40, 20), noise=1.0, old=()):
    """The sentence from a variant to another, whose metrics are changed."""
    def line(variant, changed, us):
        return evidence.Line("tiles", variant, "1000x1000", "", metrics({ROW_TIME: us, **dict(changed)}),
                             time_us=us, noise=noise)
    return steps.sentence(line("gpu/slow", old, times[0]), line("gpu/quick", new, times[1]))


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
    ("dram_bytes", 100e6, 150e6, 1.5, "DRAM traffic +50 % (100 MB to 150 MB)"),
    ("dram_bytes", 3, 1, 1, "DRAM traffic -67 % (3 B to 1 B)"),  # below the least it is no change
    ("dram_bytes", 0, 3e6, 3, "DRAM traffic from 0 B to 3.00 MB"),
    ("dram_bytes", 3e6, 0, 1 / 3, "DRAM traffic from 3.00 MB to 0 B"),
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
    assert mostly(0, 1.5e9) == ", reads 1.00 GB to 0 B, writes 1.00 GB to 1.50 GB"
    alone = counters.Step({READ: 0, WRITE: 1e9}, {READ: 0, WRITE: 1e8})  # all there is
    assert counters.mostly(alone.of("dram_bytes"), parts, alone) == ""


@pytest.mark.parametrize(("value", "unit", "text"), [
    (0, "", "0"), (4, "", "4"), (4.5, "", "4.5"), (1234, "", "1234"), (9999, "", "9999"), (12345, "", "12.3 k"),
    (26_214_400, "", "26.2 M"), (999, "bytes", "999 B"), (419_431_424, "bytes", "419 MB"), (1.5e12, "bytes", "1.50 TB"),
    (60, "%", "60 %"), (0, "%", "0 %"), (275, "us", "275 us")])
def test_figures(value, unit, text):
    assert counters.figure(value, unit) == text
