"""Repetitions of a square on an oblique lattice: some pixels are covered twice, some not at all."""

from markupsafe import Markup

from rungs.report.pictures import arrow, label
from rungs.report.svg import drawing, tag

U, V = (55, 7.5), (-6.5, 59)  # the oblique lattice of the case, each vector times 0.57, to scale with the square
SIDE = 57
LEFT, TOP = 92, 34            # repetition (0, 0)


def draw() -> Markup:
    squares = []
    for i in range(-3, 6):
        for j in range(-2, 4):
            x, y = LEFT + i * U[0] + j * V[0], TOP + i * U[1] + j * V[1]
            squares.append(tag("rect", x=float(x), y=float(y), width=SIDE, height=SIDE, class_="pic-tile"))
    origin = (LEFT, TOP)
    return drawing(
        320, 180, "Squares that start at the points of an oblique lattice, spanned by the vectors u and v; they "
                  "overlap in narrow strips and leave small gaps.", tag("g", *squares, class_="pic-tiles"),
        *arrow(*origin, origin[0] + U[0], origin[1] + U[1]), label("u", origin[0] + 26, origin[1] - 4),
        *arrow(*origin, origin[0] + V[0], origin[1] + V[1]), label("v", origin[0] - 12, origin[1] + 36))
