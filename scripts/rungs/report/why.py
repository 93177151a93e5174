"""What binds a kernel and why a step is one: the only place of the page that asks for causes."""

from rungs.profile import evidence

NEAR_LIMIT = 60  # percent of a unit's peak; below it a unit binds nothing
# Units whose share of their own peak is counted, and what to call them.
UNITS = {"dram_throughput_percent": "DRAM", "l2_throughput_percent": "L2", "l1_throughput_percent": "L1",
         "alu_pipe_percent": "ALU", "fma_pipe_percent": "FMA", "xu_pipe_percent": "special functions",
         "lsu_pipe_percent": "load/store", "issue_active_percent": "issue"}


KEY = [*UNITS, "achieved_occupancy_percent", "instructions", "dram_bytes", "l2_sectors"]  # shown without asking


def shares(line: evidence.Line) -> dict[str, float]:
    """{unit: percent of its peak}, the busiest first."""
    found = {unit: line.value(name) for name, unit in UNITS.items()}
    return dict(sorted(((unit, value) for unit, value in found.items() if value is not None),
                       key=lambda pair: -pair[1]))


def bound_by(line: evidence.Line) -> str:
    """'DRAM 91 %' where a unit is near its limit, 'latency' where none is, '' where that was not counted."""
    found = shares(line)
    if not found:
        return ""
    unit, share = next(iter(found.items()))
    return f"{unit} {share:.0f} %" if share >= NEAR_LIMIT else "latency"


def explain(old: evidence.Line, new: evidence.Line) -> str:
    """A sentence on why a step changed the time, '' where the counters do not say."""
    before, after = bound_by(old), bound_by(new)
    if not before or not after:
        return ""
    return f"{before} -> {after}" if before != after else f"still {after}"
