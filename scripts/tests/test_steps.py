"""Counters made of metrics, and the sentence on a step of the ladder."""

import math

import pytest

from rungs.profile import counters, evidence, steps
from rungs.profile.counters import BY_NAME, COUNTERS

STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
LOADS = ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")
TIME, READ, WRITE, OCCUPANCY = ("gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
                                "sm__warps_active.avg.pct_of_peak_sustained_active")
INSTRUCTIONS, ALU, XU = (f"smsp__inst_executed{pipe}.sum" for pipe in ("", "_pipe_alu", "_pipe_xu"))


def metrics(changed=()):
    """Metrics of a variant that reads 6 MB and writes 4 MB in 40 us, {name: value}; None takes one away."""
    found = {"kernels": 1, TIME: 40_000, READ: 6e6, WRITE: 4e6, LOADS[0]: 8e6, LOADS[1]: 1e6, OCCUPANCY: 50,
             INSTRUCTIONS: 1e7, "launch__registers_per_thread": 40, STALL.format("long_scoreboard"): 6,
             STALL.format("wait"): 3, STALL.format("selected"): 1, **dict(changed)}
    return {name: value for name, value in found.items() if value is not None}


def step(new=(), times=(40, 20), noise=1.0, old=()):
    """The sentence from a variant to another, whose metrics are changed."""
    def line(variant, changed, us):
        return evidence.Line("tiles", variant, "1000x1000", "", metrics(changed), {}, time_us=us, noise=noise)
    return steps.sentence(line("gpu/slow", old, times[0]), line("gpu/quick", new, times[1]))


def test_ratios_come_from_sums():
    hits, misses = "lts__t_sectors_lookup_hit.sum", "lts__t_sectors_lookup_miss.sum"
    rate, traffic = "lts__t_sector_hit_rate.pct", {READ: 1, WRITE: 1}
    for name, found, wanted in (("l2_hit_percent", {hits: 30, misses: 10, rate: 1}, 75),
                                ("l2_hit_percent", {rate: 60}, 60), ("dram_over_work", traffic, None),
                                ("sectors_a_load_request", dict.fromkeys(LOADS, 0), None)):
        assert BY_NAME[name].value(found) == wanted
    assert len(BY_NAME) == len(COUNTERS), "two counters of one name"


def test_stalls_are_shares_of_the_time_between_issues():
    found = {STALL.format("wait"): 2, STALL.format("selected"): 1, STALL.format("barrier"): 1}
    assert counters.stall_shares(found) == {"wait": 50, "selected": 25, "barrier": 25}
    assert counters.top_stall(found) == ("wait", 50)
    assert counters.top_stall({STALL.format("selected"): 1}) == ("", None)


def test_what_limits_the_blocks_is_the_smallest_limit():
    limits = {f"launch__occupancy_limit_{name}": limit
              for name, limit in (("blocks", 32), ("registers", 4), ("warps", 4))}
    assert counters.limited_by(limits) == "registers+warps" and counters.limited_by({}) == ""


@pytest.mark.parametrize(("times", "noise", "words"), [
    ((40, 20), 1.0, "gpu/quick is x2.00 faster than gpu/slow (20.0 us against 40.0 us, ± 0.7 %)"),
    ((20, 40), 1.0, "gpu/quick is x2.00 slower than gpu/slow (40.0 us against 20.0 us, ± 0.7 %)"),
    ((40, 40.3), 0.1, "gpu/quick takes as long as gpu/slow (40.3 us against 40.0 us, ± 0.071 %)"),
    ((40, 42), 9.0, "gpu/quick takes as long as gpu/slow"),   # 5 % slower, within 6.4 %
    ((40, 42), 5.0, "gpu/quick is x1.05 slower than"), ((40, 20), math.nan, "(20.0 us against 40.0 us)")])
def test_the_time_is_said_with_its_spread(times, noise, words):
    assert words in step(times=times, noise=noise)


@pytest.mark.parametrize(("change", "times", "words"), [
    ({}, (40, 20), ": no counter moved by more than 10 % (shares: 10 points)."),
    ({INSTRUCTIONS: 9.2e6}, (40, 20), ": no counter moved"),
    ({INSTRUCTIONS: 9e6}, (40, 20), ": instructions x0.900 (10.0 M to 9.00 M)."),
    ({INSTRUCTIONS: 2e7}, (40, 20),
     ": no counter that moved explains it; moved the other way: instructions x2.00 (10.0 M to 20.0 M)."),
    ({INSTRUCTIONS: 2e7}, (20, 40), ": instructions x2.00 (10.0 M to 20.0 M)."),
    ({INSTRUCTIONS: 2e7}, (40, 40), ": moved all the same: instructions x2.00 (10.0 M to 20.0 M)."),
    ({OCCUPANCY: 59}, (40, 20), ": no counter moved"),
    ({OCCUPANCY: 60}, (40, 20), ": achieved occupancy 50 % to 60 % (+10 points)."),
    ({OCCUPANCY: 30}, (20, 40), ": achieved occupancy 50 % to 30 % (-20 points)."),
    ({LOADS[0]: 32e6}, (20, 40), ": sectors per load request x4.00 (8 to 32)."),
    ({"launch__registers_per_thread": 255}, (20, 40), ": no counter moved"),  # tells nothing by itself
    # Of a family the farthest that fits the step speaks: the wait for memory goes, another takes its share.
    ({STALL.format("long_scoreboard"): 0.1}, (20, 40), ": waiting for a fixed latency 30 % to 73 % (+43 points).")])
def test_the_counters_that_moved_are_said(change, times, words):
    assert step(change, times).partition("%)")[2].startswith(words)


def test_a_change_is_measured_against_the_floor():
    assert "no counter moved" in step({READ: 1, WRITE: 0}, old={READ: 3, WRITE: 0})
    assert steps.Move(BY_NAME["dram_bytes"], 0, 3e6).weight == pytest.approx(math.log(3))
    assert steps.Move(BY_NAME["dram_bytes"], 3e6, 5).weight == pytest.approx(-math.log(3))


def test_from_nothing_and_to_nothing():
    none, some = ({f"l1tex__t_requests_pipe_lsu_mem_global_op_{name}.sum": count for name, count in
                   (("atom", 0), ("red", count))} for count in (0, 2_500_000))
    assert "atomic requests from 0 to 2.50 M" in step(some, (20, 40), old=none)
    assert "atomic requests from 2.50 M to 0" in step(none, old=some)


def test_the_farthest_moves_come_first_four_families_at_the_most():
    change = {INSTRUCTIONS: 2e6, READ: 0, WRITE: 1e6, OCCUPANCY: 95, LOADS[0]: 4e6,
              STALL.format("long_scoreboard"): 0.1, ALU: 1e6}
    assert [text.partition(" x")[0] for text in step(change, old={ALU: 3e6}).partition("%): ")[2].split("; ")] == [
        "DRAM traffic", "instructions", "ALU instructions", "sectors per load request"]


def test_a_part_that_is_little_of_its_whole_explains_nothing():
    # A whole of 1 M instructions: special functions fall to a hundredth in both, but they are 2 % of it in one.
    for before, named in ((20_000, False), (60_000, True)):
        said = step({INSTRUCTIONS: 1e6, XU: before / 100}, old={INSTRUCTIONS: 1e6, XU: before})
        assert ("special function instructions x0.01" in said) == named


def test_what_the_counters_do_not_see_is_said():
    said = step(times=(40, 400))
    assert "The kernels of gpu/quick take 40.0 us of its 400 us; the counters do not see the rest" in said
    assert "do not see" not in step(times=(40, 48))


@pytest.mark.parametrize(("value", "unit", "text"), [
    (0, "", "0"), (4, "", "4"), (4.5, "", "4.5"), (1234, "", "1234"), (9999, "", "9999"), (12345, "", "12.3 k"),
    (26_214_400, "", "26.2 M"), (999, "bytes", "999 B"), (419_431_424, "bytes", "419 MB"), (1.5e12, "bytes", "1.50 TB"),
    (60, "%", "60 %"), (0, "%", "0 %"), (275, "us", "275 us")])
def test_figures(value, unit, text):
    assert steps.figure(value, unit) == text
