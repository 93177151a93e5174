"""A plane copied to another."""

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label, mix
from rungs.report.svg import drawing


def draw() -> Markup:
    def plane(until: int) -> list[list]:
        return [[mix((214, 232, 245), (0, 92, 150), (3 * x + 5 * y) % 11 / 10) if 10 * y + x < until else ""
                 for x in range(10)] for y in range(9)]
    return drawing(320, 142, "A plane, and another one that is being filled with its copy.",
                   *cells(plane(90), str, 6, 6, 12), frame(6, 6, 120, 108), *arrow(136, 60, 182, 60),
                   *cells(plane(57), str, 194, 6, 12), frame(194, 6, 120, 108),
                   label("4 bytes read and 4 written an element", 160, 134))
