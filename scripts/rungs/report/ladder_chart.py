"""The chart of one problem: a rung per variant, a bar per machine, the floor, published figures."""

from dataclasses import dataclass
from typing import Any

import pandas as pd
from markupsafe import Markup

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.report.svg import LogAxis, percent, strip, tag

BAR = 20   # pixels from one machine's bar to the next: the height of a line of text beside it
THICK = 12
LEAST = 40  # pixels of a rung: its name, and below it what is published
COLOURS = 6  # machines with a colour of their own


@dataclass(frozen=True)
class Rung:
    """One variant: its strip of bars and the words beside it."""

    name: str
    href: str
    published: str
    lines: list  # of ladder_lines.Line
    strip: str   # inline SVG


@dataclass(frozen=True)
class Chart:
    """All rungs of a problem, the axis below them, and what the signs mean."""

    rungs: list
    axis: str       # inline SVG
    machines: list  # setups that have a bar
    floors: list    # 'GPU floor (measured fill): 130 us on H100, 92.8 us on H200'
    sources: list   # where the published figures come from


def chart_of(problem: Any, rows: pd.DataFrame) -> Chart | None:
    """The chart of a Problem, or None where no line has a time; `rows` are its rows on all setups."""
    times = [line.row[column] for line in problem.lines
             for column in ("time_min_us", "time_median_us", "time_p95_us") if line.row[column] > 0]
    if not times:
        return None
    times += [line.floor_us for line in problem.lines if line.floor_us > 0]
    times += [match.figure.value for line in problem.lines for match in line.figures]
    axis = LogAxis(times)
    ticks = axis.ticks(5)  # as many labels as a narrow window has room for
    by_variant = {}
    for line in problem.lines:
        by_variant.setdefault(line.row["variant"], []).append(line)
    setups = {line.setup.number: line.setup for line in problem.lines}
    sources = dict.fromkeys(show.plain(match.source, 48) for line in problem.lines for match in line.figures)
    return Chart([_rung(lines, axis, ticks) for lines in by_variant.values()], _axis(axis, ticks),
                 [setups[number] for number in sorted(setups)], _floors(rows, setups), list(sources))


def _rung(lines: list[Any], axis: LogAxis, ticks: list[float]) -> Rung:
    height = max(BAR * len(lines) + 6, LEAST)
    first = (height - BAR * len(lines)) / 2
    places = [percent(axis.at(tick)) for tick in ticks]
    drawn = [tag("g", *(tag("line", x1=place, x2=place, y2=height) for place in places), class_="grid")]
    for number, line in enumerate(lines):
        drawn += _bar(line, first + BAR * (number + 0.5), axis)
    figures = lines[0].figures
    for match in figures:
        name = f"published: {show.time(match.figure.value, trim=True)}, {show.plain(match.source, 48)}"
        drawn.append(tag("circle", tag("title", name), cx=percent(axis.at(match.figure.value)), cy=height / 2, r=5,
                         class_="published"))
    return Rung(lines[0].name, lines[0].href, lines[0].published.text, lines, strip(height, *drawn))


def _bar(line: Any, middle: float, axis: LogAxis) -> list[Markup]:
    """The bar of a line that has a time: median, whisker from the least to the 95th percentile, mark of the floor."""
    row, parts = line.row, []
    if row["time_median_us"] > 0:
        title = tag("title", f"{line.place}: {line.time.text}, {line.spread.text}")
        state = " unstable" if line.status == "unstable" else ""
        parts.append(tag("rect", title, x=0, y=middle - THICK / 2, width=percent(axis.at(row["time_median_us"])),
                         height=THICK, class_=f"bar m{line.setup.number % COLOURS}{state}"))
        ends = [row[column] if row[column] > 0 else row["time_median_us"] for column in ("time_min_us", "time_p95_us")]
        parts.append(tag("line", x1=percent(axis.at(ends[0])), x2=percent(axis.at(ends[1])), y1=middle, y2=middle,
                         class_="whisker"))
    if line.floor_us > 0:
        place = percent(axis.at(line.floor_us))
        title = tag("title", f"{line.place}: floor {show.time(line.floor_us)}")
        parts.append(tag("line", title, x1=place, x2=place, y1=middle - BAR / 2, y2=middle + BAR / 2, class_="floor"))
    return parts


def _axis(axis: LogAxis, ticks: list[float]) -> Markup:
    """The ticks' times; the outermost lean inwards, so that no window cuts them."""
    words = []
    for tick in ticks:
        place = axis.at(tick)
        lean = "start" if place < 8 else "end" if place > 92 else "middle"
        words.append(tag("text", show.time(tick, trim=True), x=percent(place), y=14, text_anchor=lean))
    return strip(20, *words)


def _floors(rows: pd.DataFrame, setups: dict[int, Any]) -> list[str]:
    """The floors in words, one a backend and ceiling: 'GPU floor (measured fill): 130 us on H100, 93 us on H200'."""
    found = {}
    for number, setup in sorted(setups.items()):
        mine = rows[rows["setup"] == number]
        for backend in dict.fromkeys(mine["backend"]):
            floor = rungs_rows.floor_of(mine[mine["backend"] == backend], setup.rows)
            if floor:
                kind = ("GPU" if backend == "cuda" else backend, floor.source)
                found.setdefault(kind, []).append(f"{show.time(floor.time_us)} on {setup.short}")
    return [f"{name} floor (measured {source}): {', '.join(times)}" for (name, source), times in found.items()]
