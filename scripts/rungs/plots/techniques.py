"""The techniques that gained most, a line each: a bar for each machine, its figures in columns on the right.

Heights are inches below the top of the axes, as in ladder.py."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from rungs.plots import style
from rungs.plots.theme import THEMES
from rungs.profile import limits
from rungs.statistics.techniques import Technique

NAME = "techniques"
TOP = 8
COLUMNS = {"gain": 0.62, "lowest to highest": 1.3, "pays in": 1.0}  # inches
TITLE_HEIGHT, AXIS_HEIGHT, HEADING = 0.66, 0.5, 0.3
BAR, GAP = 0.2, 0.14  # of a machine; between two techniques
LEAST_SLOT = 0.44     # a technique's name, and below it what it helps


def draw(found: Sequence[Technique], machines: Sequence[str], notes: Sequence[str], folder: Path) -> Iterator[Path]:
    """Draws the first TOP of techniques.of that were measured, light and dark, as PNG; yields the paths."""
    lines = [one for one in found if one.steps][:TOP]
    for theme in THEMES if lines else ():
        with style.look(theme):
            yield from style.save(figure(lines, machines, notes), folder, NAME + "-dark" * (theme == "dark"), ["png"],
                                  digest(found, machines, notes))


def digest(found: Sequence[Technique], machines: Sequence[str], notes: Sequence[str]) -> str:
    """SHA-256 of all that is drawn, as text: a picture that has another is stale."""
    lines = [[one.entry.name, _helps(one), *(each and each.cells for each in one.gpus)]
             for one in found if one.steps][:TOP]
    return hashlib.sha256(json.dumps([lines, list(machines), list(notes)]).encode()).hexdigest()


def _helps(one: Technique) -> str:
    return f"helps: {words}" if (words := limits.words(one.helps)) else ""


def figure(lines: Sequence[Technique], machines: Sequence[str], notes: Sequence[str]) -> Figure:
    """The figure of these techniques, in the theme in use."""
    sheet = style.new_figure()
    foot = 0.08 + style.footer(sheet, [Patch(color=style.PALETTE[place % len(style.PALETTE)], label=name)
                                        for place, name in enumerate(machines)],
                               [notes[0], "; ".join(notes[1:])])
    slot = max(LEAST_SLOT, BAR * len(machines)) + GAP
    body = HEADING + slot * len(lines)
    height = TITLE_HEIGHT + body + AXIS_HEIGHT + foot
    sheet.set_figheight(height)
    style.headline(sheet, "What each optimisation is worth",
                   f"the {len(lines)} that gained most, over all cases   |   bar: median of its steps, whisker: lowest "
                   "to highest")
    left = 0.24 + max(style.width_of(sheet, text, size=size) for one in lines
                      for text, size in ((one.entry.name, 9.5), (_helps(one), 8)))
    width = style.WIDTH - left - sum(COLUMNS.values()) - 0.16
    axes = sheet.add_axes([left / style.WIDTH, (AXIS_HEIGHT + foot) / height, width / style.WIDTH, body / height])
    axes.set_ylim(body, 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xscale("log")
    every = [summary for one in lines for summary in one.gpus if summary]
    axes.set_xlim(min(1, *(one.lowest for one in every)) / 1.1, max(one.highest for one in every) * 1.1)
    style.few_ticks(axes.xaxis)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}x")
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.tick_params(axis="x", labelsize=8.5)
    axes.set_xlabel("gain (logarithmic): old time over new", fontsize=8.5)
    axes.grid(axis="x")
    axes.plot([1, 1], [HEADING - 0.06, body], color=style.INK, lw=1.1, zorder=4)

    def write(x: float, y: float, text: str, **font: Any) -> None:
        axes.text(x / width, y, text, va="center_baseline", clip_on=False, transform=axes.get_yaxis_transform(),
                  **{"size": 8.5, "ha": "right", **font})

    ends, x = [], width
    for head, room in COLUMNS.items():
        ends.append(x := x + room)
        write(x, HEADING / 2, head, color=style.FAINT, size=8)
    for number, one in enumerate(lines):
        middle = HEADING + slot * (number + 0.5)
        write(-0.1, middle - 0.09, one.entry.name, size=9.5)
        write(-0.1, middle + 0.11, _helps(one), size=8, color=style.FAINT)
        for place, summary in enumerate(one.gpus):
            y = middle + BAR * (place - (len(machines) - 1) / 2)
            if not summary:
                continue
            axes.barh(y, summary.median - 1, left=1, height=BAR * 0.86, lw=0, zorder=2,
                      color=style.PALETTE[place % len(style.PALETTE)])
            axes.plot([summary.lowest, summary.highest], [y, y], color=style.INK, lw=1, zorder=4)
            for end, text, weight in zip(ends, summary.cells, ("bold", "normal", "normal")):
                write(end, y, text, weight=weight)
    return sheet
