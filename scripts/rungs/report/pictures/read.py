"""A plane of words summed up to one."""

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label, mix
from rungs.report.svg import drawing, tag


def draw() -> Markup:
    plane = [[mix((214, 232, 245), (0, 92, 150), (7 * x + 3 * y) % 13 / 12) for x in range(16)] for y in range(10)]
    return drawing(320, 146, "A plane of words, all of which go into one sum.",
                   *cells(plane, str, 6, 4, 12), frame(6, 4, 192, 120), *arrow(208, 64, 250, 64),
                   tag("circle", cx=278, cy=64, r=20, class_="pic-node"), label("Σ", 278, 69),
                   label("4 bytes read an element", 102, 138))
