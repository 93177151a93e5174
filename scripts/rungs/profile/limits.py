"""The classes of what limits a kernel: one word for each row, and a text for its badge.

Where a row has no counters, the class is that of the bus for what is compared with a copy over it, else NOT_COUNTED."""

from collections.abc import Mapping, Sequence
from typing import Any

from rungs.data import counter_files
from rungs.data.counter_files import NOT_COUNTED
from rungs.data.row_format import BUS_CEILINGS, CEILING_CASES, SEVERAL_CEILINGS
from rungs.profile.bound import NEAR, PEAKS, Ceiling
from rungs.profile.counters import BY_NAME

CLASSES = {"issue": "issue slots", "alu": "arithmetic", "dram": "DRAM", "l2": "L2", "smem": "shared memory, L1",
           "few": "too few warps", "wait": "waiting", "atomic": "atomics", "launch": "launches", "bus": "the bus"}
SHOWN = 3  # classes that a line names
# What an experiment names, and the classes of the counters that say the same; those that no experiment changes.
AS_TRIED = {"sm": ("issue", "alu", "smem"), "dram": ("dram",), "l2": ("l2", "atomic"), "few": ("few",),
            "wait": ("wait", "atomic")}
OUTSIDE = ("launch", "bus")
ALIKE = 4  # times: how far the DRAM traffic of a ceiling may be from a variant's that is compared with it


def of(line: Any, row: Mapping | None = None, tried: str = "") -> str:
    """The class, a key of CLASSES or NOT_COUNTED, of an evidence.Line, or of a row alone where `line` is None. `tried`
    is what an experiment names (statistics/why.py), which counts where it is a class; the SM has several."""
    limit = _counted(line, row)
    return tried if tried in CLASSES and limit not in AS_TRIED[tried] and limit not in OUTSIDE else limit


def _counted(line: Any, row: Mapping | None) -> str:
    limit = line.bound.limit if line is not None else NOT_COUNTED
    case, variant, ceiling = (row[name] if row is not None else getattr(line, name, "")
                              for name in ("case", "variant", "ceiling"))
    return "bus" if on_bus(case, variant, ceiling) and (limit == NOT_COUNTED or case in CEILING_CASES) else limit


def words(classes: Sequence[str]) -> str:
    """The first of some classes as text: 'issue slots; the bus'."""
    return "; ".join(CLASSES[name] for name in classes[:SHOWN])


def badge(line: Any, row: Mapping | None = None, tried: str = "") -> str:
    """'DRAM 99 % of a fill', 'too few warps', 'the bus', NOT_COUNTED: what limits an evidence.Line, or a row alone.
    With an experiment also 'issue slots 72 %, as tried', or where it names another limit 'DRAM 66 % of a fill, tried:
    SM'."""
    found = _counted(line, row)
    text = line.bound.badge if line is not None and line.bound.limit == found else CLASSES.get(found, NOT_COUNTED)
    if not tried or found in OUTSIDE:
        return text
    return f"{text}, as tried" if found in AS_TRIED[tried] else f"{text}, tried: {CLASSES.get(tried, 'SM')}"


def on_bus(case: str, variant: str, ceiling: str) -> bool:
    """Whether a row is compared with a copy over the bus, or is such a copy."""
    own = case in CEILING_CASES and variant.rpartition("/")[2].startswith(tuple(BUS_CEILINGS))
    return own or ceiling.endswith(tuple(BUS_CEILINGS.values()))


def ceilings(counters: Mapping[tuple, Mapping]) -> list[tuple[float, float, Ceiling]]:
    """(bytes of DRAM traffic, share of reads in it, Ceiling) of each counted fill, copy and read of a run that DRAM
    binds; `counters` as counter_files.read returns them."""
    found = []
    for (case, variant, *_), of_key in counters.items():
        if case not in CEILING_CASES or on_bus(case, variant, ""):
            continue
        metrics = counter_files.values(of_key)
        dram, l2 = (BY_NAME[f"{name}_throughput_percent"].value(metrics) for name in ("dram", "l2"))
        moved, reads = _traffic(metrics)
        if moved and l2 and dram and dram >= NEAR:  # one that stays in the L2 says nothing of DRAM
            found.append((moved, reads, Ceiling(case, dram, l2)))
    return found


def nearest(found: list[tuple[float, float, Ceiling]], names: str, metrics: Mapping[str, float]) -> Ceiling:
    """Of the counted ceilings that a row is compared with (its column `ceiling`) and that move about as much, the one
    whose reads are most nearly the same share of it, and then that which reaches most; PEAKS where there is none."""
    wanted = CEILING_CASES if names == SEVERAL_CEILINGS else names.split("+")
    traffic, share = _traffic(metrics)
    fits = [(round(abs(reads - share), 1), -one.dram, one) for moved, reads, one in found
            if one.name in wanted and moved / ALIKE < traffic < moved * ALIKE]
    return min(fits, key=lambda one: one[:2])[2] if fits else PEAKS


def _traffic(metrics: Mapping[str, float]) -> tuple[float, float]:
    """(bytes that DRAM moves, the share of reads in it)."""
    moved, reads = (BY_NAME[name].value(dict(metrics)) or 0.0 for name in ("dram_bytes", "dram_read_bytes"))
    return moved, reads / moved if moved else 0.0
