"""The bounded distance field of a few discs: each pixel's squared distance to the nearest white one, cut off at R."""

from markupsafe import Markup

from rungs.report.pictures import cells, frame, mix
from rungs.report.svg import drawing

WIDTH, HEIGHT, SIDE, REACH = 80, 45, 4, 11
DISCS = [(16, 14, 7), (25, 21, 5), (52, 10, 4), (60, 30, 9), (36, 36, 3), (8, 36, 2), (73, 8, 3)]
NEAR, FAR = (0, 92, 150), (226, 236, 244)


def draw() -> Markup:
    white = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)
             for cx, cy, radius in DISCS if (x - cx) ** 2 + (y - cy) ** 2 <= radius**2}

    def distance(x: int, y: int) -> float:
        near = ((x - a) ** 2 + (y - b) ** 2 for a in range(x - REACH, x + REACH + 1)
                for b in range(y - REACH, y + REACH + 1) if (a, b) in white)
        return min(min(near, default=REACH**2), REACH**2) ** 0.5

    field = [[distance(x, y) for x in range(WIDTH)] for y in range(HEIGHT)]
    return drawing(
        WIDTH * SIDE, HEIGHT * SIDE, "White discs; around each the colour fades with the distance to the nearest white "
                                     "pixel, up to a bound.",
        *cells(field, lambda value: "#ffffff" if value == 0 else mix(NEAR, FAR, int(value) / REACH), side=SIDE),
        frame(0, 0, WIDTH * SIDE, HEIGHT * SIDE))
