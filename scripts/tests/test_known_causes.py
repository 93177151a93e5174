"""Explanations of pairs of kernels whose causes are known from their sources, on counters that were measured.

data/known_causes.csv has a line per metric and a column per variant: Nsight Compute 2025.3.1's counters on an NVIDIA
H200 with its clocks free, five digits, and the time and bytes of the variant's cold row (row.time_us, row.bytes). They
were taken on 2026-11-20 to 23, at commits fa25596b388f (stitch, distance, reduce), d19931b5b655, ca2b133b9bc3 (median),
and 94c63455f12a (median_window, height_map, distance in float).
"""

import csv
from pathlib import Path

import pytest

from rungs.profile import bound
from rungs.profile.bound import LATENCY, LAUNCHES
from rungs.profile.causes import explain
from rungs.profile.counters import BY_NAME, ROW_TIME

FILE = Path(__file__).parent / "data" / "known_causes.csv"
ISSUE, ALU = "issue slots", "ALU"


@pytest.fixture(scope="module")
def measured():
    """{'case/variant size': metrics}."""
    with open(FILE, encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    return {name: {line[0]: float(line[number]) for line in lines if line[number]}
            for number, name in enumerate(header[1:], 1)}


# case and size, the two variants, what binds before and after, how the first cause begins, what is said besides.
PAIRS = [
    ("stitch 10240", "modulo", "fast_division", ISSUE, ISSUE, "instructions -25 %", ""),
    ("stitch 10240", "fast_division", "incremental_wrap", ISSUE, "DRAM", "instructions -59 %", ""),
    ("stitch 10240", "incremental_wrap", "vector_stores", "DRAM", "DRAM", "the same DRAM traffic at a higher rate",
     "4.0x as many sectors per store request"),
    ("stitch 10240", "modulo", "shared_repeater", ISSUE, LATENCY, "11x as many instructions", "most for a barrier"),
    ("stitch 10240", "modulo", "repeater_grid", ISSUE, LATENCY, "19x fewer warps in flight", "blocks to 16"),
    ("stitch 10240", "modulo", "modulo_with_copies", ISSUE, LAUNCHES, "time outside the kernels", "7.59 ms"),
    ("reduce 10240", "global_atomics", "global_atomics_unaggregated", "one L2 atomic unit", "one L2 atomic unit",
     "32x as many atomics", ""),
    ("reduce 10240", "tree", "tree_2x_load", "shared memory", "shared memory", "shared memory wavefronts -50 %", ""),
    ("reduce 10240", "redux", "vector_loads", "DRAM", "DRAM", "the same DRAM traffic at a higher rate",
     "4.0x as many sectors per load request"),
    ("reduce 4000", "vector_loads", "one_launch", "DRAM", "DRAM", "kernels from 2 to 1", ""),
    ("edm 30336", "k1_naive", "k2_coalesced", "L2", LATENCY, "L2 sectors -80 %", "mostly writes"),
    ("edm 30336", "k2_coalesced", "k3_shared", LATENCY, LATENCY, "waits per instruction -37 %",
     "most for global or local memory"),
    ("edm 30336", "k4_no_division", "k4_more_blocks", LATENCY, ISSUE, "6.9x more warps in flight", "119 blocks"),
    ("edm 30336", "branch_free_root", "half_precision", "DRAM", "DRAM", "DRAM traffic -50 %", "mostly writes"),
    ("edm 30336", "branch_free_root", "plain_stores", "DRAM", "DRAM", "the same DRAM traffic", ""),
    ("median 8192", "3x3_v3", "3x3_16bit_lanes", ALU, ISSUE, "ALU instructions -51 %", ""),
    ("median 8192", "5x5", "5x5_shared_columns", ALU, ALU, "a change of algorithm, instructions -88 %", ""),
    ("median_window 1920", "sort", "bisect", "L2", "heavy FMA", "214x fewer L2 sectors", "mostly local memory"),
    ("distance 10240", "white", "black", "L2", ISSUE, "215x fewer L2 sectors", "mostly atomics"),
    ("distance 10240", "black", "two_passes", ISSUE, ISSUE, "a change of algorithm, instructions -89 %", ""),
    ("distance 10240", "sliding_window", "sliding_window_float", "DRAM", "DRAM", "2.0x as much DRAM traffic", "reads"),
    ("height_map 10240", "one_pixel", "rows_in_registers", "shared memory", ISSUE, "70x fewer shared memory wavefronts",
     "instructions -64 %"),
]


def pair(measured, of, old, new):
    """Both variants' metrics and how many times faster the second is."""
    case, size = of.split()
    both = [measured[f"{case}/gpu/{name} {size}"] for name in (old, new)]
    return *both, both[0][ROW_TIME] / both[1][ROW_TIME]


@pytest.mark.parametrize(("of", "old", "new", "before", "after", "first", "besides"), PAIRS)
def test_the_cause_is_found(measured, of, old, new, before, after, first, besides):
    found = explain(*pair(measured, of, old, new))
    assert (found.before.kind, found.after.kind) == (before, after), found.text
    assert found.causes[0].startswith(first) and besides in found.text, found.text
    assert found.algorithm == first.startswith("a change of algorithm")


@pytest.mark.parametrize(("of", "old", "new"), [line[:3] for line in PAIRS])
def test_the_way_back_is_no_gain_by_the_same_cause(measured, of, old, new):
    old, new, gain = pair(measured, of, old, new)
    there, back = explain(old, new, gain), explain(new, old, 1 / gain)
    assert (there.before, there.after) == (back.after, back.before)
    assert not set(there.causes) & set(back.causes)


@pytest.mark.parametrize(("of", "old", "new"), [line[:3] for line in PAIRS])
def test_every_counter_that_is_named_is_work_of_what_is_near_its_limit(measured, of, old, new):
    old, new, gain = pair(measured, of, old, new)
    found = explain(old, new, gain)
    binding = found.before if gain > 1 else found.after
    works = {BY_NAME[one.work].label for one, percent in binding.close if percent >= bound.NEAR}
    others = {"instructions", "waits per instruction", "warps in flight"} if binding.kind == LATENCY else set()
    besides = {"sectors per", "the same", "time outside", "kernels from", "a change of algorithm", "rate ("}
    for cause in found.causes:
        assert any(words in cause for words in works | others | besides), found.text


def test_a_kernel_without_shared_memory_has_no_wavefronts_of_it(measured):
    metrics = measured["stitch/gpu/modulo 10240"]
    assert metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"] > 6e6  # the hardware counts other things there
    assert BY_NAME["shared_wavefronts"].value(metrics) == 0
    assert BY_NAME["shared_wavefronts"].value(measured["reduce/gpu/tree 10240"]) > 1e8
