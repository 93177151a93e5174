"""Which variant was timed at which sizes.

A size counts once, whatever the parameters and the state of the caches, and only where a row has a time: its status is
ok or unstable, and it is not of the simulator. Where all rows of a size have none, the size is shown with the reason
and does not count. The standard library alone.
"""

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data import listing
from rungs.data.errors import RowsError
from rungs.data.markdown import fixed_width
from rungs.data.records import SMALLEST, number, shown
from rungs.data.row_format import read_texts
from rungs.data.show import plain

COLUMNS = ("case", "variant", "backend", "status", "message", "size", "time_median_us")
TIMED = ("ok", "unstable")
_ROW_SIZE = re.compile(r"[1-9]\d{0,9}(x[1-9]\d{0,9})*", re.ASCII)  # as bench writes it
HEAD = ["variant", "where", "sizes", "which"]
UNLISTED = "Not in bench --list (written in Python: `rungs bench --load cases` runs them):"


@dataclass
class Variant:
    """A variant, where it is timed, and of each size why it has no time there: '' where it has one."""

    name: str
    backend: str
    listed: bool = False
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def timed(self) -> list[str]:
        """The sizes at which it was timed, by the number of their elements."""
        return [size for size in sorted(self.reasons, key=_sides) if not self.reasons[size]]


def _sides(size: str) -> tuple:
    sides = [int(side) for side in size.split("x")]
    return math.prod(sides), sides


def count(bench: str, paths: list[Path]) -> list[Variant]:
    """The Variants that a program lists, in its order, then those that only files of rows know. Raises RowsError."""
    found = {variant.name: Variant(variant.name, "host" if "host" in variant.backends else "cuda", listed=True)
             for variant in listing.read(bench)}
    if not found:
        raise RowsError(f"--bench={bench}: it has no variants; expected one or more in bench --list")
    for row in (row for path in paths for row in _read(path)):
        name, size = f"{row['case']}/{row['variant']}", row["size"]
        reason, reasons = _reason(row), found.setdefault(name, Variant(name, row["backend"])).reasons
        reasons[size] = reason and reasons.get(size, reason)
    return list(found.values())


def _read(path: Path) -> list[dict[str, str]]:
    """The rows of a file that can have a time; raises RowsError naming file and line."""
    rows = read_texts(path, COLUMNS, "the rows of bench --out")
    for line, row in rows:
        if not _ROW_SIZE.fullmatch(row["size"]):
            raise RowsError(f"{path}:{line}: size is {shown(row['size'])}; expected one like 1920x1080")
        if row["time_median_us"]:
            number(f"{path}:{line}", "time_median_us", row["time_median_us"], SMALLEST)
    return [row for _, row in rows if row["backend"] != "simulator"]


def _reason(row: dict[str, str]) -> str:
    """Why a row has no time; empty where it has one."""
    if row["status"] in TIMED:
        return "" if row["time_median_us"] else "verified, not timed"
    return f"{row['status']}: {row['message']}" if row["message"] else row["status"]


def fewer(variants: list[Variant], least: int) -> list[Variant]:
    """The listed variants that were timed at fewer sizes than `least`."""
    return [variant for variant in variants if variant.listed and len(variant.timed) < least]


def text(variants: list[Variant], least: int) -> list[str]:
    """Lines: a table of all variants, the reasons below it, and how many were timed at `least` sizes."""
    notes: dict[str, int] = {}
    table = [[plain(variant.name), plain(variant.backend), str(len(variant.timed)), _sizes(variant, notes)]
             for variant in variants]
    lines = fixed_width([HEAD, *table], len(HEAD))
    known = sum(variant.listed for variant in variants)
    if known < len(variants):
        lines[known + 1:known + 1] = ["", UNLISTED]
    lines += ["", *(f"[{number}] {plain(reason)}" for reason, number in notes.items())] if notes else []
    return [*lines, "", f"{known - len(fewer(variants, least))} of {known} variants of bench --list were timed at "
                        f"{least} or more sizes."]


def _sizes(variant: Variant, notes: dict[str, int]) -> str:
    """'64x48, 256x192; not timed: 640x360 [1]'; a reason that is new goes into `notes` with its number."""
    untimed = [f"{size} [{notes.setdefault(variant.reasons[size], len(notes) + 1)}]"
               for size in sorted(variant.reasons, key=_sides) if variant.reasons[size]]
    parts = [", ".join(variant.timed), "not timed: " + ", ".join(untimed) if untimed else ""]
    return "; ".join(filter(None, parts)) or "no row"
