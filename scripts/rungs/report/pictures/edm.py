"""A few points of the plane, and the matrix of their distances."""

import math
import random

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label, mix
from rungs.report.svg import drawing, tag

POINTS, SIDE = 17, 8.0
NEAR, FAR = (255, 255, 255), (0, 84, 140)


def draw() -> Markup:
    place = random.Random(11)
    points = sorted((place.uniform(8, 128), place.uniform(8, 128)) for _ in range(POINTS))
    largest = max(math.dist(a, b) for a in points for b in points)
    matrix = [[math.dist(a, b) / largest for b in points] for a in points]
    two = points[3], points[12]
    line = [value + 6 for point in two for value in point]
    return drawing(
        320, 168, "Points in a square, and the matrix of their distances: white on the diagonal, darker where two "
                  "points are far apart.", frame(6, 6, 136, 136),
        tag("line", x1=line[0], y1=line[1], x2=line[2], y2=line[3], class_="pic-line"),
        *(tag("circle", cx=x + 6, cy=y + 6, r=3.5, class_="pic-head") for x, y in points), *arrow(147, 74, 171, 74),
        *cells(matrix, lambda value: mix(NEAR, FAR, value), 178, 6, SIDE), frame(178, 6, POINTS * SIDE, POINTS * SIDE),
        label(f"{POINTS} points", 74, 160), label(f"{POINTS}x{POINTS} distances", 246, 160))
