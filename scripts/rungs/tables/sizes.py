"""Which variant was timed at which sizes.

A size counts once, whatever the parameters and the state of the caches, and only where a row has a time: its status is
ok or unstable, and it is not of the simulator. Where all rows of a size have none, the size is shown with the reason
and does not count. The standard library alone.
"""

import math
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data import listing
from rungs.data.errors import RowsError
from rungs.data.records import SMALLEST, number, read_records, shown

COLUMNS = ("case", "variant", "backend", "status", "message", "size", "time_median_us")
TIMED = ("ok", "unstable")
_ROW_SIZE = re.compile(r"[1-9]\d{0,9}(x[1-9]\d{0,9})*", re.ASCII)  # as bench writes it
WIDTH = 120  # of a line of the table
UNLISTED = "Not in bench --list (written in Python: `rungs bench --load cases` runs them):"


@dataclass
class Variant:
    """A variant, where it is timed, and its sizes: `timed` in a list, `untimed` with the reason of each."""

    name: str
    backend: str
    listed: bool = True
    timed: list = field(default_factory=list)
    untimed: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What a row says of a variant's size: `reason` is empty where it has a time."""

    name: str
    backend: str
    size: str
    reason: str = ""


def listed(bench: str) -> list[tuple]:
    """[(name, backend)] of the variants that a program lists: 'host', or 'cuda' for all else. Raises RowsError."""
    found = [(variant.name, "host" if "host" in variant.backends else "cuda") for variant in listing.read(bench)]
    if not found:
        raise RowsError(f"--bench={bench}: it has no variants; expected one or more in bench --list")
    return found


def read(path: Path) -> list[Result]:
    """The Results of a file of rows, in its order; raises RowsError naming file and line."""
    header, body = read_records(path)
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        raise RowsError(f"{path}:1: no column {', '.join(missing)}; expected the rows of bench --out")
    results = []
    for line, fields in body:
        row = dict(zip(header, fields))
        if not _ROW_SIZE.fullmatch(row["size"]):
            raise RowsError(f"{path}:{line}: size is {shown(row['size'])}; expected one like 1920x1080")
        if row["time_median_us"]:
            number(f"{path}:{line}", "time_median_us", row["time_median_us"], SMALLEST)
        if row["backend"] != "simulator":
            results.append(Result(f"{row['case']}/{row['variant']}", row["backend"], row["size"], _reason(row)))
    return results


def _reason(row: dict[str, str]) -> str:
    """Why a row has no time; empty where it has one."""
    if row["status"] in TIMED:
        return "" if row["time_median_us"] else "verified, not timed"
    return f"{row['status']}: {row['message']}" if row["message"] else row["status"]


def count(variants: list[tuple], results: list[Result]) -> list[Variant]:
    """The Variants of `variants` (as `listed` gives them), in that order, then those that only `results` know."""
    found = {name: Variant(name, backend) for name, backend in variants}
    for result in results:
        variant = found.setdefault(result.name, Variant(result.name, result.backend, listed=False))
        if not result.reason and result.size not in variant.timed:
            variant.timed.append(result.size)
        if result.reason:
            variant.untimed.setdefault(result.size, result.reason)
    for variant in found.values():
        variant.timed.sort(key=_sides)
        variant.untimed = {size: variant.untimed[size] for size in sorted(variant.untimed, key=_sides)
                           if size not in variant.timed}
    return list(found.values())


def _sides(size: str) -> tuple:
    """What sizes are sorted by: the number of elements, then the sides."""
    sides = [int(side) for side in size.split("x")]
    return math.prod(sides), sides


def fewer(variants: list[Variant], least: int) -> list[Variant]:
    """The listed variants that were timed at fewer sizes than `least`."""
    return [variant for variant in variants if variant.listed and len(variant.timed) < least]


def text(variants: list[Variant], least: int) -> list[str]:
    """Lines: a table of all variants, the reasons below it, and how many were timed at `least` sizes."""
    notes = {}
    name_width = max(len(_plain(variant.name)) for variant in variants)
    lines = [f"{'variant':<{name_width}}  where  number of sizes, and which"]
    for place, variant in enumerate(variants):
        if not variant.listed and (place == 0 or variants[place - 1].listed):
            lines += ["", UNLISTED]
        head = f"{_plain(variant.name):<{name_width}}  {_plain(variant.backend):<5}  {len(variant.timed):>2}  "
        lines += textwrap.wrap(head + _sizes(variant, notes), max(WIDTH, len(head) + 40), drop_whitespace=True,
                               subsequent_indent=" " * len(head), break_long_words=False, break_on_hyphens=False)
    lines += ["", *(f"[{number}] {_plain(reason)}" for reason, number in notes.items())] if notes else []
    known = sum(variant.listed for variant in variants)
    return [*lines, "", f"{known - len(fewer(variants, least))} of {known} variants of bench --list were timed at "
                        f"{least} or more sizes."]


def _sizes(variant: Variant, notes: dict[str, int]) -> str:
    """'64x48, 256x192; not timed: 640x360 [1]'; a reason that is new goes into `notes` with its number."""
    untimed = [f"{size} [{notes.setdefault(reason, len(notes) + 1)}]" for size, reason in variant.untimed.items()]
    parts = [", ".join(variant.timed), "not timed: " + ", ".join(untimed) if untimed else ""]
    return "; ".join(filter(None, parts)) or "no row"


def _plain(words: str) -> str:
    """Text of a file as one line of printable ASCII."""
    return " ".join("".join(c if c.isascii() and c.isprintable() else " " for c in words).split())
