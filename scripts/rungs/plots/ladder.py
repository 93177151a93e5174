"""The ladder plot: the time of each variant of a case at one problem, step by step, with the speed of light: a line for
each, its name on the left, its bar on one axis, its figures in columns on the right.

Everything is placed in inches, so that no bar, marker or line can run into a text. Heights are inches below the top of
the axes, widths inches from their left edge."""

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rungs.data import ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.published import Published, choose_problem, defaults_of
from rungs.plots import style
from rungs.profile import evidence

COLUMNS = [("median", 0.78), ("of limit", 0.70), ("step", 0.95), ("bound by", 1.25), ("published", 0.84)]
LETTER = 0.068  # inches, of the widest texts of the column "bound by"
SOURCES = 5  # published sources that the legend names one by one
HOLLOW_MARKERS = ["D", "s", "^", "v", "o", "p"]
SMALL = {"size": 8.5}
TITLE_HEIGHT = 0.66
AXIS_HEIGHT = 0.5
HEADING = 0.36  # height of the heading
HEADINGS = {"cuda": "GPU", "host": "host"}  # by the backend
SLOT, BAR = 0.31, 0.18  # height of a line, and of its bar
GAP = 0.25  # inches at least between two texts under the axis


def draw(case: str, machine: rungs_rows.Machine, published: Published, cache: str,
         counters: Mapping[tuple, dict]) -> Figure:
    """Draws a case's ladder on a machine at the problem of choose_problem, in a cache state that it has rows of; those
    that ended before the caches mattered are in each. `counters`, as counter_files.read returns them, say what binds
    each variant."""
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin([cache, ""])]
    defaults = defaults_of(machine.rows, case)
    size, params = choose_problem(rows, published, defaults)
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    here = here[(here["cache"] == cache) | ~here["variant"].isin(here["variant"][here["cache"] == cache])]
    figures = {row["variant"]: published.matches(row, defaults) for _, row in here.iterrows()}
    hardware = list(dict.fromkeys(match.source for found in figures.values() for match in found))
    light = rungs_rows.speed_of_light(here)
    # {variant: what binds it, 'DRAM 91 %'} of the GPU rows of emptied caches whose counters say so.
    bounds_of = {line.variant: line.bound.badge for line in evidence.lines_of(here, counters).values() if line.device}
    widest = LETTER * max(map(len, bounds_of.values()), default=0)
    left_out = {name for name, there in (("published", hardware), ("bound by", bounds_of)) if not there}
    handles = [Line2D([], [], color=style.INK, lw=1.1, ls=style.DASHES, label="speed of light")] if light else []
    handles += [Line2D([], [], ls="", label=f"published, {show.plain(source, 48)}", **_hollow(number))
                for number, source in enumerate(hardware[:SOURCES])]
    sheet = Sheet(f"{show.plain(case)}: {show.problem_name(size, params)}", "   |   ".join(
        filter(None, [show.machine_name(machine), cache and f"{cache} cache", "shorter is better"])), here,
                  [(name, max(width, widest) if name == "bound by" else width) for name, width in COLUMNS
                   if name not in left_out], handles, _notes(rows, here))
    times = [*here[["time_min_us", "time_median_us", "time_p95_us"]].stack().dropna(),
             *([light.time_us] if light else []),
             *(match.figure.value for found in figures.values() for match in found)] or [1.0, 10.0]
    sheet.scale(min(times) / 2, max(max(times) * 1.4, min(times) * 4))
    if light:
        sheet.bound(light.time_us, light.source)
    for _, row in here.iterrows():
        variant, middle = row["variant"], sheet.places[row["variant"]]
        if row["time_median_us"] > 0:
            sheet.bar(row, middle, rungs_rows.step_of(row, here))
        else:
            sheet.remark(middle, ": ".join(filter(None, [rungs_rows.untimed(row), show.plain(row["message"])])))
        for match in figures[variant]:
            sheet.axes.plot([match.figure.value], [middle], zorder=6, ls="", **_hollow(hardware.index(match.source)))
        if figures[variant]:
            sheet.column("published", middle, show.time(figures[variant][0].figure.value, trim=True))
        if variant in bounds_of:
            sheet.column("bound by", middle, bounds_of[variant])
    return sheet.figure


def _hollow(number: int) -> dict:
    """The marker of the published source with this number."""
    return {"marker": HOLLOW_MARKERS[number % len(HOLLOW_MARKERS)], "markersize": 6.5, "markeredgewidth": 1.5,
            "markerfacecolor": style.PAPER, "markeredgecolor": style.PALETTE[1]}


def _notes(rows: pd.DataFrame, here: pd.DataFrame) -> list[str]:
    """What a step is, and which variants have rows at other problems alone."""
    notes = ["step: against the variant that it improves"] if (here["improves"] != "").any() else []
    gone = [show.plain(name, ladder.NAME_LENGTH) for name in ladder.variants_in_order(rows)
            if name not in set(here["variant"])]
    return [*notes, *([f"not run at this problem: {', '.join(gone)}"] if gone else [])]


class Sheet:
    """A sheet with its heading and names written; the axes' scale, the marks and the columns are the caller's. It shows
    rows of one problem, backend and cache state."""

    def __init__(self, title: str, subtitle: str, rows: pd.DataFrame, columns: list[tuple], handles: list[Line2D],
                 notes: list[str]) -> None:
        """`columns` is [(heading, width)]."""
        self.figure = style.new_figure()
        self.columns = columns
        names = {variant: show.plain(variant, ladder.NAME_LENGTH) for variant in ladder.variants_in_order(rows)}
        self.body = HEADING + SLOT * len(names) + 0.08
        foot = style.footer(self.figure, handles, notes) + 0.08
        height = TITLE_HEIGHT + self.body + AXIS_HEIGHT + foot
        self.figure.set_figheight(height)
        style.headline(self.figure, title, subtitle)
        head = HEADINGS[rows["backend"].iloc[0]]
        left = 0.24 + max(style.width_of(self.figure, head, weight="bold", **SMALL),
                          *(style.width_of(self.figure, name, size=9.5) for name in names.values()))
        self.axes_width = style.WIDTH - left - sum(width for _, width in columns) - 0.2
        self.axes = self.figure.add_axes([left / style.WIDTH, (AXIS_HEIGHT + foot) / height,
                                          self.axes_width / style.WIDTH, self.body / height])
        self.axes.set_ylim(self.body, 0)
        self.axes.set_yticks([])
        self.axes.spines["left"].set_visible(False)
        self.axes.tick_params(axis="x", labelsize=8.5)
        self.axes.grid(axis="x")
        for heading, _ in columns:
            self.column(heading, -0.06, heading, color=style.FAINT, size=8)
        self.text(-0.1, HEADING / 2 + 0.05, head, ha="right", weight="bold")
        self.places, self.bottom = {}, HEADING  # where each variant's line is, and where the last one ends
        for variant, name in names.items():
            self.places[variant] = self.bottom + SLOT / 2
            self.text(-0.1, self.places[variant], name, ha="right", size=9.5)
            self.bottom += SLOT

    def inches(self, x: float) -> float:
        """Where a value of the axis lies. The scale must be set."""
        return (self.axes.transData.transform((x, 0))[0] - self.axes.bbox.x0) / self.figure.dpi

    def scale(self, low: float, high: float) -> None:
        """Makes the axis one of times, logarithmic from low to high, with round ticks."""
        self.axes.set_xscale("log")
        self.axes.set_xlim(low, high)
        ticks = self._round(low, high)
        self.axes.set_xticks(ticks, [show.time(us, trim=True) for us in ticks], fontsize=8.5)
        self.axes.xaxis.set_minor_locator(ticker.NullLocator())
        self.axes.set_xlabel("time (logarithmic); bar: median, whisker: min to p95", fontsize=8.5)

    def _round(self, low: float, high: float) -> list[float]:
        """Round values from low to high, as many as stand apart: several a decade, one, or one in several decades."""
        def apart(values: list[float]) -> bool:
            widths = [style.width_of(self.figure, show.time(value, trim=True), size=8.5) for value in values]
            places = [self.inches(value) for value in values]
            return all(b - a >= (v + w) / 2 + GAP for a, b, v, w in zip(places, places[1:], widths, widths[1:]))
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)))
        found: list[float] = []
        for digits, step in [((1, 2, 5), 1), ((1, 3), 1), *(((1,), step) for step in range(1, len(powers)))]:
            found = [value for power in powers if power % step == 0 for digit in digits
                     if low <= (value := digit * 10.0**power) <= high]
            if apart(found):
                break
        return found

    def text(self, x: float, y: float, text: str, **font: Any) -> Any:
        """Writes a text at x inches from the left of the axes (negative: left of them), y inches below their top."""
        return self.axes.text(x / self.axes_width, y, text, va="center_baseline",
                              transform=self.axes.get_yaxis_transform(), clip_on=False, **{**SMALL, **font})

    def column(self, head: str, y: float, text: str, **font: Any) -> None:
        """Writes a text into the column of this heading, where there is such a column."""
        x = self.axes_width
        for name, width in self.columns:
            x += width
            if name == head:
                self.text(x, y, text, ha="right", **font)

    def bar(self, row: pd.Series, middle: float, step: float) -> None:
        """Draws a row's bar, over it a whisker with a stroke across each of its ends, and writes its columns."""
        start, median, unstable = self.axes.get_xlim()[0], row["time_median_us"], row["status"] == "unstable"
        self.axes.barh(middle, median - start, left=start, height=BAR, zorder=2, lw=0,
                       color=style.KIND_COLORS.get(ladder.kind(row["variant"]), style.PALETTE[3]),
                       **{"hatch": "////", "edgecolor": style.PAPER} if unstable else {})
        ends = [row[column] if row[column] > 0 else median for column in ("time_min_us", "time_p95_us")]
        for x, reach in ((ends, 0.0), *(([x] * 2, BAR / 4) for x in ends)):
            self.axes.plot(x, [middle - reach, middle + reach], color=style.INK, lw=1, zorder=4)
        self.column("median", middle, show.time(median), weight="bold")
        if row["speed_of_light_percent"] > 0:
            self.column("of limit", middle, show.percent(row["speed_of_light_percent"]))
        if step > 0:
            self.column("step", middle, show.gain(step))
        if unstable:
            self.text(0.04, middle, "unstable", size=7.5, zorder=7, bbox=paper())

    def bound(self, us: float, source: str) -> None:
        """Draws the speed of light, a line down the bars. The words, 'speed of light: 10.0 us (measured fill)', stand
        in the row of the heading, on the side of the line that has more room."""
        self.axes.plot([us] * 2, [HEADING - 0.06, self.bottom], color=style.INK, lw=1.1, zorder=4, ls=style.DASHES)
        words = f"speed of light: {show.time(us)} (measured {source})"
        at, width = self.inches(us), style.width_of(self.figure, words, **SMALL)
        start = at - 0.03 if at + width < self.axes_width else at - width + 0.03
        self.text(max(start, 0.03), HEADING / 2 + 0.05, words, bbox=paper())

    def remark(self, y: float, text: str) -> None:
        """A remark in place of a bar."""
        font = {"style": "italic", "size": 8}
        self.text(0.06, y, style.fitted(self.figure, text, self.axes_width - 0.12, **font), color=style.WARNING,
                  zorder=7, bbox=paper(), **font)


def paper() -> dict:
    """The box behind a text that may stand on lines."""
    return {"facecolor": style.PAPER, "edgecolor": "none", "pad": 1.2}
