"""The ladder plot: the time of each variant of a case at one problem, step by step, with the floor.

Everything is placed in inches: the names on the left, the bars on a logarithmic time axis, and the
figures of each bar in columns on the right, where no bar, marker or line can run into them.
"""

import math
from dataclasses import dataclass

from matplotlib import ticker
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from rungs import rows as rungs_rows
from rungs import style

SMALL = {"size": 8.5}
TITLE_HEIGHT = 0.66
AXIS_HEIGHT = 0.5
COLUMNS = [("median", 0.78), ("of floor", 0.70), ("step", 0.66), ("published", 0.84)]
SOURCES = 5  # published sources that the legend names one by one


@dataclass(frozen=True)
class Place:
    """Where a variant or a section's heading stands, in inches below the top of the axes."""

    middle: float
    height: float


def choose_caches(rows, wanted):
    """The cache states to draw, cold first; `wanted` is cold, hot or both."""
    return [cache for cache in ("cold", "hot", "")
            if wanted in (cache, "both") and (rows["cache"] == cache).any()]


def sections(rows):
    """[rows]: the variants in order, a new section where backend or device changes."""
    found = []
    for variant in rungs_rows.variants_in_order(rows):
        for backend in dict.fromkeys(rows[rows["variant"] == variant]["backend"]):
            mine = rows[(rows["variant"] == variant) & (rows["backend"] == backend)]
            key = (backend, mine["device"].iloc[0])
            if found and found[-1][0] == key:
                found[-1][1].append(mine)
            else:
                found.append((key, [mine]))
    return [rows.loc[[i for part in parts for i in part.index]] for _, parts in found]


def draw(case, machine, published, caches):
    """Draws a case's ladder on a machine; returns a figure, or None where no row fits.

    `caches` is a list of cache states; the problem is the one of rows.choose_problem.
    """
    rows = machine.rows[(machine.rows["case"] == case) & machine.rows["cache"].isin(caches)]
    if not len(rows):
        return None
    defaults = rungs_rows.defaults_of(machine.rows, case)
    size, params = rungs_rows.choose_problem(rows, published, defaults)
    here = rows[(rows["size"] == size) & (rows["params"] == params)]
    missing = [name for name in rungs_rows.variants_in_order(rows) if name not in set(here["variant"])]
    return _Ladder(case, machine, here, published, defaults, caches, missing).draw()


class _Ladder:
    """One figure in the making."""

    def __init__(self, case, machine, rows, published, defaults, caches, missing):
        self.case, self.machine, self.rows, self.caches = case, machine, rows, caches
        self.size, self.params = rows["size"].iloc[0], rows["params"].iloc[0]
        self.sections = sections(rows)
        self.missing = missing
        # One marker a figure, however many cache states the variant was measured in.
        named = rows.drop_duplicates("variant").set_index("variant", drop=False)
        self.figures = {variant: published.matches(named.loc[variant], defaults)
                        for variant in rungs_rows.variants_in_order(rows)}
        self.hardware = list(dict.fromkeys(match.source for found in self.figures.values() for match in found))
        self.floors = [{cache: rungs_rows.floor_of(part[part["cache"] == cache], machine.rows)
                        for cache in caches} for part in self.sections]
        self.columns = [column for column in COLUMNS if column[0] != "published" or self.hardware]

    def draw(self):
        self.figure = style.new_figure()
        slot = 0.31 if len(self.caches) == 1 else 0.46
        heading = 0.36
        body = sum(heading + slot * part["variant"].nunique() for part in self.sections) + 0.08
        handles = self._legend_handles()
        notes = self._notes()
        foot = style.legend_height(self.figure, handles) + 0.2 * len(notes) + 0.08
        height = TITLE_HEIGHT + body + AXIS_HEIGHT + foot
        self.figure.set_figheight(height)
        style.headline(self.figure, f"{style.plain(self.case)}: {style.problem_name(self.size, self.params)}",
                       f"{style.machine_name(self.machine)}   |   {' and '.join(filter(None, self.caches))} cache"
                       "   |   shorter is better")

        names = [style.plain(name, 34) for name in self.figures]
        heads = [style.width_of(self.figure, self._kinds(part), weight="bold", **SMALL) for part in self.sections]
        left = max([*heads, *(style.width_of(self.figure, name, size=9.5) for name in names)]) + 0.24
        right = sum(width for _, width in self.columns) + 0.2
        self.axes_width = style.WIDTH - left - right
        self.left, self.height = left, height
        self.axes = self.figure.add_axes([left / style.WIDTH, (AXIS_HEIGHT + foot) / height,
                                          self.axes_width / style.WIDTH, body / height])
        self.axes.set_ylim(body, 0)
        self._scale()
        self._column_heads()

        top = 0.0
        for number, (part, floors) in enumerate(zip(self.sections, self.floors)):
            self._section_head(Place(top + heading / 2, heading), number)
            start = top = top + heading
            for variant in dict.fromkeys(part["variant"]):
                self._rung(Place(top + slot / 2, slot), variant, part[part["variant"] == variant])
                top += slot
            self._floor(floors, start, top)

        style.footer(self.figure, handles, notes)
        return self.figure

    def _scale(self):
        times = [value for column in ("time_min_us", "time_median_us", "time_p95_us")
                 for value in self.rows[column].dropna()]
        times += [floor.time_us for floors in self.floors for floor in floors.values() if floor]
        times += [match.figure.value for found in self.figures.values() for match in found]
        low, high = (min(times), max(times)) if times else (1.0, 10.0)
        self.low, self.high = low / 2, max(high * 1.4, low * 4)
        axes = self.axes
        axes.set_xscale("log")
        axes.set_xlim(self.low, self.high)
        decades = math.log10(self.high / self.low)
        subs = (1.0,) if decades > 2.5 else (1.0, 3.0) if decades > 1.6 else (1.0, 2.0, 5.0)
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=subs, numticks=max(5, int(self.axes_width / 0.5))))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda us, _: style.time(us, trim=True)))
        axes.xaxis.set_minor_formatter(ticker.NullFormatter())
        axes.tick_params(axis="x", labelsize=8.5)
        axes.set_xlabel("time (logarithmic); bar: median, whisker: min to p95", fontsize=8.5)
        axes.grid(axis="x")
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)

    def _x_inches(self, us):
        return math.log(us / self.low) / math.log(self.high / self.low) * self.axes_width

    def _text(self, x, y, text, **font):
        """Text at x inches from the left of the axes (negative: left of them), y inches below their top."""
        return self.axes.text(x / self.axes_width, y, text, va="center_baseline",
                              transform=self.axes.get_yaxis_transform(), clip_on=False, **{**SMALL, **font})

    def _column_heads(self):
        x = self.axes_width
        for head, width in self.columns:
            x += width
            self._text(x, -0.06, head, ha="right", color=style.FAINT, size=8)

    def _section_head(self, place, number):
        if number:
            self.axes.plot([-self.left / self.axes_width + 0.03, 1], [place.middle - place.height / 2 + 0.02] * 2,
                           color=style.RULE, lw=0.8, clip_on=False, transform=self.axes.get_yaxis_transform())
        floors = {cache: floor for cache, floor in self.floors[number].items() if floor}
        label = self._floor_label(floors)
        # The floor's label stands on its line, in this heading's row: on the side that has more room.
        if label:
            x = self._x_inches(next(iter(floors.values())).time_us)
            width = style.width_of(self.figure, label, **SMALL)
            start = x - 0.03 if x + width < self.axes_width else x - width + 0.03
            self._text(max(start, 0.03), place.middle + 0.05, label, bbox=_PAPER)
        self._text(-0.1, place.middle + 0.05, self._kinds(self.sections[number]), ha="right", weight="bold")

    @staticmethod
    def _kinds(rows):
        """'gpu and peer': what a section's variants are."""
        return style.plain(" and ".join(dict.fromkeys(rungs_rows.kind(name) for name in rows["variant"])), 30)

    @staticmethod
    def _floor_label(floors):
        if not floors:
            return ""
        values = list(floors.values())
        if len({(style.time(floor.time_us), floor.source) for floor in values}) == 1:
            return f"floor: {style.time(values[0].time_us)} (measured {values[0].source})"
        sources = " and ".join(dict.fromkeys(floor.source for floor in values))
        times = ", ".join(f"{cache} {style.time(floor.time_us)}" for cache, floor in floors.items())
        return f"floor: {times} (measured {sources})"

    def _floor(self, floors, top, bottom):
        for cache, floor in floors.items():
            if floor:
                self.axes.plot([floor.time_us] * 2, [top - 0.06, bottom], color=style.INK, lw=1.1, zorder=4,
                               ls=(0, (4, 2.5)) if cache != "hot" else (0, (1.5, 1.5)))

    def _rung(self, place, variant, rows):
        self._text(-0.1, place.middle, style.plain(variant, 34), ha="right", size=9.5)
        thick = (place.height - 0.1) / len(self.caches)
        words = {_why_no_bar(row) for _, row in rows.iterrows()}
        if len(words) == 1 and "" not in words:  # the same in every cache state: said once
            self._no_bar(words.pop(), place.middle)
            rows = rows.iloc[:0]
        for number, cache in enumerate(self.caches):
            middle = place.middle + (number - (len(self.caches) - 1) / 2) * thick
            for _, row in rows[rows["cache"] == cache].iterrows():
                if row["time_median_us"] > 0:
                    self._bar(row, middle, thick * 0.86, cache)
                else:
                    self._no_bar(_why_no_bar(row), middle)
        for match in self.figures[variant]:
            self.axes.plot([match.figure.value], [place.middle], zorder=6, ls="",
                           **_hollow(self.hardware.index(match.source)))
        if self.figures[variant]:
            self._column("published", place.middle, style.time(self.figures[variant][0].figure.value, trim=True))

    def _bar(self, row, middle, thick, cache):
        color = style.KIND_COLORS.get(rungs_rows.kind(row["variant"]), style.PALETTE[3])
        if cache == "hot":
            color = style.lighter(color, 0.55)
        unstable = row["status"] == "unstable"
        median = row["time_median_us"]
        self.axes.barh(middle, median - self.low, left=self.low, height=thick, color=color, zorder=2,
                       hatch="////" if unstable else None, edgecolor="white" if unstable else color, lw=0)
        ends = [row[column] if row[column] > 0 else median for column in ("time_min_us", "time_p95_us")]
        self.axes.plot(ends, [middle] * 2, color=style.INK, lw=1, zorder=3)
        for end in ends:
            self.axes.plot([end] * 2, [middle - thick / 4, middle + thick / 4], color=style.INK, lw=1, zorder=3)
        self._column("median", middle, style.time(median), weight="bold")
        if row["floor_percent"] > 0:
            self._column("of floor", middle, style.percent(row["floor_percent"]))
        step = rungs_rows.step_of(row, self.rows)
        if step > 0:
            self._column("step", middle, style.factor(step))
        if unstable:
            self._text(0.04, middle, "unstable", size=7.5, zorder=7, bbox=_PAPER)

    def _no_bar(self, text, middle):
        self._text(0.06, middle, style.fitted(self.figure, text, self.axes_width - 0.12, style="italic", size=8),
                   color="#a33b00", style="italic", size=8, zorder=7, bbox=_PAPER)

    def _column(self, head, y, text, **font):
        x = self.axes_width
        for name, width in self.columns:
            x += width
            if name == head:
                self._text(x, y, text, ha="right", **font)

    def _legend_handles(self):
        handles = []
        kinds = dict.fromkeys(rungs_rows.kind(name) for name in self.figures)
        color = style.KIND_COLORS.get("gpu" if "gpu" in kinds else next(iter(kinds)), style.PALETTE[3])
        if len(self.caches) > 1:
            handles = [Patch(color=color, label=f"{self.caches[0]} cache (dark)"),
                       Patch(color=style.lighter(color, 0.55), label=f"{self.caches[1]} cache (light)")]
        if any(floor for floors in self.floors for floor in floors.values()):
            handles.append(Line2D([], [], color=style.INK, lw=1.1, ls=(0, (4, 2.5)), label="floor"))
        for number, source in enumerate(self.hardware[:SOURCES]):
            handles.append(Line2D([], [], ls="", label=f"published, {style.plain(source, 48)}", **_hollow(number)))
        return handles

    def _notes(self):
        notes = []
        if (self.rows["improves"] != "").any():
            notes.append("step: times faster than the variant that it improves")
        if self.missing:
            notes.append("not run at this problem: " + ", ".join(style.plain(name, 34) for name in self.missing))
        return notes


_PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}


def _why_no_bar(row):
    """'failed: out of memory' for a row without a time, '' for one with a time."""
    if row["time_median_us"] > 0:
        return ""
    status = "not timed" if row["status"] == "ok" else row["status"]
    message = style.plain(row["message"])
    return f"{status}: {message}" if message else status


def _hollow(number):
    """The marker of the published source with this number."""
    return {"marker": style.HOLLOW_MARKERS[number % len(style.HOLLOW_MARKERS)], "markersize": 6.5,
            "markerfacecolor": "white", "markeredgecolor": style.PALETTE[1], "markeredgewidth": 1.5}
