"""A variant's place on the roofline by instructions: how many warps issue for each byte of DRAM traffic, and how fast.

The roofs: the memory's is the fastest of the run's own cold fill, copy and read; that of the issue slots is one warp
instruction a cycle on each of the four schedulers of a multiprocessor, at the clock of the run. Instructions and not
arithmetic, since most kernels here move and compare: after Ding and Williams, "An Instruction Roofline Model for GPUs"
(2019).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rungs.data import show
from rungs.data.rows import CEILING_CASES, emptied
from rungs.profile.evidence import Line
from rungs.report.ladder_chart import COLOURS
from rungs.report.svg import LogAxis, drawing, tag

SCHEDULERS = 4  # of a multiprocessor, since Volta
WIDTH, HEIGHT = 440, 280
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 14, 44


@dataclass(frozen=True)
class Roofs:
    """The two limits of a setup."""

    gbps: float         # GB/s
    ginstructions: float  # 10^9 warp instructions a second


@dataclass(frozen=True)
class Place:
    """A chart and what it shows in words."""

    svg: str
    text: str


def roofs_of(setup: Any) -> Roofs | None:
    """The roofs of a setup, or None where its rows or its environment do not say."""
    rows = emptied(setup.rows[setup.rows["backend"] == "cuda"])
    rates = rows[rows["case"].isin(CEILING_CASES) & (rows["gbps"] > 0)]["gbps"]
    clocks = rows["sm_clock_mhz"].dropna()
    processors = setup.fact("multiprocessors")
    if not len(rates) or not len(clocks) or not processors.isdecimal():
        return None
    return Roofs(rates.max(), SCHEDULERS * int(processors) * clocks.median() / 1e3)


def _point(line: Line) -> Any:
    """(instructions a byte, 10^9 instructions a second) of an evidence.Line, or None."""
    instructions, traffic = line.value("instructions"), line.value("dram_bytes")
    if not instructions or not traffic or not line.time_us > 0:
        return None
    return instructions / traffic, instructions / line.time_us / 1e3


def place_of(counted: Any, case: str, order: list[tuple], variant: str) -> Place | None:
    """The Place of a variant on one setup (a counted.Counted), or None without counters: at the first such problem of
    `order`.

    The other variants of the case at that problem are there as hollow points.
    """
    mine = next((line for line in counted.lines(case, order, variant) if _point(line)), None)
    roofs = roofs_of(counted.setup) if mine else None
    if mine is None or roofs is None:
        return None
    points = {line.variant: _point(line) for line in counted.lines(case, order)
              if line.problem == mine.problem and _point(line)}
    x, y = points[variant]
    traffic = 100 * (y / x) / roofs.gbps  # instructions/s over instructions/byte is bytes/s
    issue = 100 * y / roofs.ginstructions
    where = f"{counted.setup.short}, {show.problem_name(mine.size, mine.params)}, {mine.cache} cache"
    text = (f"{where}: {show.significant(x, 3)} warp instructions a byte of DRAM traffic; {show.percent(traffic)} of "
            f"the measured memory rate, {show.percent(issue)} of the issue slots.")
    return Place(_chart(points, variant, roofs, counted.setup, text), text)


def _chart(points: dict[str, tuple], variant: str, roofs: Roofs, setup: Any, text: str) -> Markup:
    knee = roofs.ginstructions / roofs.gbps
    across = LogAxis([knee, *(x for x, _ in points.values())], below=4, above=4)
    up = LogAxis([roofs.ginstructions, *(y for _, y in points.values())], below=3, above=1.8)

    def at(x: float, y: float) -> Any:
        return (LEFT + (WIDTH - LEFT - RIGHT) * across.at(x) / 100,
                HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * up.at(y) / 100)

    parts = _axes(across, up, at)
    # The memory's roof comes in at the bottom or at the left, whichever it meets first.
    start = max(across.low, up.low / roofs.gbps)
    corners = [at(start, start * roofs.gbps), at(knee, roofs.ginstructions), at(across.high, roofs.ginstructions)]
    parts.append(tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), class_="roof"))
    x, y = corners[1]
    parts.append(tag("text", f"{show.rate(roofs.gbps)} measured", x=x - 12, y=y + 4, text_anchor="end"))
    parts.append(tag("text", "issue slots", x=WIDTH - RIGHT, y=y + 15, text_anchor="end"))
    for name, point in sorted(points.items(), key=lambda item: item[0] == variant):
        x, y = at(*point)
        mine = name == variant
        parts.append(tag("circle", tag("title", show.plain(name, 60)), cx=x, cy=y, r=6 if mine else 4,
                         class_=f"dot m{setup.number % COLOURS}" if mine else "other"))
    return drawing(WIDTH, HEIGHT, f"Roofline. {text}", *parts, class_="roofline")


def _axes(across: LogAxis, up: LogAxis, at: Callable) -> list[Markup]:
    parts = []
    for tick in across.ticks():
        (x, y), (_, top) = at(tick, up.low), at(tick, up.high)
        parts += [tag("line", x1=x, x2=x, y1=top, y2=y, class_="grid"),
                  tag("text", show.significant(tick, 2, trim=True), x=x, y=y + 15, text_anchor="middle")]
    for tick in up.ticks():
        (x, y), (right, _) = at(across.low, tick), at(across.high, tick)
        parts += [tag("line", x1=x, x2=right, y1=y, y2=y, class_="grid"),
                  tag("text", show.significant(tick, 2, trim=True), x=x - 6, y=y + 4, text_anchor="end")]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return [*parts, tag("text", "warp instructions a byte of DRAM traffic", x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 8,
                        text_anchor="middle"),
            tag("text", "10⁹ warp instructions a second", x=0, y=0, text_anchor="middle",
                transform=f"translate(13 {middle:.0f}) rotate(-90)")]
