"""The numbers of a hierarchical roofline: what the variants of a case executed per byte of each level of memory, and
how fast, below what memory and arithmetic allow. For the pictures and for the page.

After Williams, Waterman and Patterson (2009), and, for the levels, Yang, Kurth and Williams, "Hierarchical Roofline
Analysis for GPUs" (2020). The work is the arithmetic operations that the threads executed, as Nsight Compute counted
them (integer, float, conversion), over the row's own time: so variants of one problem differ in both directions. A
variant has a point for each level, at the operations per byte that this level moved, all at one rate.

The slopes are DRAM (the fastest of the run's own fill, copy and read at its largest size) and the L2 (bytes per cycle
at its peak, times its clock while the kernels ran; no case measures it). The flat roofs are integer addition, minimum
and float FMA, at the best rates that the case `arithmetic` measured in the run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data.counter_files import KEY
from rungs.data.ladder import chosen_few, kind, variants_in_order
from rungs.profile.counters import BY_NAME

SECTOR = 32  # bytes
LEVELS = {"DRAM": ("dram_bytes", 1), "L2": ("l2_sectors", SECTOR)}  # name: counter, bytes of one
FLAT = {"add": "integer addition", "minimum": "minimum", "float_fma": "float FMA"}
L2_WIDTH, L2_CLOCK = "lts__t_bytes.sum.peak_sustained", "lts__cycles_elapsed.avg.per_second"


@dataclass(frozen=True)
class Slope:
    """What a level of memory allows: its rate in GB/s, and where that comes from."""

    level: str
    gbps: float
    source: str


@dataclass(frozen=True)
class Flat:
    """What arithmetic allows, in Gop/s."""

    name: str
    gops: float


@dataclass(frozen=True)
class Point:
    """A variant: the rate of its operations in Gop/s, and {level: operations per byte that this level moved}."""

    variant: str
    gops: float
    intensity: dict[str, float]


@dataclass(frozen=True)
class Roofline:
    """A case at one problem; `left_out` are variants without counters or a time, `too_many` those beyond what a chart
    shows."""

    points: list[Point]
    slopes: list[Slope]
    flat: list[Flat]
    left_out: list[str] = field(default_factory=list)
    too_many: list[str] = field(default_factory=list)


def of(rows: pd.DataFrame, machine: rungs_rows.Machine, counters: Mapping[tuple, dict],
       goals: Sequence[str] = ()) -> Roofline | None:
    """The Roofline of a case's GPU rows at one problem, of emptied caches; None where no row has counters, or no
    ceiling was measured. `counters` is {(case, variant, size, params): {metric: value}}, `goals`
    variants that are drawn in any case."""
    counted = [(row, counters.get(rungs_rows.key_of(row, KEY), {})) for _, row in rows.iterrows()]
    found = {row["variant"]: point for row, metrics in counted if (point := _point(row, metrics))}
    costs = {row["variant"]: float(row["time_median_us"]) for row, _ in counted if row["variant"] in found}
    slopes = slopes_of(machine, [metrics for _, metrics in counted]) if found else []
    if not slopes:
        return None
    shown = chosen_few(costs, dict(zip(rows["variant"], rows["improves"])), must=goals)
    names = variants_in_order(rows)
    return Roofline([found[name] for name in names if name in shown], slopes, flat_of(machine),
                    [name for name in names if name not in found],
                    [name for name in names if name in found and name not in shown])


def _point(row: pd.Series, metrics: dict[str, float]) -> Point | None:
    operations = BY_NAME["thread_operations"].value(metrics)
    intensity = {level: operations / (moved * each) for level, (name, each) in LEVELS.items()
                 if operations and (moved := BY_NAME[name].value(metrics))}
    if not operations or not intensity or not row["time_median_us"] > 0:
        return None
    return Point(row["variant"], operations / row["time_median_us"] / 1e3, intensity)


def slopes_of(machine: rungs_rows.Machine, metrics: list[dict[str, float]]) -> list[Slope]:
    """The slopes of a machine, the fastest first; `metrics` are those of variants that ran on it."""
    rows = machine.rows[machine.rows["case"].isin(rungs_rows.CEILING_CASES)]
    ceilings = rungs_rows.emptied(rows[(rows["backend"] == "cuda") & (rows["gbps"] > 0)])
    largest = [mine.loc[mine[mine["bytes"] == mine["bytes"].max()]["gbps"].idxmax()]
               for _, mine in ceilings.groupby("case", sort=False)]
    found = []
    if largest:
        best = max(largest, key=lambda row: row["gbps"])
        found.append(Slope("DRAM", float(best["gbps"]), f"{best['case']}, measured"))
    peaks = [one[L2_WIDTH] * one[L2_CLOCK] / 1e9 for one in metrics if one.get(L2_WIDTH) and one.get(L2_CLOCK)]
    if peaks:
        found.append(Slope("L2", max(peaks), "peak"))
    return sorted(found, key=lambda slope: -slope.gbps)


def flat_of(machine: rungs_rows.Machine) -> list[Flat]:
    """The flat roofs of a machine, the highest first."""
    rows = machine.rows[machine.rows["case"] == "arithmetic"]
    rows = rows[(rows["variant"] == "gpu/throughput") & (rows["gops"] > 0)]
    ops = [rungs_rows.split_params(params).get("op", "") for params in rows["params"]]
    best = rows["gops"].groupby(ops).max()
    return sorted((Flat(name, float(best[op])) for op, name in FLAT.items() if op in best), key=lambda one: -one.gops)


def backend_of(rows: pd.DataFrame) -> pd.DataFrame:
    """The GPU rows of emptied caches among a case's rows, libraries with them."""
    return rungs_rows.emptied(rows[(rows["backend"] == "cuda") & (rows["variant"].map(kind) != "host")])
