"""Readable counters of a variant, made from Nsight Compute's metrics. The only place that knows the metrics' names.

A counter is made from a dict of metrics {name: value} in ncu's base units, to which the row's own figures are added
under ROW_BYTES and ROW_TIME. Where a chip lacks a metric the counter has no value. Ratios are made from sums where ncu
gives the sums, so that they stay right when a variant's kernels are added up.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from rungs.profile.ncu import DURATION, KERNELS

CLOCK = "smsp__cycles_elapsed.avg.per_second"  # of the multiprocessors
# The least bytes of the problem; the median time less that of an empty pair of events.
ROW_BYTES, ROW_TIME = "row.bytes", "row.time_us"



@dataclass(frozen=True)
class Counter:
    """One column of the evidence."""

    name: str      # of the column, unit included
    label: str     # in a sentence
    unit: str      # 'bytes', 'us', '%', or '' for a count or a ratio
    least: float   # a smaller change is none, in its unit; 0 for percent
    formula: Callable | str  # of the metrics, or the name of one

    def value(self, metrics: dict[str, float]) -> float | None:
        """The counter's value, or None where a metric is missing or nothing was there to divide by."""
        try:
            value = metrics[self.formula] if isinstance(self.formula, str) else self.formula(metrics)
        except (KeyError, ZeroDivisionError):
            return None
        return value if math.isfinite(value) else None


def _amount(name: str, label: str, least: float, formula: Callable | str, unit: str = "") -> Counter:
    return Counter(name, label, unit, least, formula)


def _share(name: str, label: str, formula: Callable | str) -> Counter:
    return Counter(name, label, "%", 0, formula)


def _sum(*names: str) -> Callable:
    return lambda m: sum(m[name] for name in names)


def _global(what: str, *operations: str) -> Callable:
    """Sectors or requests of global memory in the first-level cache: ld, st, atom, red."""
    return _sum(*(f"l1tex__t_{what}_pipe_lsu_mem_global_op_{operation}.sum" for operation in operations))


def _sectors_a_request(*operations: str) -> Callable:
    """Sectors (32 bytes) that a warp's instruction touches; 4 is the best for four bytes per thread, 32 the worst."""
    return lambda m: _global("sectors", *operations)(m) / _global("requests", *operations)(m)


def _l2_hit(m: dict) -> float:
    """Hits over lookups; where the lookups are not counted, ncu's own rate."""
    if "lts__t_sectors_lookup_miss.sum" in m:
        hits = m["lts__t_sectors_lookup_hit.sum"]
        return 100 * hits / (hits + m["lts__t_sectors_lookup_miss.sum"])
    return m["lts__t_sector_hit_rate.pct"]


def _dram(direction: str) -> Callable:
    """DRAM bytes 'read' or 'write'; compute capability 12.0 has another name for them."""
    names = f"dram__bytes_{direction}.sum", f"dram__bytes_op_{direction}.sum"
    return lambda m: m[names[0]] if names[0] in m else m[names[1]]


def _dram_both(m: dict) -> float:
    return _dram("read")(m) + _dram("write")(m)


def _shared_wavefronts(m: dict) -> float:
    """Also shuffles and reads of special registers are counted as wavefronts of shared memory: a kernel that does not
    use it has none."""
    used = sum(m.get(f"smsp__inst_executed_op_shared_{name}.sum", 1) for name in ("ld", "st", "atom"))
    return m["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"] if used else 0


_STALL, _STALL_END = "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio"
_PIPE, _THREAD = "smsp__inst_executed_pipe_{}.sum", "smsp__sass_thread_inst_executed_op_{}_pred_on.sum"
_LIMITS = ("blocks", "registers", "shared_mem", "warps")

TIME = [
    _amount("kernels", "kernels", 1, KERNELS),
    _amount("kernel_time_us", "kernel time", 1, lambda m: m[DURATION] / 1e3, "us"),
    _share("kernel_time_percent", "kernels' share of the time", lambda m: 100 * m[DURATION] / 1e3 / m[ROW_TIME]),
]
MEMORY = [
    _amount("dram_bytes", "DRAM traffic", 1e6, _dram_both, "bytes"),
    *(_amount(f"dram_{what}_bytes", f"DRAM {what}s", 1e6, _dram(what), "bytes") for what in ("read", "write")),
    _amount("dram_over_work", "DRAM traffic over the work's bytes", 0.1, lambda m: _dram_both(m) / m[ROW_BYTES]),
    _amount("l1_sectors", "L1 sectors", 1e5, _global("sectors", "ld", "st")),
    _amount("l2_sectors", "L2 sectors", 1e5, "lts__t_sectors.sum"),
    *(_amount(f"l2_{what}_sectors", f"L2 sectors {label}", 1e5, f"lts__t_sectors_op_{what}.sum")
      for what, label in (("read", "read"), ("write", "written"))),
    _share("l2_hit_percent", "L2 hit rate", _l2_hit),
    _share("l1_hit_percent", "L1 hit rate", "l1tex__t_sector_hit_rate.pct"),
]
_ACCESSES = (("load", "ld"), ("store", "st"), ("atomic", "atom"))
COALESCING = [
    *(_amount(f"sectors_a_{what}_request", f"sectors per {what} request", 0.5,
              _sectors_a_request(short)) for what, short in _ACCESSES[:2]),
    *(_amount(f"bytes_used_a_{what}_sector", f"bytes used per 32-byte sector ({what}s)", 1,
              f"smsp__sass_average_data_bytes_per_sector_mem_global_op_{short}.ratio")
      for what, short in _ACCESSES[:2]),
    *(_amount(f"{what}_requests", f"{what} requests", 1e4, _global("requests", short))
      for what, short in _ACCESSES[:2]),
    _amount("async_copies", "asynchronous copies", 1e4, "smsp__inst_executed_op_ldgsts.sum"),
]
ATOMICS = [
    _amount("atomic_requests", "atomic requests", 1e3, _global("requests", "atom", "red")),
    _amount("atomic_sectors", "atomics at the L2", 1e3, _global("sectors", "atom", "red")),
    _amount("sectors_an_atomic_request", "sectors per atomic request", 0.5, _sectors_a_request("atom", "red")),
    _amount("l2_atomic_sectors", "L2 atomic sectors", 1e3,
            _sum("lts__t_sectors_op_atom.sum", "lts__t_sectors_op_red.sum")),
    *(_share(f"{name}l2_atomic_unit_percent", f"cycles of the {label}",
             f"lts__d_atomic_input_cycles_active.{which}.pct_of_peak_sustained_elapsed")
      for name, label, which in (("", "L2's atomic units", "avg"), ("busiest_", "busiest atomic unit", "max"))),
]
SHARED_AND_LOCAL = [
    _amount("shared_wavefronts", "shared memory wavefronts", 1e4, _shared_wavefronts),
    _amount("bank_conflicts", "bank conflicts", 1e4,
            _sum(*(f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{short}.sum" for _, short in _ACCESSES))),
    *(_amount(f"shared_{what}s", f"shared memory {what}s", 1e4,
              f"smsp__inst_executed_op_shared_{short}.sum") for what, short in _ACCESSES),
    _amount("local_instructions", "local memory instructions", 1e3,
            _sum("smsp__inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_st.sum")),
    _amount("local_sectors", "local memory sectors", 1e3,
            _sum("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum")),
]
PIPES = {"alu": "ALU", "fma": "FMA", "fmaheavy": "heavy FMA", "xu": "special function", "lsu": "load/store",
         "fp64": "double precision", "uniform": "uniform", "adu": "address and barrier", "cbu": "branch",
         "tex": "texture", "tensor": "tensor core"}
# Instructions are a warp's; those under thread_ count each of its active threads.
INSTRUCTIONS = [
    _amount("instructions", "instructions", 1e4, "smsp__inst_executed.sum"),
    *(_amount(f"{pipe}_instructions", f"{label} instructions", 1e4, _PIPE.format(pipe))
      for pipe, label in PIPES.items()),
    *(_amount(f"thread_{kind}_operations", f"{label} operations", 1e5, _THREAD.format(kind))
      for kind, label in (("integer", "integer"), ("fp32", "float"), ("conversion", "conversion"),
                          ("control", "control flow"))),
    _amount("thread_operations", "arithmetic operations", 1e5,
            _sum(*(_THREAD.format(kind) for kind in ("integer", "fp32", "conversion")))),
]
LATENCY = [
    _share("achieved_occupancy_percent", "achieved occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"),
    _share("theoretical_occupancy_percent", "theoretical occupancy", "sm__maximum_warps_per_active_cycle_pct"),
    _amount("eligible_warps", "eligible warps per cycle", 0.1, "smsp__warps_eligible.avg.per_cycle_active"),
    _share("issue_active_percent", "cycles with an issue", "smsp__issue_active.avg.pct_of_peak_sustained_active"),
]
LAUNCH = [
    _amount(name, label, 1, metric, unit) for name, label, metric, unit in (
        ("registers", "registers per thread", "launch__registers_per_thread", ""),
        ("block_size", "threads per block", "launch__block_size", ""),
        ("grid_size", "blocks", "launch__grid_size", ""),
        ("waves_per_multiprocessor", "waves per multiprocessor", "launch__waves_per_multiprocessor", ""),
        ("shared_static_bytes", "static shared memory per block", "launch__shared_mem_per_block_static", "bytes"),
        ("shared_dynamic_bytes", "dynamic shared memory per block", "launch__shared_mem_per_block_dynamic", "bytes"))
]
THROUGHPUT = [
    _share(f"{unit}_throughput_percent", f"{label} throughput",
           f"{metric}__throughput.avg.pct_of_peak_sustained_elapsed")
    for unit, label, metric in (("sm", "multiprocessor", "sm"), ("l1", "L1", "l1tex"), ("l2", "L2", "lts"),
                                ("dram", "DRAM", "dram"))
] + [
    _share(f"{pipe}_pipe_percent", f"{label} pipe", f"smsp__inst_executed_pipe_{pipe}.avg.pct_of_peak_sustained_active")
    for pipe, label in PIPES.items()
]


def stall_cycles(metrics: dict[str, float]) -> dict[str, float]:
    """For how many cycles a warp waits for each reason between two of its instructions, {reason: cycles}."""
    return {name[len(_STALL):-len(_STALL_END)]: value for name, value in metrics.items()
            if name.startswith(_STALL) and name.endswith(_STALL_END) and "_not_issued" not in name}


def stall_shares(metrics: dict[str, float]) -> dict[str, float]:
    """What share of its time, in percent, a warp waits for each reason, {reason: percent}, the largest first.

    From the average number of warps that stall for a reason in a cycle with an issue; `selected` is the issue itself.
    """
    found = stall_cycles(metrics)
    total = sum(found.values())
    return {reason: 100 * value / total for reason, value in sorted(found.items(), key=lambda item: -item[1])} \
        if total else {}


STALLS = [
    _share(f"stall_{reason}_percent", f"waiting for {label}", lambda m, reason=reason: stall_shares(m)[reason])
    for reason, label in (
        ("barrier", "a barrier"), ("branch_resolving", "a branch"), ("dispatch_stall", "dispatch"),
        ("drain", "stores to drain"), ("gmma", "matrix instructions"), ("imc_miss", "the constant cache"),
        ("lg_throttle", "the global memory queue"), ("long_scoreboard", "global or local memory"),
        ("math_pipe_throttle", "an arithmetic pipe"), ("membar", "a memory fence"),
        ("mio_throttle", "the shared memory and special function queue"), ("misc", "other reasons"),
        ("no_instruction", "the next instruction"), ("short_scoreboard", "shared memory or special functions"),
        ("sleeping", "a sleep to end"), ("tex_throttle", "the texture queue"), ("wait", "a fixed latency"))
]

COUNTERS = [*TIME, *MEMORY, *COALESCING, *ATOMICS, *SHARED_AND_LOCAL, *INSTRUCTIONS, *LATENCY, *LAUNCH, *THROUGHPUT,
            *STALLS]
BY_NAME = {counter.name: counter for counter in COUNTERS}


# `selected` issues, `not_selected` could have issued: neither is waiting.
NO_WAIT = ("selected", "not_selected")


def top_stall(metrics: dict) -> tuple:
    """The reason for which warps wait most, and its share in percent; ('', None) where stalls were not counted."""
    waits = {reason: share for reason, share in stall_shares(metrics).items() if reason not in NO_WAIT}
    return next(iter(waits.items()), ("", None))


def limited_by(metrics: dict) -> str:
    """What keeps more blocks off a multiprocessor ('registers', or several with '+'), '' where it was not counted."""
    limits = {name: metrics[f"launch__occupancy_limit_{name}"] for name in _LIMITS
              if f"launch__occupancy_limit_{name}" in metrics}
    return "+".join(name for name, limit in limits.items() if limit == min(limits.values()))
