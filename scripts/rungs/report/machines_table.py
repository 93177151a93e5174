"""What ran on what: a column per setup, a line per fact. Facts come from the rows, and from the environment file."""

from collections.abc import Callable
from typing import Any

from rungs.data import show
from rungs.data.rows import CEILING_CASES, emptied


def lines_of(setups: list[Any]) -> list[tuple]:
    """[(name, a text per setup)], lines that are empty on all setups left out."""
    lines = [(name, [fact(setup) for setup in setups]) for name, fact in _FACTS]
    return [(name, cells) for name, cells in lines if any(cells)]


def _distinct(column: str, backends: tuple[str, ...] = ("host", "cuda"), limit: int = 80) -> Callable:
    """The values of a column, joined: one, unless the rows come from several builds or drivers."""
    def fact(setup: Any) -> str:
        rows = setup.rows[setup.rows["backend"].isin(backends)]
        return show.plain(", ".join(value for value in dict.fromkeys(rows[column]) if value), limit)
    return fact


def _environment(name: str, unit: str = "", scale: float = 1.0, digits: int = 4) -> Callable:
    def fact(setup: Any) -> str:
        text = setup.fact(name)
        try:
            number = float(text) / scale
        except ValueError:
            return show.plain(text, 60)
        return f"{show.significant(number, digits, trim=True)} {unit}".strip()
    return fact


def _dates(setup: Any) -> str:
    stamps = sorted(filter(None, setup.rows["timestamp"]))
    if not stamps:
        return ""
    first, last = (show.plain(stamp, 30).replace("T", " ").replace("Z", " UTC") for stamp in (stamps[0], stamps[-1]))
    return first if first == last else f"{first} to {last}"


def _clocks(setup: Any) -> str:
    clocks = setup.rows["sm_clock_mhz"].dropna()
    if not len(clocks):
        return ""
    return f"{clocks.median():.0f} MHz, {clocks.min():.0f} to {clocks.max():.0f}"


def _counts(setup: Any) -> str:
    counts = setup.rows["status"].value_counts()
    return f"{len(setup.rows)}: " + ", ".join(f"{count} {status}" for status, count in counts.items())


def _ceiling(case: str) -> Callable:
    def fact(setup: Any) -> str:
        rows = emptied(setup.rows[(setup.rows["case"] == case) & (setup.rows["backend"] == "cuda")])
        rows = rows[rows["gbps"] > 0]
        return show.rate(rows["gbps"].max()) if len(rows) else ""
    return fact


_FACTS = [
    ("run", lambda setup: setup.run.name),
    ("GPU", lambda setup: show.plain(setup.machine.device, 80) if setup.has_gpu else ""),
    ("UUID", _distinct("device_uuid", ("cuda",))),
    ("host", lambda setup: show.plain(setup.machine.host_device or setup.machine.host, 80)),
    ("driver", _distinct("driver")),
    ("CUDA toolkit", _distinct("cuda")),
    ("CUDA runtime", lambda setup: show.plain(setup.fact("cuda_runtime"), 20)),
    ("compiler", _distinct("compiler")),
    ("commit", _distinct("commit")),
    ("measured", _dates),
    ("compute capability", lambda setup: show.plain(setup.fact("compute_capability"), 20)),
    ("multiprocessors", _environment("multiprocessors")),
    ("L2 cache", _environment("l2_bytes", "MiB", 2**20)),
    ("memory", _environment("memory_bytes", "GiB", 2**30, 3)),
    ("datasheet memory rate", _environment("datasheet_peak_gbps", "GB/s")),
    *((f"measured {case}, best", _ceiling(case)) for case in CEILING_CASES),
    ("sustained clock", _environment("sustained_sm_clock_mhz", "MHz")),
    ("clock of the rows, median", _clocks),
    ("time of two events with nothing between", _environment("event_overhead_us", "us")),
    ("counters by Nsight Compute", lambda setup: show.plain(", ".join(setup.run.counted_on("ncu")), 60)
     if setup.counters else ""), ("rows", _counts), ("seed", _distinct("seed"))]
