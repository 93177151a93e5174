"""What each case does, as a small drawing in SVG. Its colours and lines are classes of the page's sheet."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np

PALE, DEEP, BLUE, ORANGE = (214, 232, 245), (0, 92, 150), "#0072b2", "#e69f00"

Picture = tuple[int, Iterable[str | Iterable[str]]]  # height, and elements, some of them in lists


def picture_of(case: str) -> str:
    """The drawing of a case, 320 wide; '' where there is none. The title is its function's docstring."""
    if case not in PICTURES:
        return ""
    height, parts = PICTURES[case]()
    lines = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return "\n".join([f'<svg viewBox="0 0 320 {height}" role="img" style="max-width:320px">',
                      f"<title>{' '.join(str(PICTURES[case].__doc__).split())}</title>", *lines, "</svg>", ""])


def tag(name: str, look: str, **attributes: float | str) -> str:
    """An element of the class pic-`look`; numbers get two digits behind the point."""
    words = (f'{key}="{value if isinstance(value, str) else f"{round(value, 2):g}"}"'
             for key, value in attributes.items())
    return f'<{name} {" ".join(words)} class="pic-{look}"/>'


def rect(x: float, y: float, width: float, height: float, look: str = "frame") -> str:
    """A rectangle from its upper left corner."""
    return tag("rect", look, x=x, y=y, width=width, height=height)


def line(x1: float, y1: float, x2: float, y2: float, look: str = "line") -> str:
    """A line from the first point to the second."""
    return tag("line", look, x1=x1, y1=y1, x2=x2, y2=y2)


def arrow(x1: float, y1: float, x2: float, y2: float) -> list[str]:
    """A line whose head is a small triangle at the second point."""
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    head = [(x2, y2), (x2 - 8 * dx - 4 * dy, y2 - 8 * dy + 4 * dx), (x2 - 8 * dx + 4 * dy, y2 - 8 * dy - 4 * dx)]
    return [line(x1, y1, x2 - 6 * dx, y2 - 6 * dy),
            tag("polygon", "head", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in head))]


def text(words: object, x: float, y: float, middle: bool = True) -> str:
    """Words around a point, or from there on."""
    anchor = {"text-anchor": "middle"} if middle else {}
    return tag("text", "text", x=x, y=y, **anchor).replace("/>", f">{words}</text>")


def pixels(place: tuple[int, int], rows: Sequence[Sequence[str]], side: int) -> list[str]:
    """An image of squares in rows of colours, '' for none, with a frame; all of one colour are one path."""
    runs: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        x = 0
        for fill, same in groupby(row):
            count = len(list(same))
            width, height = count * side + 0.3, side + 0.3  # a hair wider, so that no gap shines through
            runs.setdefault(fill, []).append(f"M{place[0] + x * side:g} {place[1] + y * side:g}h{width:g}v{height:g}"
                                             f"h-{width:g}z")
            x += count
    return [*(f'<path fill="{fill}" d="{"".join(shapes)}"/>' for fill, shapes in runs.items() if fill),
            rect(*place, side * len(rows[0]), side * len(rows))]


def mix(low: tuple[int, ...], high: tuple[int, ...], share: float) -> str:
    """A colour between two (red, green, blue)."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high))


def arithmetic() -> Picture:
    """One chain of operations, each waiting for the one before; and four chains whose operations fill the gaps."""
    chain = [rect(8 + 76 * i, 20, 18, 18, "hit") for i in range(4)]
    waits = [f'<path d="M{27 + 76 * i} 29H{83 + 76 * i}" fill="none" class="pic-line"/>' for i in range(3)]
    return 140, [chain[0], *([wait, one] for wait, one in zip(waits, chain[1:])),
                 [rect(8 + 19 * i, 80, 18, 18, "cell" if i % 4 else "hit") for i in range(16)],
                 text("latency: each operation needs the one before", 160, 58),
                 text("throughput: other chains fill the time between", 160, 118)]


def copy() -> Picture:
    """A plane, and another one that is being filled with its copy."""
    plane, part = ([[mix(PALE, DEEP, (3 * x + 5 * y) % 11 / 10) if 10 * y + x < until else "" for x in range(10)]
                    for y in range(9)] for until in (90, 57))
    return 142, [pixels((6, 6), plane, 12), arrow(136, 60, 182, 60), pixels((194, 6), part, 12),
                 text("4 bytes read and 4 written an element", 160, 134)]


def distance() -> Picture:
    """White discs; around each the colour fades with the distance to the nearest white pixel, up to a bound."""
    discs = [(16, 14, 7), (25, 21, 5), (52, 10, 4), (60, 30, 9), (36, 36, 3), (8, 36, 2), (73, 8, 3)]
    y, x = np.mgrid[:45, :80]
    white = np.any([(x - left)**2 + (y - top)**2 <= radius**2 for left, top, radius in discs], axis=0)
    away = np.min([np.hypot(x - left, y - top) for top, left in np.argwhere(white)], axis=0).clip(max=11)
    fills = [["#ffffff" if one == 0 else mix(DEEP, (226, 236, 244), int(one) / 11) for one in row] for row in away]
    return 180, pixels((0, 0), fills, 4)


def edm() -> Picture:
    """Points in a square, and the matrix of their distances: white on the diagonal, darker where two points are far
    apart."""
    place = random.Random(11)
    points = sorted((place.uniform(8, 128), place.uniform(8, 128)) for _ in range(17))
    at = [(x + 6, y + 6) for x, y in points]
    largest = max(math.dist(a, b) for a in points for b in points)
    matrix = [[mix((255, 255, 255), (0, 84, 140), math.dist(a, b) / largest) for b in points] for a in points]
    return 168, [rect(6, 6, 136, 136), line(*at[3], *at[12]), [tag("circle", "head", cx=x, cy=y, r=3.5) for x, y in at],
                 arrow(147, 74, 171, 74), pixels((178, 6), matrix, 8), text("17 points", 74, 160),
                 text("17x17 distances", 246, 160)]


def fill() -> Picture:
    """One value, and a plane that is being filled with it row by row."""
    done = [[BLUE if 16 * y + x < 104 else "" for x in range(16)] for y in range(10)]
    return 146, [f'<rect x="20" y="52" width="24" height="24" fill="{BLUE}"/>', arrow(54, 64, 96, 64),
                 pixels((108, 4), done, 12), text("4 bytes written an element", 204, 138)]


def height_map() -> Picture:
    """8 heights in a row: their sum, 20, is the volume; the line over them is the surface; the 5 above the ground are
    the projected surface."""
    heights = [0, 24, 60, 36, 0, 0, 48, 72]
    high = [(16 + 36 * i, height) for i, height in enumerate(heights) if height]
    tops = [(32 + 36 * i, 92 - height) for i, height in enumerate(heights)]
    return 132, [[rect(x, 92 - height, 32, height, "cell") for x, height in high],
                 [line(*one, *other) for one, other in zip(tops, tops[1:])],
                 [rect(x, 98, 32, 6, "hit") for x, _ in high], text("the ground, seen from above", 16, 124, False)]


def in_flight() -> Picture:
    """One load on its way to memory, and four: four times the rate at the same latency."""
    return 140, [[*(rect(8 + 26 * i, y, 22, 22, "hit") for i in range(count)),
                  *arrow(14 + 26 * count, y + 11, 206, y + 11), rect(212, y - 3, 96, 28, "cell"),
                  text("memory", 260, y + 16), text(f"{count} load{'s' * (count > 1)} under way", 8, y + 38, False)]
                 for count, y in ((1, 24), (4, 76))]


def intdiv() -> Picture:
    """A matrix of 7 columns, walked in steps of 5; next to it each index as a row and a column."""
    cells = [(index, 8 + index % 7 * 27, 10 + index // 7 * 27) for index in range(28)]
    return 140, [*([rect(x, y, 27, 27, "cell" if index % 5 else "hit"), text(index, x + 13.5, y + 18)]
                   for index, x, y in cells),
                 [text(f"{index} = {index // 7} · 7 + {index % 7}", 212, 28 + 4 * index, False)
                  for index in range(0, 28, 5)]]


def latency() -> Picture:
    """A chain of pointers: each line holds the address of the next, far away from it."""
    hops = [(23, 193, 30, -2), (193, 91, 60, 100), (91, 261, 30, -2)]
    return 140, [[rect(8 + 34 * i, 30, 30, 30, "hit" if i in (0, 2, 5, 7) else "cell") for i in range(9)],
                 [f'<path d="M{a} {y}Q{(a + b) / 2} {bend} {b} {y}" fill="none" class="pic-line"/>'
                  for a, b, y, bend in hops], text("each load brings the address of the next", 160, 118)]


def median() -> Picture:
    """An image full of black and white specks, and the same without them after the median of each 3x3 window."""
    noise = random.Random(3)

    def pixel(x: int, y: int) -> int:
        """A disc and a bar on a ramp, with salt and pepper."""
        plain = 235 if 22 <= x < 29 and y >= 12 else 45 if math.dist((x, y), (12, 13)) <= 8 else 90 + 3 * x
        speck = noise.random()
        return 0 if speck < 0.08 else 255 if speck > 0.92 else plain
    noisy = np.array([[pixel(x, y) for x in range(34)] for y in range(34)])
    calm = noisy.copy()
    calm[1:-1, 1:-1] = np.median(np.lib.stride_tricks.sliding_window_view(noisy, (3, 3)), axis=(2, 3))
    before, after = ([["#" + f"{value:02x}" * 3 for value in row] for row in image] for image in (noisy, calm))
    return 168, [pixels((4, 6), before, 4), arrow(146, 74, 174, 74), pixels((180, 6), after, 4), text("input", 72, 160),
                 text("median of 3x3", 248, 160)]


def median_window() -> Picture:
    """Four adjacent windows of 7x7 share 6x6 pixels; each has a column, a row and a corner of its own besides."""
    return 168, [rect(28, 8, 128, 128), rect(44, 24, 96, 96, "tile"), rect(28, 24, 16, 96, "hit"),
                 rect(44, 8, 96, 16, "hit"), rect(28, 8, 16, 16, "cell"),
                 *([line(28 + at, 8, 28 + at, 136, "frame"), line(28, 8 + at, 156, 8 + at, "frame")]
                   for at in range(16, 128, 16)),
                 text("8x8 pixels", 92, 156), text("row of 6: two windows", 172, 20, False),
                 text("6x6: four windows,", 172, 76, False), text("14 can be a median", 172, 92, False),
                 text("2x2 medians", 172, 132, False)]


def pipeline() -> Picture:
    """A tree of operations computes an image band by band, and streams it to a machine."""
    return 140, [rect(8, 16, 72, 26, "cell"), text("pattern", 44, 33), rect(8, 78, 72, 26, "cell"),
                 text("mask", 44, 95), line(80, 29, 104, 52), line(80, 91, 104, 68), rect(106, 46, 64, 28, "cell"),
                 text("union", 138, 64), arrow(170, 60, 202, 60), rect(208, 16, 104, 88, "cell"),
                 rect(208, 46, 104, 28, "hit"), text("one band at a time", 160, 128)]


def read() -> Picture:
    """A plane of words, all of which go into one sum."""
    plane = [[mix(PALE, DEEP, (7 * x + 3 * y) % 13 / 12) for x in range(16)] for y in range(10)]
    return 146, [pixels((6, 4), plane, 12), arrow(208, 64, 250, 64), tag("circle", "node", cx=278, cy=64, r=20),
                 text("Σ", 278, 69), text("4 bytes read an element", 102, 138)]


def reduce() -> Picture:
    """8 numbers added up in pairs, and the sums in pairs again, to one number: 31."""
    levels = [[(24.0 + 39 * i, 20, word) for i, word in enumerate((3, 1, 4, 1, 5, 9, 2, 6))]]
    while len(levels[-1]) > 1:
        levels.append([((a[0] + b[0]) / 2, a[1] + 48, a[2] + b[2]) for a, b in zip(levels[-1][::2], levels[-1][1::2])])
    return 186, [[line(x, y + 14, below[i // 2][0], y + 34) for above, below in zip(levels, levels[1:])
                  for i, (x, y, _) in enumerate(above)],
                 *([tag("circle", "node", cx=x, cy=y, r=14), text(word, x, y + 4.5)]
                   for level in levels for x, y, word in level)]


def stitch(inside: Callable[[int, int], bool] = lambda x, y: True) -> Picture:
    """A pattern of 8 by 8 pixels, and a large plane tiled with it."""
    motif = ["..oo....", ".o..o...", "o....o..", "o.##.o..", ".o##o...", "..oo....", "......##", "......##"]
    colours = {".": "#dbe9f4", "o": BLUE, "#": ORANGE}
    large = [[colours[motif[y % 8][x % 8]] if inside(x, y) else "" for x in range(43)] for y in range(28)]
    return 180, [pixels((6, 68), [[colours[one] for one in row] for row in motif], 5), arrow(54, 88, 82, 88),
                 pixels((92, 14), large, 5), text("repeater", 26, 128), text("target", 200, 172)]


def stitch_masked() -> Picture:
    """A pattern of 8 by 8 pixels, and a plane tiled with it inside a shape only."""
    ellipses = (13, 12, 9.4, 9.4), (27, 18, 13, 8.5)
    return stitch(lambda x, y: any(((x + 0.5 - left) / a)**2 + ((y + 0.5 - top) / b)**2 <= 1
                                   for left, top, a, b in ellipses))


def uv() -> Picture:
    """Squares that start at the points of an oblique lattice, spanned by the vectors u and v; they overlap in narrow
    strips and leave small gaps."""
    u, v, at = (55, 7.5), (-6.5, 59), (92, 34)
    squares = (rect(at[0] + i * u[0] + j * v[0], at[1] + i * u[1] + j * v[1], 57, 57, "tile")
               for i in range(-3, 6) for j in range(-2, 4))
    return 180, ['<g class="pic-tiles">', squares, "</g>", arrow(*at, at[0] + u[0], at[1] + u[1]), text("u", 118, 30),
                 arrow(*at, at[0] + v[0], at[1] + v[1]), text("v", 80, 70)]


PICTURES = {one.__name__: one for one in (
    arithmetic, copy, distance, edm, fill, height_map, in_flight, intdiv, latency, median, median_window, pipeline,
    read, reduce, stitch, stitch_masked, uv)}
