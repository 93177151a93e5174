"""Explanations of pairs of kernels whose causes are known from their sources, on counters that were measured.

data/known_causes.csv has a line per metric and a column per variant: Nsight Compute 2025.3.1's counters on an NVIDIA
H200 with its clocks free, five digits, and the time and bytes of the variant's cold row (row.time_us, row.bytes). They
were taken on 2026-11-20 to 23, at commits fa25596b388f (stitch, distance, reduce), d19931b5b655, ca2b133b9bc3 (median),
and 94c63455f12a (median_window, height_map, distance in float). A word in place of the size is the parameter's value.
"""

import csv

import pytest
from conftest import DATA

from rungs.profile.bound import LATENCY, LAUNCHES
from rungs.profile.causes import WITHIN_NOISE, explain
from rungs.profile.counters import ROW_TIME

ISSUE, ALU = "issue slots", "ALU"
HEADER, *LINES = csv.reader((DATA / "known_causes.csv").read_text(encoding="utf-8").splitlines())
#: {'case/variant size': metrics}
MEASURED = {name: {line[0]: float(line[number]) for line in LINES if line[number]}
            for number, name in enumerate(HEADER[1:], 1)}

# case and size, the two variants, what binds before and after, how the first cause begins, what else is said.
PAIRS = [
    ("stitch 10240", "incremental_wrap", "vector_stores", "DRAM", "DRAM", "the same DRAM traffic at a higher rate",
     "4.0x as many sectors per store request"),
    ("stitch 10240", "modulo", "repeater_grid", ISSUE, LATENCY, "19x fewer warps in flight", "blocks to 16"),
    ("reduce 10240", "global_atomics", "global_atomics_unaggregated", "one L2 atomic unit", "one L2 atomic unit",
     "32x as many atomics", ""),
    ("edm 30336", "branch_free_root", "half_precision", "DRAM", "DRAM", "DRAM traffic -50 %", "mostly writes"),
    ("median 8192", "3x3_v3", "3x3_16bit_lanes", ALU, ISSUE, "ALU instructions -51 %", ""),
    ("median_window 1920", "sort", "bisect", "L2", "heavy FMA", "214x fewer L2 sectors", "mostly local memory"),
    # Waits count by their sum, and not per instruction.
    ("uv sparse", "uv_plain", "uv_atomic_exch", LATENCY, LATENCY, "instructions +80 %",
     "with them the waiting for global memory (136 M to 244 M warp-cycles)"),
    # What lets a resource near its limit work at another rate.
    ("reduce 10240", "tree_1d", "shuffles", "DRAM", "DRAM", "the same DRAM traffic at a higher rate",
     "waiting for a barrier -47 %"),
    ("edm 30336", "branch_free_root", "bulk_stores", "DRAM", "DRAM", "the same DRAM traffic at a lower rate",
     "warps in flight -60 % (occupancy 84 % to 33 %)"),
    ("edm 30336", "spilled_columns", "spilled_columns_to_shared", "DRAM", "DRAM", "local memory sectors -81 %",
     "DRAM traffic -3.1 %"),
    ("distance full", "black", "profile", LATENCY, LATENCY, "kernels from 1 to 2 with 2.6x as much DRAM traffic", ""),
    # What the profile does not show: kernels between copies, another step.
    ("median 1920", "3x3_v3_streamed", "3x3_streamed_at_bus_rate", LAUNCHES, LAUNCHES, "kernel time -27 %", ""),
    ("median 1920", "3x3_clamped_middle", "3x3_batch", LATENCY, LATENCY,
     "not explained (under Nsight Compute the kernels took 5.34 us and 4.32 us)", ""),
    # A part that changed by more than the whole.
    ("distance 10240", "white", "white_distance_check", "L2", LATENCY, "L2 sectors -28 %", "mostly atomics"),
    ("height_map 10240", "one_pixel", "rows_in_registers", "shared memory", ISSUE, "70x fewer shared memory wavefronts",
     "instructions -64 %")]


def pair(of, old, new):
    case, size = of.split()
    both = [MEASURED[f"{case}/gpu/{name} {size}"] for name in (old, new)]
    return *both, both[0][ROW_TIME] / both[1][ROW_TIME]


@pytest.mark.parametrize(("of", "old", "new", "before", "after", "first", "more"), PAIRS)
def test_the_cause_is_found_and_the_way_back_has_another(of, old, new, before, after, first, more):
    old, new, gain = pair(of, old, new)
    found, back = explain(old, new, gain), explain(new, old, 1 / gain)
    assert (found.before.kind, found.after.kind) == (before, after), found.text
    assert found.causes[0].startswith(first) and more in found.text, found.text
    if LAUNCHES in (before, after):  # what the kernels wait for explains nothing
        assert all("kernel" in cause or "outside" in cause for cause in found.causes), found.text
    assert (found.before, found.after) == (back.after, back.before) and not set(found.causes) & set(back.causes)


def test_noise_is_not_explained_by_a_rate():
    old, new, gain = pair("reduce 4000", "evict_first", "evict_first_float")
    assert explain(old, new, gain, spread=1.0).causes == [WITHIN_NOISE]
    assert "lower rate" in explain(old, new, gain).causes[0]
