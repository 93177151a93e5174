"""What binds a kernel, its class, and why it is faster than another, on made-up counters."""

import pytest

from rungs.profile import bound, causes, evidence, limits
from rungs.profile.bound import IDLE, PEAKS, UNKNOWN, Ceiling
from rungs.profile.counters import ROW_TIME
from rungs.profile.waits import UNEXPLAINED

TIME, CLOCK = "gpu__time_duration.sum", "smsp__cycles_elapsed.avg.per_second"
UNITS = {"dram": "dram__throughput", "l2": "lts__throughput", "l1": "l1tex__throughput", "sm": "sm__throughput"}
ISSUE = "smsp__issue_active.avg.pct_of_peak_sustained_active"
OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active"
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
INSTRUCTIONS = "smsp__inst_executed.sum"
READ, WRITE = "dram__bytes_read.sum", "dram__bytes_write.sum"
WAITS = "waits for a fixed latency"
ATOMIC_SECTORS = {"lts__t_sectors_op_atom.sum": 1e7, "lts__t_sectors_op_red.sum": 0}
ATOMICS = "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"


def pipe(name):
    return f"smsp__inst_executed_pipe_{name}.avg.pct_of_peak_sustained_active"


def metrics(issue=10, more=(), us=100.0, **units):
    """Metrics of one kernel of 100 us with nothing near its limit; `units` are percentages by the names of UNITS."""
    shares = {"dram": 10, "l2": 10, "l1": 10, "sm": max(issue, 10), **units}
    return {"kernels": 1, TIME: us * 1e3, CLOCK: 2e9, ISSUE: issue, OCCUPANCY: 50, INSTRUCTIONS: 1e8, READ: 1e8,
            WRITE: 1e8, STALL.format("wait"): 6, STALL.format("barrier"): 3, STALL.format("selected"): 1,
            **{f"{UNITS[name]}.avg.pct_of_peak_sustained_elapsed": share for name, share in shares.items()},
            **dict(more)}


def first_level(wavefronts, used=1):
    """Metrics of a kernel that 4 million sectors of global memory bind, and wavefronts of shared memory where used."""
    return metrics(l1=70, more={
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 4e6, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 0,
        "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum": wavefronts,
        **{f"smsp__inst_executed_op_shared_{name}.sum": used for name in ("ld", "st", "atom")}})


@pytest.mark.parametrize(("found", "badge"), [
    # The hardware counts wavefronts of other things there where shared memory is not used.
    (first_level(2e6), "shared memory 70 %"), (first_level(2e6, used=0), "L1 70 %"), (first_level(5e5), "L1 70 %"),
    (metrics(), WAITS), (metrics(dram=59), WAITS), (metrics(dram=60), "DRAM 60 % of its peak"),
    (metrics(issue=85, dram=70), "issue slots 85 %"), (metrics(l1=75), "L1 75 %"),
    # What DRAM moves passes the L2; where the L2 is far ahead it is by itself.
    (metrics(dram=83, l2=88), "DRAM 83 % of its peak"), (metrics(dram=59, l2=62), "L2 62 %"),
    (metrics(dram=61, l2=80), "L2 80 %"),
    # A pipe's share is of the time in which a multiprocessor has work.
    (metrics(sm=75, more={pipe("alu"): 76}), "ALU 75 %"), (metrics(sm=2, more={pipe("alu"): 95}), IDLE),
    (metrics(sm=93, more={pipe("fma"): 50, pipe("fmaheavy"): 93}), "heavy FMA 93 %"),
    (metrics(sm=80, more={pipe("fma"): 80, pipe("fmaheavy"): 60}), "FMA 80 %"),
    # The four schedulers share these pipes: each counts what it alone could issue.
    (metrics(sm=74, issue=50, more={pipe("adu"): 18.5}), "address pipe 74 %"),
    (metrics(sm=64, more={pipe("lsu"): 17}), "LSU 64 %"),
    (metrics(l2=80, more={**ATOMIC_SECTORS, "lts__t_sectors.sum": 1.9e7}), "L2 atomics 80 %"),
    (metrics(l2=80, more={**ATOMIC_SECTORS, "lts__t_sectors.sum": 2.1e7}), "L2 80 %"),
    (metrics(more={ATOMICS: 77}), "one L2 atomic unit 77 %"), (metrics(us=3), "launches"), (metrics(us=4.5), WAITS),
    (metrics(more={ROW_TIME: 300}), "launches"), (metrics(dram=90, more={ROW_TIME: 300}), "launches"),
    (metrics(dram=90, more={ROW_TIME: 150}), "DRAM 90 % of its peak"), ({}, "not counted"),
    (metrics(more={OCCUPANCY: 24}), "too few warps"), (metrics(more={OCCUPANCY: 26}), WAITS),
    (metrics(more={STALL.format("long_scoreboard"): 9}), "waits for memory")])
def test_what_is_nearest_to_its_limit_binds(found, badge):
    assert bound.of(found).badge == badge


def test_what_was_not_counted_is_said():
    for name, label in (("lts__throughput.avg.pct_of_peak_sustained_elapsed", "L2 throughput"),
                        (ISSUE, "cycles with an issue")):
        found = metrics(dram=90)
        del found[name]
        assert (bound.of(found).kind, bound.of(found).text) == (UNKNOWN, f"unknown (not counted: {label})")
        assert causes.explain(found, metrics(), 2).text == f"not explained, not counted: {label}"
        assert causes.explain(metrics(), found, 2).text == f"not explained, not counted: {label}"
    assert bound.of({}).why.count(",") == len(bound.NEEDED) - 1


def test_latency_says_what_is_waited_for():
    launch = {"launch__grid_size": 16, "launch__waves_per_multiprocessor": 0.01, "launch__occupancy_limit_warps": 8}
    assert bound.of(metrics()).text == "waiting (occupancy 50 %, warps wait 60 % of the time for a fixed latency)"
    assert bound.of(metrics(more=launch)).why.startswith("only 16 blocks, ")
    assert "blocks" not in bound.of(metrics(more={**launch, "launch__grid_size": 160,
                                                  "launch__waves_per_multiprocessor": 0.15})).why
    bare = {name: value for name, value in metrics().items() if "stalled" not in name and name != OCCUPANCY}
    assert bound.of(bare).why == "neither occupancy nor waits were counted"


def test_dram_is_compared_with_what_the_ceiling_reaches():
    fill = Ceiling("fill", 80, 90)
    found = bound.of(metrics(dram=76, l2=88), fill)
    assert (found.badge, found.limit) == ("DRAM 95 % of a fill", "dram")
    assert found.text == (
        "DRAM-bound at 76 % (95 % of a fill under the same counter, L2 88 %, which passes on what DRAM moves)")
    assert bound.of(metrics(dram=70, issue=85), fill).badge == "DRAM 88 % of a fill"
    assert "passes on" not in bound.of(metrics(dram=76, l2=78), fill).text


def test_kernels_that_take_more_or_less_than_the_row_are_said():
    assert bound.of(metrics(dram=90, more={ROW_TIME: 150})).text == (
        "DRAM-bound at 90 % (the kernels take 67 % of the time, the counters do not see the rest)")
    assert "the counted kernels take 143 % of the time: they ran slower)" in bound.of(metrics(more={ROW_TIME: 70})).text
    two = bound.of(metrics(more={ROW_TIME: 70, "kernels": 2}), bus=True)
    assert (two.limit, two.badge) == ("bus", "copies over the bus")
    assert "they ran slower or run at once" in two.text
    assert bound.of(metrics(more={ROW_TIME: 300}), bus=True).limit == "bus"


def why(new, gain=2.0, old=None, **more):
    return causes.explain(old or metrics(**more), new, gain).causes


NO_STALLS = {STALL.format(name): 0 for name in ("wait", "barrier", "selected")}
LOCAL, L2_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", {
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum": 0, "lts__t_sectors.sum": 1e7}


@pytest.mark.parametrize(("old", "new", "gain", "found"), [
    # Instructions do not count where DRAM binds, nor DRAM where the issue slots do.
    (metrics(dram=50, issue=80), metrics(dram=50, issue=80, us=50, more={READ: 0}), 2, [causes.NOTHING]),
    # A rate has a cause of its own, and waits for the resource itself are none.
    (metrics(dram=70, more=NO_STALLS), metrics(dram=95, us=83, more={READ: 1.2e8, **NO_STALLS}), 1.2,
     ["a higher rate (70 % to 95 %) although DRAM traffic +10 % (200 MB to 220 MB), mostly reads", UNEXPLAINED]),
    # Half of the change of time is enough, and less is none.
    (metrics(issue=80, more=NO_STALLS), metrics(issue=85, us=94, more={INSTRUCTIONS: 0.985e8, **NO_STALLS}), 1.06,
     ["the same instructions at a higher rate (80 % to 85 %)", UNEXPLAINED]),
    (metrics(issue=80, more=NO_STALLS), metrics(issue=85, us=90, more={INSTRUCTIONS: 0.94e8, **NO_STALLS}), 1.11,
     ["instructions -6 % (100 M to 94.0 M) at a higher rate (80 % to 85 %)"]),
    # A further kernel has its launch, its start and its end.
    (metrics(dram=90, more={"kernels": 2}), metrics(dram=91), 1.02, ["kernels from 2 to 1"]),
    # Local memory does not count where it is little of what the L2 does.
    (metrics(dram=95, more={LOCAL: 0, **L2_SECTORS, **NO_STALLS}),
     metrics(dram=80, us=125, more={LOCAL: 1e5, **L2_SECTORS, **NO_STALLS}), 0.8,
     ["the same DRAM traffic at a lower rate (95 % to 80 %)", UNEXPLAINED]),
    # The time around the kernels, where it is much of the change.
    (metrics(dram=90, more={ROW_TIME: 130}), metrics(dram=90, more={ROW_TIME: 105}), 1.24,
     ["time outside the kernels from 30.0 us to 5.00 us"]),
    (metrics(more={ROW_TIME: 1000, "kernels": 3}), metrics(dram=90, more={ROW_TIME: 101}), 10,
     ["time outside the kernels from 900 us to 1.00 us, kernels from 3 to 1"])])
def test_the_cause_belongs_to_what_binds(old, new, gain, found):
    assert why(new, gain, old) == found


def test_equal_times_say_what_is_the_same_and_what_makes_no_difference():
    new = metrics(dram=90, more={INSTRUCTIONS: 2e8})
    assert why(new, 1, dram=90) == ["the same DRAM traffic", "instructions +100 % (100 M to 200 M) make no difference"]
    assert why(metrics(dram=90), 1, dram=90) == ["the same DRAM traffic"]
    assert why(metrics(issue=80, more={INSTRUCTIONS: 2e8}), 1, issue=80) == ["instructions +100 % (100 M to 200 M)"]
    assert why(metrics(), 1) == ["nothing that binds has changed"]


def test_the_sentence_names_what_binds_before_and_after_and_what_is_close_to_the_first():
    text = bound.of(metrics(dram=93, issue=88, more={pipe("alu"): 70})).text
    assert text == "DRAM-bound at 93 % (issue slots 88 %)"
    old, new = metrics(issue=80), metrics(dram=91, us=50, more={INSTRUCTIONS: 4e7})
    assert causes.explain(old, new, 2).text == (
        "issue-bound at 80 % -> DRAM-bound at 91 %: instructions -60 % (100 M to 40.0 M)")
    assert causes.explain(old, old, 1).text == "issue-bound at 80 % before and after: the same instructions"


ROW = {"case": "stitch", "variant": "gpu/one", "size": "10x10", "params": "", "improves": "", "device": "H200",
       "status": "ok", "cache": "cold", "time_median_us": 100.0, "iqr_percent": 0.1, "bytes": 4e8, "ceiling": "fill"}


def line(found, counters=(), **row):
    """The evidence.Line of a row with these metrics, in a run with further counters."""
    row = ROW | row
    key = tuple(row[name] for name in ("case", "variant", "size", "params"))
    counted = {key: {name: (value, "") for name, value in found.items()}, **dict(counters)}
    return evidence.join({key: row}, counted)[0]


def ceiling(case, dram, moved=2e8, variant="gpu/most", reads=0.5):
    """A counted ceiling: its key and its metrics."""
    found = metrics(dram=dram, l2=90, more={"dram__bytes_read.sum": moved * reads,
                                            "dram__bytes_write.sum": moved * (1 - reads)})
    return (case, variant, "20x20", ""), {name: (value, "") for name, value in found.items()}


def test_every_class_has_a_word_and_every_word_a_heading():
    found = {
        "issue": metrics(issue=80), "alu": metrics(sm=80, more={pipe("alu"): 80}), "dram": metrics(dram=80),
        "l2": metrics(l2=90), "smem": metrics(l1=80), "few": metrics(more={OCCUPANCY: 12}), "wait": metrics(),
        "atomic": metrics(l2=80, more={**ATOMIC_SECTORS, "lts__t_sectors.sum": 1e7}), "launch": metrics(us=3)}
    assert {name: limits.of(line(one)) for name, one in found.items()} == {name: name for name in found}
    assert {*found, "bus"} == set(limits.CLASSES)
    for name, word in ("lsu", "smem"), ("adu", "smem"), ("xu", "alu"), ("fmaheavy", "alu"):
        assert limits.of(line(metrics(sm=80, more={pipe(name): 80}))) == word


def test_without_counters_only_the_bus_is_known():
    assert limits.of(None) == limits.of(None, ROW) == limits.badge(None, ROW) == "not counted"
    assert limits.of(line({"kernels": 1})) == limits.badge(line({"kernels": 1})) == "not counted"
    for row in (ROW | {"ceiling": "transfer both ways"}, ROW | {"case": "read", "variant": "gpu/upload_pageable"}):
        assert (limits.of(None, row), limits.badge(None, row)) == ("bus", "the bus")
    assert limits.of(line(metrics(us=3), case="fill", variant="gpu/download")) == "bus"
    assert limits.of(line(metrics(issue=80), ceiling="download")) == "issue", "its kernels are most of its time"


def test_dram_is_compared_with_the_run_s_own_ceiling():
    run = [ceiling("fill", 80), ceiling("copy", 90), ceiling("fill", 85, moved=1e10, variant="gpu/large"),
           ceiling("fill", 95, variant="gpu/download")]
    assert line(metrics(dram=76), run).bound.badge == "DRAM 95 % of a fill"
    assert line(metrics(dram=72), run, ceiling="ceilings").bound.badge == "DRAM 80 % of a copy"
    assert line(metrics(dram=72), run, ceiling="fill+copy").bound.badge == "DRAM 80 % of a copy"
    mixed = [ceiling("fill", 80, reads=0), ceiling("read", 95, reads=1)]
    assert line(metrics(dram=76, more={"dram__bytes_read.sum": 2e7}), mixed, ceiling="ceilings").bound.badge == (
        "DRAM 95 % of a fill"), "of several the one whose mix of reads and writes is most alike"
    assert line(metrics(dram=76), run, ceiling="read").bound.ceiling == PEAKS
    assert line(metrics(dram=76)).bound.badge == "DRAM 76 % of its peak"
    assert line(metrics(dram=58), [ceiling("fill", 59)]).bound.limit == "wait", "what stays in the L2 is no ceiling"
