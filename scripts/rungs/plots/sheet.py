"""A figure of lines, one a variant: its name on the left, its marks on one axis, its figures in columns on the right.

Everything is placed in inches, so that no bar, marker or line can run into a text. Heights are inches below the top of
the axes, widths inches from their left edge.
"""

from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from rungs.plots import style

SMALL = {"size": 8.5}
TITLE_HEIGHT = 0.66
AXIS_HEIGHT = 0.5
HEADING = 0.36  # height of a section's heading
SLOTS = {1: 0.31, 2: 0.46}  # height of a line that holds so many cache states


@dataclass(frozen=True)
class Part:
    """A section of the sheet: `heading`, and a line for each of `names` (key -> text)."""

    heading: str
    names: dict


class Sheet:
    """A sheet with its names and headings written; the axes' scale, the marks and the columns are the caller's."""

    def __init__(self, title: str, subtitle: str, parts: list[Part], bars: int, columns: list[tuple],
                 handles: list[Artist], notes: list[str]) -> None:
        """`bars` is the number of cache states a line shows, `columns` is [(heading, width)]."""
        self.figure = style.new_figure()
        self.bars, self.columns = bars, columns
        self.slot = SLOTS.get(bars, 0.2 + 0.13 * bars)
        self.body = sum(HEADING + self.slot * len(part.names) for part in parts) + 0.08
        foot = style.legend_height(self.figure, handles) + 0.2 * len(notes) + 0.08
        height = TITLE_HEIGHT + self.body + AXIS_HEIGHT + foot
        self.figure.set_figheight(height)
        style.headline(self.figure, title, subtitle)
        heads = [style.width_of(self.figure, part.heading, weight="bold", **SMALL) for part in parts]
        names = [style.width_of(self.figure, name, size=9.5) for part in parts for name in part.names.values()]
        self.left = max([*heads, *names]) + 0.24
        self.axes_width = style.WIDTH - self.left - sum(width for _, width in columns) - 0.2
        self.axes = self.figure.add_axes([self.left / style.WIDTH, (AXIS_HEIGHT + foot) / height,
                                          self.axes_width / style.WIDTH, self.body / height])
        self.axes.set_ylim(self.body, 0)
        self.axes.set_yticks([])
        self.axes.spines["left"].set_visible(False)
        self.axes.tick_params(axis="x", labelsize=8.5)
        self.axes.grid(axis="x")
        style.footer(self.figure, handles, notes)
        self._column_heads()
        self._lines(parts)

    def _lines(self, parts: list[Part]) -> None:
        """Writes headings and names; where they stand is kept in `heads`, `places` and `spans`, one entry a part."""
        self.heads, self.places, self.spans = [], [], []
        top = 0.0
        for number, part in enumerate(parts):
            if number:
                self.axes.plot([-self.left / self.axes_width + 0.03, 1], [top + 0.02] * 2, color=style.RULE, lw=0.8,
                               clip_on=False, transform=self.axes.get_yaxis_transform())
            self.heads.append(top + HEADING / 2 + 0.05)
            self.text(-0.1, self.heads[-1], part.heading, ha="right", weight="bold")
            start = top = top + HEADING
            self.places.append({})
            for key, name in part.names.items():
                self.places[-1][key] = top + self.slot / 2
                self.text(-0.1, top + self.slot / 2, name, ha="right", size=9.5)
                top += self.slot
            self.spans.append((start, top))

    def _column_heads(self) -> None:
        x = self.axes_width
        for head, width in self.columns:
            x += width
            self.text(x, -0.06, head, ha="right", color=style.FAINT, size=8)

    @property
    def thickness(self) -> float:
        """Height that one cache state has in a line."""
        return (self.slot - 0.1) / self.bars

    def middle(self, part: int, key: str, bar: int) -> float:
        """The height at which the bar with this number stands in the line `key` of a part."""
        return self.places[part][key] + (bar - (self.bars - 1) / 2) * self.thickness

    def inches(self, x: float) -> float:
        """Where a value of the axis lies. The scale must be set."""
        return (self.axes.transData.transform((x, 0))[0] - self.axes.bbox.x0) / self.figure.dpi

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

    def whisker(self, ends: list[float], middle: float, zorder: int) -> None:
        """Draws a line over a bar, from end to end, with a stroke across each."""
        reach = self.thickness * 0.86 / 4
        for x, y in ((ends, [middle] * 2), *(([end] * 2, [middle - reach, middle + reach]) for end in ends)):
            self.axes.plot(x, y, color=style.INK, lw=1, zorder=zorder)

    def bound(self, x: float, part: int, cache: str = "") -> None:
        """Draws a line at x down a part: what bounds its bars."""
        top, bottom = self.spans[part]
        self.axes.plot([x] * 2, [top - 0.06, bottom], color=style.INK, lw=1.1, zorder=4, ls=dashes(cache))

    def bound_label(self, x: float, part: int, text: str) -> None:
        """Names what bound() drew, in the row of the part's heading, on the side of the line that has more room."""
        at = self.inches(x)
        width = style.width_of(self.figure, text, **SMALL)
        start = at - 0.03 if at + width < self.axes_width else at - width + 0.03
        self.text(max(start, 0.03), self.heads[part], text, bbox=paper())

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


def cache_handles(kinds: dict[str, None], caches: list[str]) -> list[Artist]:
    """Legend entries that tell two cache states apart; none where there is one."""
    if len(caches) < 2:
        return []
    kind = "gpu" if "gpu" in kinds else next(iter(kinds), "")
    return [Patch(color=bar_color(kind, cache), label=f"{cache} cache ({_LOOKS[cache][1]})") for cache in caches]


def bound_handle(label: str) -> Artist:
    """The legend entry of bound()."""
    return Line2D([], [], color=style.INK, lw=1.1, ls=dashes(), label=label)
