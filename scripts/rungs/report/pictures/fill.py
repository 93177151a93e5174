"""One value written to every place of a plane."""

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label
from rungs.report.svg import drawing, tag


def draw() -> Markup:
    done = [["#0072b2" if 16 * y + x < 104 else "" for x in range(16)] for y in range(10)]
    return drawing(320, 146, "One value, and a plane that is being filled with it row by row.",
                   tag("rect", x=20, y=52, width=24, height=24, fill="#0072b2"), *arrow(54, 64, 96, 64),
                   *cells(done, str, 108, 4, 12), frame(108, 4, 192, 120),
                   label("4 bytes written an element", 204, 138))
