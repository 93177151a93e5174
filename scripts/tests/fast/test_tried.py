"""What the READMEs say of steps that were tried on an H100 is what the committed rows and counters say."""

import csv
import gzip

import pytest
from conftest import ROOT

from rungs.data import rows
from rungs.data.records import split_params

GOALS = ROOT / "results/h100/2026-11-28-goals"
ALU, DRAM = "sm__inst_executed_pipe_alu", "dram__throughput"


def said(case):
    return " ".join((ROOT / "cases" / case / "README.md").read_text(encoding="utf-8").split())


def counted(kernel, metric):
    """What Nsight Compute says of the one kernel whose name has this part, and of the metric that begins so."""
    with gzip.open(GOALS / "ncu.csv.gz", "rt", encoding="utf-8", newline="") as file:
        found, = (float(one["Metric Value"].replace(",", "")) for one in csv.DictReader(
                      line for number, line in enumerate(file) if number == 0 or not line.startswith('"ID"'))
                  if kernel in one["Kernel Name"] and one["Metric Name"].startswith(metric))
    return found


def times(case, file="rows-tried.csv"):
    """{variant with its version: us} at the largest size."""
    found = rows.read(GOALS / file)
    found = found[found["case"].eq(case) & found["size"].isin(["8192x8192", "10240x10240"])]
    return {f"{one.variant} {one.params}": one.time_median_us for one in found.itertuples()}


def test_moved_sums():
    (alu, dram), (alu_after, dram_after) = ([round(counted(name, metric)) for metric in (ALU, DRAM)]
                                            for name in ("ClampedRow", "MovedSums"))
    assert dram == dram_after
    assert (f"the ALU is then busy {alu_after} % of the time in place of {alu} %, DRAM {dram} % as before"
            in said("median"))
    took = {name.split()[0]: us for name, us in times("median", "rows.csv").items()}
    gain = took["gpu/3x3_clamped_middle"] / took["gpu/3x3_moved_sums"] - 1
    assert f"Sums on another unit: {100 * gain:.0f} % on an H100" in said("median")


def test_loads_under_computation():
    text = said("distance")
    ring, window = (round(counted(name, "smsp__inst_executed") / 1e6) for name in ("ring_of_rows", "sliding_window"))
    assert f"({ring} M instructions in place of {window} M, by Nsight Compute)" in text
    ring, window = (round(counted(name, DRAM)) for name in ("ring_of_rows", "sliding_window"))
    assert f"DRAM is busy {window} % of the time with `sliding_window`, and {ring} % with this one" in text
    took = times("distance")
    best = {kernel: min(us for name, us in took.items() if name.startswith(kernel) and "distance_max=15;" in name)
            for kernel in ("gpu/ring_of_rows", "gpu/sliding_window")}
    slower = best["gpu/ring_of_rows"] / best["gpu/sliding_window"] - 1
    assert f"slower by {100 * slower:.0f} % all the same" in text


def test_other_masks_take_less():
    took = {name.split("mask=")[1].split(";")[0]: us for name, us in times("distance", "rows.csv").items()
            if "early_exit" in name and "distance_max=127" in name}
    assert len(took) == 7 and max(took, key=took.get) == "blobs"


def test_half_precision_sums_are_not_twice_as_fast():
    with (GOALS / "rows-operations.side.csv").open(encoding="utf-8", newline="") as file:
        rate = {split_params(one["params"])["op"]: float(one["value"]) for one in csv.DictReader(file)}
    for unit in ("multiply_add", "minimum"):
        assert rate["half2_add"] / rate[unit] == pytest.approx(1.5, abs=0.05)
