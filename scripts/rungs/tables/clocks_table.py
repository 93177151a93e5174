"""bench's times and those by other tools' clocks, as a table for a README."""

from pathlib import Path

import pandas as pd

from rungs.data import clock_files, show
from rungs.data.errors import RowsError
from rungs.data.markdown import code, escape, markdown
from rungs.data.rows import Machine, commits
from rungs.tables.chosen import NotThere
from rungs.tables.tables import time_cell

CACHES = ("cold", "dirty", "hot")
TITLES = {"ncu": "Nsight Compute", "nvbench_cold": "NVBench", "nvbench_batch": "NVBench batch",
          "do_bench": "`do_bench`"}


def table(machine: Machine, paths: list[Path], case: str = "") -> list[str]:
    """A Markdown table with one line for each kernel (of a case) in the first of the files of times, in its order;
    further files add columns. `machine` is a rows.Machine. A cell is empty where something was not measured. Raises
    NotThere, and RowsError for files that are broken or of another GPU."""
    used = _joined(machine, paths)
    first = [timing for timing in clock_files.read(paths[0]) if case in ("", timing.case)]
    kernels = dict.fromkeys(timing.kernel for timing in first)
    if not kernels:
        raise NotThere(f"no times with case={case}; there are "
                       f"{', '.join(dict.fromkeys(timing.case for timing in used.values()))}")
    used = {key: timing for key, timing in used.items() if key[0] in kernels}
    rows = {(key, row["cache"]): row for _, row in machine.rows.iterrows()
            if (key := (row["case"], row["variant"], row["size"], row["params"])) in kernels}
    if not rows:
        raise NotThere("no row is of a kernel in these times")
    lines = []
    for case, variant, size, params in kernels:
        kernel = case, variant, size, params
        lines.append([f"{code(f'{case}/{variant}')} {escape(show.problem_name(size, params))}",
                      *(_row_cell(rows.get((kernel, cache))) for cache in CACHES),
                      *(show.time(used[kernel, clock].time_us) if (kernel, clock) in used else "" for clock in TITLES)])
    caption = ["cold, dirty and hot: bench's medians", show.machine_name(machine),
               *dict.fromkeys(show.plain(timing.tool, 60) for timing in used.values()),
               *commits(row["commit"] for row in rows.values())]
    return [*markdown(["kernel and size", *CACHES, *TITLES.values()], lines), "", "; ".join(map(escape, caption))]


def _joined(machine: Machine, paths: list[Path]) -> dict[tuple, clock_files.Timing]:
    """The times of all files by kernel and clock; no two may be of one, and all are of the machine's GPU."""
    found: dict[tuple, tuple] = {}
    for path in paths:
        for timing in clock_files.read(path):
            if timing.gpu != machine.device:
                raise RowsError(f"{path}: measured on {timing.gpu!r}, the rows on {machine.device!r}; expected one GPU")
            first, _ = found.setdefault((timing.kernel, timing.clock), (path, timing))
            if first is not path:
                raise RowsError(f"{path}: {'/'.join(timing.kernel[:2])} by {timing.clock} is also in {first}; expected "
                                "each kernel and clock once")
    return {key: timing for key, (_, timing) in found.items()}


def _row_cell(row: pd.Series | None) -> str:
    if row is None:
        return ""
    if not row["time_median_us"] > 0:
        return "" if row["status"] == "ok" else row["status"]
    return time_cell(row)
