"""One way to write times, rates, percentages and names; and text and tables as Markdown, or as plain text."""

import html
import math
import re
from typing import Any

_SAFE = re.compile(r"[\w/.+=:;-]+", re.ASCII)  # what a code span in a table shows as it is
NOTHING = "–"


def significant(value: float, digits: int, trim: bool = False) -> str:
    """A number with so many significant digits, or all before the point; `trim` drops zeros after it."""
    if not value:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    rounded = round(value, digits - 1 - magnitude)
    magnitude = math.floor(math.log10(abs(rounded)))  # 9.996 became 10.0
    text = f"{value:.{max(digits - 1 - magnitude, 0)}f}"
    return text.rstrip("0").rstrip(".") if trim and "." in text else text


def _scaled(value: float, units: list[tuple], trim: bool = False) -> str:
    factor, unit = next((one for one in units if round(value / one[0], 3) >= 1), units[-1])
    return f"{significant(value / factor, 3, trim)} {unit}"


def time(us: float, trim: bool = False) -> str:
    """Microseconds as '344 us', '18.8 ms' or '1.50 s'; `trim` for figures that others rounded."""
    return _scaled(us, [(1e6, "s"), (1e3, "ms"), (1, "us")], trim)


def rate(gbps: float) -> str:
    """GB/s as '1.22 TB/s', '22.3 GB/s' or '270 MB/s'."""
    return _scaled(gbps, [(1e3, "TB/s"), (1, "GB/s"), (1e-3, "MB/s")])


def operations(gops: float) -> str:
    """Gop/s as '1.22 Top/s', '22.3 Gop/s' or '270 Mop/s'."""
    return _scaled(gops, [(1e3, "Top/s"), (1, "Gop/s"), (1e-3, "Mop/s")])


def percent(value: float) -> str:
    """'39 %', '7.2 %', '0.7 %'."""
    if value >= 99.5:
        return f"{value:.0f} %"
    return f"{significant(value, 1 if 0.1 <= value < 1 else 2)} %"


def spread(value: float) -> str:
    """Percent on both sides as '± 0.3 %', '' of NaN, which is unknown."""
    return "" if math.isnan(value) else f"± {percent(value)}"


def times(value: float) -> str:
    """A gain with three digits: '1.32x', '29.4x', '0.0147x'."""
    return f"{significant(value, 3)}x"


def gain(ratio: float) -> str:
    """A ratio of two times in words: '1.54x faster', '3.50x slower' below 1, 'as fast' where they are within 0.5 %."""
    if abs(math.log(ratio)) < math.log(1.005):
        return "as fast"
    return f"{significant(max(ratio, 1 / ratio), 3)}x {'faster' if ratio > 1 else 'slower'}"


def plain(text: str, limit: int = 0) -> str:
    """Text of a file as one printable line, cut to `limit` characters (0: not cut)."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(printable.split())
    return line if not limit or len(line) <= limit else line[: limit - 1] + "…"


def problem_name(size: str, params: str, limit: int = 90) -> str:
    """'10240x10240, repeater=100', cut to `limit` characters (0: not cut)."""
    return plain(", ".join(filter(None, [size, params.replace(";", ", ")])), limit)


def machine_name(machine: Any) -> str:
    """'NVIDIA H100, host Intel Xeon'."""
    host = f", host {plain(machine.host_device, 45)}" if machine.host_device else ""
    return plain(machine.device, 45) + host


def distinct_names(names: list[str], *more: list[str]) -> list[str]:
    """The names, and behind equal ones as many of the words in `more` (lists as long as `names`) as tell them apart."""
    for words in more:
        alike = [{word for other, word in zip(names, words) if other == name} for name in names]
        names = [f"{name}, {word}" if len(found) > 1 else name for name, word, found in zip(names, words, alike)]
    return names


def escape(text: str) -> str:
    """Text of a file as Markdown that shows it and does nothing else."""
    text = html.escape(plain(text), quote=False)
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
