"""A figure of lines, one a variant: its name on the left, its marks on one axis, its figures in columns on the right.

Everything is placed in inches, so that no bar, marker or line can run into a text. Heights are inches below the top of
the axes, widths inches from their left edge.
"""

import math
from typing import Any

import pandas as pd
from matplotlib import ticker
from matplotlib.artist import Artist
from matplotlib.patches import Patch

from rungs.data import ladder, show
from rungs.data.ladder import kind
from rungs.plots import style

SMALL = {"size": 8.5}
TITLE_HEIGHT = 0.66
AXIS_HEIGHT = 0.5
HEADING = 0.36  # height of the heading
HEADINGS = {"cuda": "GPU", "host": "host"}  # by the backend
SLOTS = {1: 0.31, 2: 0.46}  # height of a line that holds so many cache states
GAP = 0.25  # inches at least between two texts under the axis


class Sheet:
    """A sheet with its heading and names written; the axes' scale, the marks and the columns are the caller's. It shows
    rows of one problem and backend; the cache states stand in a line."""

    def __init__(self, title: str, machine: str, rows: pd.DataFrame, caches: list[str], columns: list[tuple],
                 handles: list[Artist], notes: list[str]) -> None:
        """`machine` is its name, `columns` is [(heading, width)]."""
        self.figure = style.new_figure()
        self.columns = columns
        self.caches = [cache for cache in caches if (rows["cache"] == cache).any()]
        self.slot = SLOTS.get(len(self.caches), 0.2 + 0.13 * len(self.caches))
        kinds = [kind(name) for name in rows["variant"]]
        shown = "gpu" if "gpu" in kinds else kinds[0]  # the kind whose colours the legend has
        two = [Patch(color=bar_color(shown, cache), label=f"{cache} cache ({_LOOKS[cache][1]})")
               for cache in self.caches] if len(self.caches) > 1 else []
        names = {variant: show.plain(variant, ladder.NAME_LENGTH) for variant in ladder.variants_in_order(rows)}
        self.body = HEADING + self.slot * len(names) + 0.08
        foot = style.footer(self.figure, [*two, *handles], notes) + 0.08
        height = TITLE_HEIGHT + self.body + AXIS_HEIGHT + foot
        self.figure.set_figheight(height)
        caches_words = f"{' and '.join(filter(None, self.caches))} cache"
        style.headline(self.figure, title, f"{machine}   |   {caches_words}   |   shorter is better")
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
            self.places[variant] = self.bottom + self.slot / 2
            self.text(-0.1, self.places[variant], name, ha="right", size=9.5)
            self.bottom += self.slot

    @property
    def thickness(self) -> float:
        """Height that one cache state has in a line."""
        return (self.slot - 0.1) / len(self.caches)

    def middle(self, row: pd.Series) -> float:
        """The height at which the bar of a row stands."""
        bar = self.caches.index(row["cache"]) - (len(self.caches) - 1) / 2
        return self.places[row["variant"]] + bar * self.thickness

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

    def bar(self, row: pd.Series, middle: float, start: float, end: float, ends: list[float], **look: Any) -> None:
        """Draws a row's bar from start to end, and over it a whisker with a stroke across each of its ends."""
        thick = self.thickness * 0.86
        self.axes.barh(middle, end - start, left=start, height=thick, zorder=2, lw=0,
                       color=bar_color(kind(row["variant"]), row["cache"]), **look)
        for x, reach in ((ends, 0.0), *(([x] * 2, thick / 4) for x in ends)):
            self.axes.plot(x, [middle - reach, middle + reach], color=style.INK, lw=1, zorder=4)

    def bounds(self, places: dict[str, float], source: str) -> None:
        """Draws the speed of light of each cache state, a line down the bars, and names them. The words, 'speed of
        light: cold 10 us, hot 8 us (measured fill)', stand in the row of the heading, on the side of the first line
        that has more room."""
        for cache, us in places.items():
            self.axes.plot([us] * 2, [HEADING - 0.06, self.bottom], color=style.INK, lw=1.1, zorder=4, ls=dashes(cache))
        texts = {cache: show.time(us) for cache, us in places.items()}
        if not texts:
            return
        same = len(set(texts.values())) == 1
        each = next(iter(texts.values())) if same else ", ".join(map(" ".join, texts.items()))
        words = f"speed of light: {each} (measured {source})"
        at, width = self.inches(next(iter(places.values()))), style.width_of(self.figure, words, **SMALL)
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


# How a cache state looks: how far its colour is mixed with the paper, that look in a word, the dashes of what bounds.
_LOOKS = {"cold": (0, "strong", (4, 2.5)), "dirty": (0.3, "medium", (4, 1.2, 1, 1.2)), "hot": (0.6, "pale", (1.5, 1.5)),
          "": (0, "strong", (4, 2.5))}


def dashes(cache: str = "") -> tuple:
    """The line style of what bounds."""
    return 0, _LOOKS[cache][2]


def bar_color(kind: str, cache: str) -> tuple[float, ...]:
    """The colour of a variant of this kind, paler for dirty and hot caches."""
    return style.paler(style.KIND_COLORS.get(kind, style.PALETTE[3]), _LOOKS[cache][0])
