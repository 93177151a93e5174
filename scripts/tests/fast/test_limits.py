"""The class of what limits a kernel, and the run's own ceilings that its shares are compared with."""

import pytest
from test_bound import OCCUPANCY, metrics

from rungs.profile import evidence, limits
from rungs.profile.bound import PEAKS

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
    atomics = {"lts__t_sectors_op_atom.sum": 1e7, "lts__t_sectors_op_red.sum": 0, "lts__t_sectors.sum": 1e7}
    found = {
        "issue": metrics(issue=80), "alu": metrics(sm=80, more={PIPE.format("alu"): 80}), "dram": metrics(dram=80),
        "l2": metrics(l2=90), "smem": metrics(l1=80), "few": metrics(more={OCCUPANCY: 12}), "wait": metrics(),
        "atomic": metrics(l2=80, more=atomics), "launch": metrics(us=3)}
    assert {name: limits.of(line(one)) for name, one in found.items()} == {name: name for name in found}
    assert {*found, "bus"} == set(limits.CLASSES)


PIPE = "smsp__inst_executed_pipe_{}.avg.pct_of_peak_sustained_active"


@pytest.mark.parametrize(("pipe", "word"), [("lsu", "smem"), ("adu", "smem"), ("xu", "alu"), ("fmaheavy", "alu")])
def test_pipes_of_addresses_and_shared_memory_are_no_arithmetic(pipe, word):
    assert limits.of(line(metrics(sm=80, more={PIPE.format(pipe): 80}))) == word


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
