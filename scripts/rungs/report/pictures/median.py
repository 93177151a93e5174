"""A noisy image of our own, and its median of 3x3 pixels; the outermost pixels are left as they were."""

import random

from markupsafe import Markup

from rungs.report.pictures import arrow, cells, frame, label
from rungs.report.svg import drawing

SIDE, PIXELS = 4, 34


def image() -> list[list]:
    """Rows of grey values 0 to 255: a disc and a bar on a ramp, with salt and pepper."""
    noise = random.Random(3)
    rows = []
    for y in range(PIXELS):
        row = []
        for x in range(PIXELS):
            value = 90 + 3 * x
            if (x - 12) ** 2 + (y - 13) ** 2 <= 64:
                value = 45
            if 22 <= x < 29 and y >= 12:
                value = 235
            speck = noise.random()
            row.append(0 if speck < 0.08 else 255 if speck > 0.92 else value)
        rows.append(row)
    return rows


def median(rows: list[list]) -> list[list]:
    """The median of each inner pixel's 3x3 window."""
    size = len(rows)
    return [[sorted(rows[y + dy][x + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1))[4]
             if 0 < x < size - 1 and 0 < y < size - 1 else rows[y][x] for x in range(size)] for y in range(size)]


def draw() -> Markup:
    noisy = image()
    grey = "#{0:02x}{0:02x}{0:02x}".format
    across = SIDE * PIXELS
    return drawing(
        320, 168, "An image full of black and white specks, and the same without them after the median of each 3x3 "
                  "window.", *cells(noisy, grey, 4, 6, SIDE), frame(4, 6, across, across), *arrow(146, 74, 174, 74),
        *cells(median(noisy), grey, 180, 6, SIDE), frame(180, 6, across, across),
        label("input", 72, 160), label("median of 3x3", 248, 160))
