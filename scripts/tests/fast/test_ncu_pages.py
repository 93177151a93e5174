"""What ncu prints and what is kept of it: the raw page, the sum over kernels."""

import fake_ncu
import pytest
from fake_ncu import BYTES, REGISTERS, TIME, UNITS

from rungs.data.records import RowsError
from rungs.profile import ncu


def page(metrics):
    return fake_ncu.raw_page([(fake_ncu.pushed("a.b=80:-6"), metrics)], UNITS)


def test_what_is_no_number_or_not_of_the_kernel_is_left_out():
    read, = ncu.read_raw_page(page({TIME: "1", BYTES: "n/a", REGISTERS: "nan", "launch__stream_id": "7",
                                    "device__attribute_warp_size": "32", "launch__func_cache_config": "CacheNone"}))
    assert read.metrics == {TIME: (1, "ns")}
    assert (read.range, read.compute_capability) == ("a.b=80:-6", "9.0")


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text[:-2], "not CSV"),
    (lambda text: text.rpartition(",")[0] + "\n", "line 3: 13 fields where the header has 14 .was it cut"),
    (lambda text: text.replace("Range", "Reach"), "no column of NVTX ranges"),
    (lambda text: "==ERROR== Failed to open\n", "no raw page in what ncu printed: '==ERROR== Failed to open'"),
    (lambda text: "", "no raw page")])
def test_a_raw_page_that_is_none_is_refused(change, words):
    with pytest.raises(RowsError, match=words):
        ncu.read_raw_page(change(page({TIME: "1"})))


def test_a_sum_needs_every_kernel_and_a_mean_those_that_have_it():
    one = ncu.Kernel("k", "a", "", {TIME: (3, "ns"), "a__b.sum": (1, ""), "a__c.pct": (10, "%"), "a__e.pct": (80, "%"),
                                    "launch__occupancy_limit_warps": (8, "block"), "a__d.max": (5, "")})
    two = ncu.Kernel("k", "a", "", {TIME: (1, "ns"), "launch__occupancy_limit_warps": (4, "block"),
                                    "a__e.pct": (20, "%"), "a__d.max": (2, "")})
    assert ncu.add_up([one, two]) == {"kernels": (2, ""), "launched k": (2, ""), TIME: (4, "ns"),
                                      "a__c.pct": (10, "%"), "a__e.pct": (65, "%"),
                                      "launch__occupancy_limit_warps": (4, "block"), "a__d.max": (5, "")}
    # Stalls are per instruction, and so is the weight of their mean.
    stall = "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"
    few, many = (ncu.Kernel("k", "a", "", {TIME: (time, "ns"), ncu.INSTRUCTIONS: (count, ""), stall: (cycles, "")})
                 for time, count, cycles in ((3, 100, 8), (1, 300, 4)))
    assert ncu.add_up([few, many])[stall] == (5, "")
