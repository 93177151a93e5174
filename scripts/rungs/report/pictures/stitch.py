"""A small pattern, and a plane tiled with it; the last tiles are cut, as 10240 is no multiple of 100."""

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label
from rungs.report.svg import drawing

MOTIF = ["..oo....", ".o..o...", "o....o..", "o.##.o..", ".o##o...", "..oo....", "......##", "......##"]
COLOURS = {".": "#dbe9f4", "o": "#0072b2", "#": "#e69f00"}


def draw() -> Markup:
    side, small = len(MOTIF), 5
    plane = [[MOTIF[y % side][x % side] for x in range(43)] for y in range(28)]
    return drawing(
        320, 180, "A pattern of 8 by 8 pixels, and a large plane tiled with it.",
        *cells(MOTIF, COLOURS.get, 6, 68, small), frame(6, 68, side * small, side * small), *arrow(54, 88, 82, 88),
        *cells(plane, COLOURS.get, 92, 14, small), frame(92, 14, 43 * small, 28 * small),
        label("repeater", 26, 128), label("target", 200, 172))
