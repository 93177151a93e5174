"""Small inline SVG: elements with escaped attributes, and a logarithmic axis in percent of the width.

Charts of bars are strips as wide as their box: x in percent, y in pixels, so that their letters keep their size on a
narrow window.
"""

import math
from typing import Any

from markupsafe import Markup, escape


def tag(name: str, *children: Markup | str, **attributes: Any) -> Markup:
    """An element; `class_` is class, '_' in a name is '-', None leaves an attribute out, numbers get two digits."""
    words = "".join(f' {_attribute(key)}="{escape(_text(value))}"' for key, value in attributes.items()
                    if value is not None)
    if not children:
        return Markup(f"<{name}{words}/>")
    return Markup(f"<{name}{words}>{''.join(escape(child) for child in children)}</{name}>")


def _attribute(key: str) -> str:
    return {"viewBox": "viewBox", "class_": "class"}.get(key, key.replace("_", "-"))


def _text(value: float | str) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def percent(value: float) -> str:
    """A place in a strip: '12.34%'."""
    return f"{_text(float(value))}%"


def drawing(width: int, height: int, label: str, *children: Markup, **attributes: Any) -> Markup:
    """A picture of its own proportions, with a name for those who cannot see it."""
    return tag("svg", tag("title", label), *children, viewBox=f"0 0 {width} {height}", role="img",
               style=f"max-width:{width}px", **attributes)


def strip(height: int, *children: Markup) -> Markup:
    """A strip as wide as its box. What it shows must also stand beside it as text."""
    return tag("svg", *children, class_="strip", height=height, aria_hidden="true")


class LogAxis:
    """Times in microseconds (or any numbers above 0) on a logarithmic scale from 0 to 100."""

    def __init__(self, values: list[float], below: float = 1.6, above: float = 1.3, least: float = 4.0) -> None:
        values = list(values)
        self.low = min(values) / below
        self.high = max(max(values) * above, self.low * least)

    def at(self, value: float) -> float:
        """Where a value stands, in percent, never outside."""
        place = 100 * math.log(value / self.low) / math.log(self.high / self.low)
        return min(max(place, 0.0), 100.0)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values inside the axis: at most `most`, and the densest that are."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        for subs, every in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 3), ((1,), 6)):
            ticks = [sub * 10.0**power for power in range(first, last + 1) if power % every == 0 for sub in subs
                     if self.low <= sub * 10.0**power <= self.high]
            if len(ticks) <= most:
                return ticks
        return []
