"""Eight words added up in a tree, three levels of pairs."""

from markupsafe import Markup

from rungs.report.pictures import label
from rungs.report.svg import drawing, tag

WORDS = [3, 1, 4, 1, 5, 9, 2, 6]
GAP, DOWN, RADIUS = 39, 48, 14


def draw() -> Markup:
    lines, nodes = [], []
    level = [(24.0 + GAP * i, 20, word) for i, word in enumerate(WORDS)]
    while level:
        nodes += level
        pairs = [(a, b) for a, b in zip(level[::2], level[1::2])]
        above = level
        level = [((a[0] + b[0]) / 2, a[1] + DOWN, a[2] + b[2]) for a, b in pairs]
        lines += [tag("line", x1=float(x), y1=y + RADIUS, x2=float(down[0]), y2=down[1] - RADIUS, class_="pic-line")
                  for i, down in enumerate(level) for x, y, _ in above[2 * i:2 * i + 2]]
    shapes = [part for x, y, value in nodes for part in (tag("circle", cx=float(x), cy=y, r=RADIUS, class_="pic-node"),
                                                         label(value, float(x), y + 4.5))]
    return drawing(320, 186, f"{len(WORDS)} numbers added up in pairs, and the sums in pairs again, to one number: "
                             f"{sum(WORDS)}.", *lines, *shapes)
