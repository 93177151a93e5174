"""Text and tables as Markdown that shows them and does nothing else, and tables as plain text."""

import html
import re

from rungs.data import show

_SAFE = re.compile(r"[\w/.+=:;-]+", re.ASCII)  # what a code span in a table shows as it is
NOTHING = "–"


def escape(text: str) -> str:
    """Text of a file as Markdown that shows it and does nothing else."""
    text = html.escape(show.plain(text), quote=False)
    return re.sub(r"([\\`*_\[\]|$~])", r"\\\1", text)


def code(name: str) -> str:
    """A name in code letters, or escaped where it holds what a code span in a table cannot."""
    return f"`{name}`" if _SAFE.fullmatch(name) else escape(name)


def markdown(head: list[str], lines: list[list], left: tuple = (0,)) -> list[str]:
    """A table from a list of headings and lists of cells; all columns but those of these numbers are right-aligned."""
    rule = ["---" if place in left else "---:" for place in range(len(head))]
    return ["| " + " | ".join(cells) + " |" for cells in (head, rule, *lines)]


def fixed_width(table: list[list[str]], left: int) -> list[str]:
    """Lines of text for a list of lists of cells; the first `left` columns are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*table)]
    return ["  " + "  ".join(cell.ljust(width) if place < left else cell.rjust(width)
                             for place, (cell, width) in enumerate(zip(cells, widths))).rstrip() for cells in table]
