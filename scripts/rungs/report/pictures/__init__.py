"""A picture of each case's problem, a module per case: `draw()` returns inline SVG. Other cases have none."""

import importlib
import importlib.util
import re
from collections.abc import Callable

from markupsafe import Markup

from rungs.report.svg import tag


def picture_of(case: str) -> Markup | str:
    """The picture of a case as inline SVG, '' for a case without one."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", case) or not importlib.util.find_spec(f"{__name__}.{case}"):
        return ""
    return importlib.import_module(f"{__name__}.{case}").draw()


def cells(values: list, paint: Callable | type, left: float = 0.0, top: float = 0.0, side: float = 8.0) -> list[Markup]:
    """A grid of squares from rows of values: `paint` gives a value's fill, '' for none. All of one fill are a path."""
    runs = {}
    for y, row in enumerate(values):
        fills = [paint(value) for value in row]
        start = 0
        for x in range(1, len(fills) + 1):
            if x == len(fills) or fills[x] != fills[start]:
                # A hair wider than its place, so that no gap shines through between neighbours.
                width = (x - start) * side + 0.3
                runs.setdefault(fills[start], []).append(
                    f"M{left + start * side:g} {top + y * side:g}h{width:g}v{side + 0.3:g}h-{width:g}z")
                start = x
    return [tag("path", fill=fill, d="".join(shapes)) for fill, shapes in runs.items() if fill]


def frame(left: int, top: int, width: float, height: float) -> Markup:
    """A thin line around a picture in the picture."""
    return tag("rect", x=left, y=top, width=width, height=height, class_="pic-frame")


def arrow(x1: int, y1: int, x2: float, y2: float) -> list[Markup]:
    """An arrow; its head is a small triangle at the second point."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    head = [(x2, y2), (x2 - 8 * dx - 4 * dy, y2 - 8 * dy + 4 * dx), (x2 - 8 * dx + 4 * dy, y2 - 8 * dy - 4 * dx)]
    return [tag("line", x1=x1, y1=y1, x2=x2 - 6 * dx, y2=y2 - 6 * dy, class_="pic-line"),
            tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in head), class_="pic-head")]


def label(text: object, x: float, y: float, anchor: str = "middle") -> Markup:
    """Words in the picture."""
    return tag("text", str(text), x=x, y=y, text_anchor=anchor, class_="pic-text")


def mix(low: tuple[int, ...], high: tuple[int, ...], share: float) -> str:
    """A colour between two (r, g, b), as '#rrggbb'."""
    return "#" + "".join(f"{round(a + (b - a) * min(max(share, 0), 1)):02x}" for a, b in zip(low, high))
