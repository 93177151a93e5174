"""A running index over a matrix, stepped by 5 in rows of 7: each step asks for the quotient and the remainder."""

from markupsafe import Markup

from rungs.report.pictures import label
from rungs.report.svg import drawing, tag

COLUMNS, ROWS, STEP, CELL = 7, 4, 5, 27


def draw() -> Markup:
    visited = list(range(0, COLUMNS * ROWS, STEP))
    parts = []
    for index in range(COLUMNS * ROWS):
        x, y = 8 + index % COLUMNS * CELL, 10 + index // COLUMNS * CELL
        look = "pic-hit" if index in visited else "pic-cell"
        parts.append(tag("rect", x=x, y=y, width=CELL, height=CELL, class_=look))
        parts.append(label(index, x + CELL / 2, y + 18))
    words = [label(f"{index} = {index // COLUMNS} · {COLUMNS} + {index % COLUMNS}", 212, 28 + 20 * i, "start")
             for i, index in enumerate(visited)]
    return drawing(320, 140, f"A matrix of {COLUMNS} columns, walked in steps of {STEP}; beside it each index as a row "
                             "and a column.", *parts, *words)
