"""What `bench --why` writes: the times of a variant with less of one resource at a time.

A line is a visit: some cold samples under one arrangement. `supply` is the share of the resource that was left,
counted (multiprocessors, resident blocks) or measured (what an antagonist did not take of DRAM or the L2). A placebo is
the same arrangement with an idle antagonist, or without a cap. A line with a note has no figures: it says why there are
none."""

from dataclasses import dataclass, field
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, KEY, check_word, lines_of_rows, number, shown

RESOURCES = {"sm": "SM", "dram": "DRAM", "l2": "L2", "occupancy": "occupancy"}
OWN = ["resource", "level", "supply", "placebo", "visit", "time_median_us", "time_low_us", "time_high_us", "samples",
       "note"]
COLUMNS = [*KEY, DEVICE, *OWN]
KINDS = {"yes": True, "no": False}


@dataclass(frozen=True)
class Visit:
    """One visit; shares from 0 to 1, the median time in microseconds."""

    level: float  # that was asked for
    supply: float
    placebo: bool
    time_us: float


@dataclass
class Visits:
    """Those of one resource, in their order; or why there are none."""

    visits: list[Visit] = field(default_factory=list)
    note: str = ""


def read(path: Path) -> dict[tuple, dict[str, Visits]]:
    """{(*KEY, DEVICE): {resource: visits}} of a file; raises RowsError."""
    found: dict[tuple, dict[str, Visits]] = {}
    numbers: set[tuple] = set()
    for where, key, fields in lines_of_rows(path, OWN):
        own = dict(zip(OWN, fields))
        check_word(where, "resource", own["resource"], RESOURCES)
        resource, number_of_visit = own["resource"], own["visit"]
        of = found.setdefault(key, {}).setdefault(resource, Visits())
        if own["note"]:
            of.note = own["note"]
            continue
        check_word(where, "placebo", own["placebo"], KINDS)
        if (*key, resource, number_of_visit) in numbers:
            raise RowsError(f"{where}: visit {shown(number_of_visit)} of {resource} appears twice; expected one")
        numbers.add((*key, resource, number_of_visit))
        of.visits.append(_visit(where, own))
    if not found:
        raise RowsError(f"{path}: no visits; expected a line or more below the header")
    return found


def _visit(where: str, own: dict[str, str]) -> Visit:
    level, supply = (number(where, name, own[name], 1e-3, 1) for name in ("level", "supply"))
    time, low, high, *_ = (number(where, name, own[name], least) for name, least in (
        ("time_median_us", 1e-3), ("time_low_us", 1e-3), ("time_high_us", 1e-3), ("visit", 0), ("samples", 1)))
    if not low <= time <= high:
        raise RowsError(f"{where}: time_median_us is {time:g}; expected one from time_low_us to time_high_us, "
                        f"{low:g} to {high:g}")
    return Visit(level, supply, KINDS[own["placebo"]], time)
