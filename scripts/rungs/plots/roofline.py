"""The roofline plot: operations executed per second over operations executed per byte, at each level of memory, below
what memory and arithmetic allow (see roofline_data.py)."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.counter_files import KEY
from rungs.data.ladder import NAME_LENGTH
from rungs.data.published import Published
from rungs.plots import roofline_data, style
from rungs.plots.chart import Chart, End, logarithmic
from rungs.plots.roofline_data import LEVELS, Flat, Point, Roofline, Slope
from rungs.plots.sheet import at_one_problem, known_of, problem_of

ROOM = 2.0  # factor left free around the points
SLOPE_DASHES = {"DRAM": "-", "L2": (0, (4, 2.5))}
FILLED = {"DRAM": True, "L2": False}


def draw(case: str, machine: rungs_rows.Machine, published: Published, counters: Mapping[tuple, dict],
         goals: Sequence[str] = ()) -> Figure | None:
    """Draws the roofline of a case, at the problem of choose_problem among those with counters. `counters` is {(case,
    variant, size, params): {metric: value}}, of emptied caches; `goals` are variants that are drawn in any case. None
    without counters or ceilings."""
    rows = roofline_data.backend_of(machine.rows[machine.rows["case"] == case])
    counted = rows.loc[list(known_of(rows, counters, KEY))]
    here = at_one_problem(rows, machine, published, among=counted) if len(counted) else counted
    found = roofline_data.of(here, machine, counters, goals) if len(here) else None
    if not found:
        return None
    names = [f"{show.plain(point.variant, NAME_LENGTH)}, {show.operations(point.gops)}" for point in found.points]
    handles = [Line2D([], [], ls="", color=style.INK, label=f"per byte of {level}", **_mark(level, "o"))
               for level in LEVELS if any(level in point.intensity for point in found.points)]
    chart = Chart(f"{show.plain(case)}: roofline, {problem_of(here)}",
                  f"{show.machine_name(machine)}   |   emptied caches   |   nearer to a roof is nearer to a limit",
                  [*names, *map(_label, found.slopes), *map(_label, found.flat)], handles, _notes(found))
    _scale(chart.axes, found)
    chart.name_ends([*(_slope(chart.axes, slope, found) for slope in found.slopes),
                     *(_level(chart.axes, flat) for flat in found.flat),
                     *(_point(chart.axes, point, name, number)
                       for number, (name, point) in enumerate(zip(names, found.points)))])
    return chart.figure


def _label(roof: Slope | Flat) -> str:
    """'DRAM, 4.00 TB/s (read, measured)', 'minimum, 16.0 Top/s'."""
    if isinstance(roof, Flat):
        return f"{roof.name}, {show.operations(roof.gops)}"
    return f"{roof.level}, {show.rate(roof.gbps)} ({roof.source})"


def _scale(axes: Axes, found: Roofline) -> None:
    intensities = [value for point in found.points for value in point.intensity.values()]
    rates = [point.gops for point in found.points]
    low, high = min(intensities) / ROOM, max(intensities) * ROOM
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    tops = [flat.gops for flat in found.flat] or [found.slopes[0].gbps * high]
    axes.set_ylim(min(rates) / ROOM, max(*tops, *rates) * 1.5)
    logarithmic(axes.xaxis)
    logarithmic(axes.yaxis)
    axes.xaxis.set_major_formatter(lambda value, _: show.significant(value, 3, trim=True))
    axes.yaxis.set_major_formatter(lambda value, _: show.operations(value, trim=True))
    axes.tick_params(labelsize=8.5)
    axes.grid(axis="both")
    axes.set_xlabel("operations executed per byte that the level moved (logarithmic)")
    axes.set_ylabel("operations executed per second (logarithmic)")


def _slope(axes: Axes, slope: Slope, found: Roofline) -> End:
    """A slope up to the highest roof, or to the upper edge."""
    (low, high), (_, top) = axes.get_xlim(), axes.get_ylim()
    end = min(high, (found.flat[0].gops if found.flat else top) / slope.gbps)
    end = max(end, low)
    axes.plot([low, end], [slope.gbps * low, slope.gbps * end], color=style.INK, lw=1.1, ls=SLOPE_DASHES[slope.level],
              zorder=2)
    return End(_label(slope), style.INK, end, min(slope.gbps * end, top))


def _level(axes: Axes, flat: Flat) -> End:
    low, high = axes.get_xlim()
    axes.plot([low, high], [flat.gops, flat.gops], color=style.FAINT, lw=1.1, zorder=2)
    return End(_label(flat), style.FAINT, high, flat.gops)


def _mark(level: str, marker: str) -> dict:
    """How a point of a level looks: DRAM's is filled."""
    filled = {} if FILLED[level] else {"markerfacecolor": "none"}
    return {"marker": marker, "markersize": 7, "markeredgewidth": 1.6, **filled}


def _point(axes: Axes, point: Point, name: str, number: int) -> End:
    color, marker = style.line_look(number).values()
    places = sorted(point.intensity.values())
    axes.plot([places[0], places[-1]], [point.gops, point.gops], color=color, lw=0.8, zorder=3)
    for level, place in point.intensity.items():
        axes.plot([place], [point.gops], ls="", color=color, zorder=4, **_mark(level, marker))
    return End(name, color, places[-1], point.gops)


def _notes(found: Roofline) -> list[str]:
    notes = ["operations: integer, float and conversion instructions of the threads, counted by Nsight Compute; time: "
             "the row's"]
    if not found.flat:
        notes.append("no rows of the case arithmetic: no roofs of arithmetic")
    notes += [f"not drawn ({why}): {', '.join(show.plain(name, NAME_LENGTH) for name in names)}"
              for why, names in (("no time, or not counted", found.left_out), ("too many", found.too_many)) if names]
    return notes
