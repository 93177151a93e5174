"""What ran on what: a column per setup, a line per fact. Facts come from the rows, and from the environment file."""

from typing import Any

from rungs.data import show
from rungs.data.rows import CEILING_CASES, emptied


def lines_of(setups: list[Any]) -> list[tuple]:
    """[(name, a text per setup)], lines that are empty on all setups left out."""
    columns = [facts_of(setup) for setup in setups]
    lines = [(name, [column[name] for column in columns]) for name in columns[0]]
    return [(name, cells) for name, cells in lines if any(cells)]


def facts_of(setup: Any) -> dict[str, str]:
    """{fact: text, '' where it is not known} of a setup."""
    rows = setup.rows[setup.rows["backend"].isin(("host", "cuda"))]
    on_gpu = setup.rows[setup.rows["backend"] == "cuda"]
    ceilings = emptied(on_gpu[on_gpu["gbps"] > 0]).groupby("case")["gbps"].max()

    def distinct(column: str, rows: Any = rows) -> str:
        """The values of a column, joined: one, unless the rows come from several builds or drivers."""
        return show.plain(", ".join(value for value in dict.fromkeys(rows[column]) if value), 80)

    def number(name: str, unit: str = "", scale: float = 1.0, digits: int = 4) -> str:
        """A number of the environment file; any other text as it is."""
        text = setup.fact(name)
        try:
            return f"{show.significant(float(text) / scale, digits, trim=True)} {unit}".strip()
        except ValueError:
            return show.plain(text, 60)

    return {
        "run": setup.run.name,
        "GPU": show.plain(setup.machine.device, 80) if setup.has_gpu else "",
        "UUID": distinct("device_uuid", on_gpu),
        "host": show.plain(setup.machine.host_device or setup.machine.host, 80),
        "driver": distinct("driver"), "CUDA toolkit": distinct("cuda"),
        "CUDA runtime": show.plain(setup.fact("cuda_runtime"), 20),
        "compiler": distinct("compiler"), "commit": distinct("commit"), "measured": _dates(setup),
        "compute capability": show.plain(setup.fact("compute_capability"), 20),
        "multiprocessors": number("multiprocessors"),
        "L2 cache": number("l2_bytes", "MiB", 2**20), "memory": number("memory_bytes", "GiB", 2**30, 3),
        "datasheet memory rate": number("datasheet_peak_gbps", "GB/s"),
        **{f"measured {case}, best": show.rate(ceilings[case]) if case in ceilings else "" for case in CEILING_CASES},
        "sustained clock": number("sustained_sm_clock_mhz", "MHz"), "clock of the rows, median": _clocks(setup),
        "time of two events with nothing between": number("event_overhead_us", "us"),
        "counters by Nsight Compute": show.plain(", ".join(setup.run.counted_on("ncu")), 60) if setup.counters else "",
        "rows": f"{len(setup.rows)}: " + ", ".join(f"{count} {status}" for status, count
                                                   in setup.rows["status"].value_counts().items()),
        "seed": distinct("seed")}


def _dates(setup: Any) -> str:
    stamps = sorted(filter(None, setup.rows["timestamp"]))
    ends = [show.plain(stamp, 30).replace("T", " ").replace("Z", " UTC") for stamp in (*stamps[:1], *stamps[-1:])]
    return " to ".join(dict.fromkeys(ends))


def _clocks(setup: Any) -> str:
    clocks = setup.rows["sm_clock_mhz"].dropna()
    return f"{clocks.median():.0f} MHz, {clocks.min():.0f} to {clocks.max():.0f}" if len(clocks) else ""
