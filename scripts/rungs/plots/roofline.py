"""The roofline plot: rate over arithmetic intensity, below what the device's own ceilings allow.

The roof over an intensity I (operations per byte) is I times a measured rate in bytes per second: that of the fastest
fill, copy and read at the largest size of the run (after Williams, Waterman and Patterson, 2009). The flat part is the
rate of the fastest operation that the case `arithmetic` measured on the device; without such rows there is none.
Operations are those that the work model counts for the problem, the same for every variant. Bytes are the DRAM bytes
that Nsight Compute counted, where it did; else the work model's.

Where the work model counts no operations the measured traffic has a roofline all the same: the work is then the bytes
that it must move, the intensity is how many of them a byte of DRAM traffic is worth, and a variant that moves
needless bytes stands on the left.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.ladder import NAME_LENGTH
from rungs.data.published import Published
from rungs.plots import style
from rungs.plots.chart import Chart, End, logarithmic
from rungs.plots.sheet import absent, at_one_problem, problem_of

ROOM = 3.0  # factor left free on either side of the points
ROOF_DASHES = dict(zip(rungs_rows.CEILING_CASES, [(0, (4, 2.5)), (0, (1.5, 1.5)), (0, (6, 2, 1, 2))]))


@dataclass(frozen=True)
class Roof:
    """A ceiling: the case that measured it, its rate in GB/s, the bytes of its work."""

    name: str
    gbps: float
    bytes: float

    @property
    def label(self) -> str:
        """'fill, 400 GB/s (4 MB)'."""
        return f"{self.name}, {show.rate(self.gbps)} ({show.amount(self.bytes)})"


def roofs(machine: rungs_rows.Machine, cache: str, backend: str) -> list[Roof]:
    """The measured ceilings of a backend in a cache state, fastest first: each case's best rate at its largest size."""
    rows = machine.rows
    rows = rows[(rows["backend"] == backend) & (rows["cache"] == cache) & (rows["gbps"] > 0)]
    found = []
    for case in rungs_rows.CEILING_CASES:
        mine = rows[rows["case"] == case]
        mine = mine[mine["bytes"] == mine["bytes"].max()]
        if len(mine):
            found.append(Roof(case, mine["gbps"].max(), mine["bytes"].iloc[0]))
    return sorted(found, key=lambda roof: -roof.gbps)


@dataclass(frozen=True)
class Flat:
    """The ceiling of arithmetic: an operation of the case `arithmetic` and its rate in Gop/s."""

    op: str
    gops: float

    @property
    def label(self) -> str:
        """'float_fma, 31.2 Top/s'."""
        return f"{self.op}, {show.operations(self.gops)}"


def flat_part(machine: rungs_rows.Machine) -> Flat | None:
    """The fastest operation in the rows of `arithmetic/gpu/throughput`, whole launches; None without such rows."""
    rows = machine.rows
    rows = rows[(rows["case"] == "arithmetic") & (rows["variant"] == "gpu/throughput") & (rows["gops"] > 0)]
    if not len(rows):
        return None
    best = rows.loc[rows["gops"].idxmax()]
    return Flat(rungs_rows.split_params(best["params"]).get("op", "arithmetic"), best["gops"])


def draw(case: str, machine: rungs_rows.Machine, published: Published, cache: str, dram_bytes: dict,
         links: Mapping[str, str] | None = None) -> Figure | None:
    """Draws the roofline of a case in a cache state, at the problem of rows.choose_problem among those with counters.

    `dram_bytes` is {(case, variant, size, params): bytes}, of emptied caches; `links` may give each variant a URL.
    Returns a figure, or None without points or ceilings.
    """
    rows = machine.rows[(machine.rows["case"] == case) & (machine.rows["cache"] == cache)]
    backend = "cuda" if (rows["backend"] == "cuda").any() else "host"
    rows = rows[rows["backend"] == backend]
    above = roofs(machine, cache, backend)
    keys = pd.Series(list(zip(rows["case"], rows["variant"], rows["size"], rows["params"])), rows.index, object)
    counted = keys.map(dram_bytes).where(rungs_rows.is_emptied(rows)).astype(float)
    measured = bool(counted.notna().any())
    rows = rows.assign(moved=counted if measured else rows["bytes"])
    here = at_one_problem(rows, machine, published, among=rows[counted.notna()] if measured else rows)
    what = "operations" if (here["operations"] > 0).any() else "bytes"
    if not above or not measured and what == "bytes":
        return None
    points = here[(here["moved"] > 0) & (here[what] > 0) & (here["time_median_us"] > 0)]
    points = points.assign(intensity=points[what] / points["moved"], rate=points[what] / points["time_median_us"] / 1e3)
    if not len(points):
        return None
    flat = flat_part(machine) if what == "operations" and backend == "cuda" else None
    work, written = ("operation", show.operations) if what == "operations" else ("useful byte", show.rate)
    names = [f"{show.plain(point['variant'], NAME_LENGTH)}, {written(point['rate'])}" for _, point in points.iterrows()]
    chart = Chart(f"{show.plain(case)}: roofline, {problem_of(here)}",
                  f"{show.machine_name(machine)}   |   {cache} cache   |   nearer to the roof is better",
                  [*names, *(roof.label for roof in above), *([flat.label] if flat else [])],
                  notes=_notes(here, points, above, flat, work, measured))
    _scale(chart.axes, points, above, flat, written)
    of_what = "of measured DRAM traffic" if measured else "that the work must move"
    chart.axes.set_xlabel(f"{work}s per byte {of_what} (logarithmic)")
    chart.axes.set_ylabel(f"rate of {work}s (logarithmic)")
    order = rungs_rows.variants_in_order(machine.rows[machine.rows["case"] == case])
    chart.name_ends([*(_roof(chart.axes, roof) for roof in above), *([_level(chart.axes, flat)] if flat else []),
                     *(_point(chart.axes, point, name, order.index(point["variant"]), links or {})
                       for name, (_, point) in zip(names, points.iterrows()))])
    return chart.figure


def _scale(axes: Axes, points: pd.DataFrame, above: list[Roof], flat: Flat | None, written: Callable) -> None:
    low, high = points["intensity"].min() / ROOM, points["intensity"].max() * ROOM
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    top = max(above[0].gbps * high, flat.gops if flat else 0)
    axes.set_ylim(min(points["rate"].min(), above[-1].gbps * low) / 1.5, top * 1.5)
    logarithmic(axes.xaxis)
    logarithmic(axes.yaxis)
    axes.xaxis.set_major_formatter(lambda value, _: show.significant(value, 3, trim=True))
    axes.yaxis.set_major_formatter(lambda value, _: written(value, trim=True))
    axes.tick_params(labelsize=8.5)
    axes.grid(axis="both")


def _roof(axes: Axes, roof: Roof) -> End:
    low, high = axes.get_xlim()
    axes.plot([low, high], [roof.gbps * low, roof.gbps * high], color=style.INK, lw=1.1, ls=ROOF_DASHES[roof.name],
              zorder=2)
    return End(roof.label, style.INK, high, roof.gbps * high)


def _level(axes: Axes, flat: Flat) -> End:
    low, high = axes.get_xlim()
    axes.plot([low, high], [flat.gops, flat.gops], color=style.INK, lw=1.1, zorder=2)
    return End(flat.label, style.INK, high, flat.gops)


def _point(axes: Axes, point: pd.Series, name: str, number: int, links: Mapping[str, str]) -> End:
    color = style.PALETTE[number % len(style.PALETTE)]
    # Hollow: without counters all stand on one vertical, and one must not hide the other.
    axes.plot([point["intensity"]], [point["rate"]], ls="", color=color, markersize=7, zorder=3,
              marker=style.MARKERS[number % len(style.MARKERS)], markerfacecolor="none", markeredgewidth=1.6)
    return End(name, color, point["intensity"], point["rate"], links.get(point["variant"]))


def _notes(rows: pd.DataFrame, points: pd.DataFrame, above: list[Roof], flat: Flat | None, work: str,
           measured: bool) -> list[str]:
    measured_roofs = [*(roof.name for roof in above), *([f"arithmetic ({flat.op})"] if flat else [])]
    notes = [f"roof: {', '.join(measured_roofs)} measured in the same run"
             + ("" if flat or work != "operation" else "; no rows of the case arithmetic")]
    if work == "operation":
        notes.append("operations: those that the work model counts, the same for every variant")
    else:
        notes.append("useful bytes: each input and output byte once; the work model counts no operations")
    why = "no time, or no DRAM bytes counted" if measured else "no time"
    return notes + absent(rows, points, f"not drawn ({why})")
