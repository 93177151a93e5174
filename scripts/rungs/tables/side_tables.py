"""Files next to rows, as tables for a README: times by other tools' clocks, further figures of a case."""

from pathlib import Path

import pandas as pd

from rungs.data import clock_files, show
from rungs.data.errors import RowsError
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import shown, split_params
from rungs.data.rows import Machine, commits
from rungs.data.sweep import SIZE, ordered
from rungs.tables.tables import NotThere, time_cell

CACHES = ("cold", "dirty", "hot")
TITLES = {"ncu": "Nsight Compute", "nvbench_cold": "NVBench", "nvbench_batch": "NVBench batch",
          "do_bench": "`do_bench`"}


def clocks_table(machine: Machine, paths: list[Path]) -> list[str]:
    """A Markdown table with one line for each kernel in the first of the files of times, in its order; further files
    add columns. `machine` is a rows.Machine. A cell is empty where something was not measured. Raises NotThere, and
    RowsError for files that are broken or of another GPU."""
    used = _joined(machine, paths)
    kernels = dict.fromkeys(timing.kernel for timing in clock_files.read(paths[0]))
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


def metrics_table(machine: Machine, rows: pd.DataFrame, wants: dict[str, str]) -> list[str]:
    """A Markdown table of the figures of a machine's `rows`, as claim_files.load has them: a line per value of the
    parameter by=, or of by=size, or else per variant, and a column for each figure of each variant. `wants` may have by
    and columns, the figures to show in their order. Raises NotThere, also where the rows are of several problems but
    for `by`."""
    by, chosen = wants.get("by", ""), wants["columns"].split(",") if "columns" in wants else []
    known: dict[str, None] = {}
    settings: dict[tuple, None] = {}
    lines: dict[str, dict] = {}
    for _, row in rows.iterrows():
        known |= dict.fromkeys(row["metrics"])
        figures = {name: row["metrics"][name] for name in chosen or row["metrics"] if name in row["metrics"]}
        has = split_params(row["params"])
        if not figures or by not in {"", SIZE, *has}:
            continue
        value = {"": row["variant"], SIZE: row["size"]}.get(by) or has[by]
        others = ";".join(f"{name}={one}" for name, one in has.items() if name != by)
        settings[row["size"] if by != SIZE else "", others] = None
        lines.setdefault(value, {}).update({(row["variant"] if by else "", name, unit): number
                                            for name, (number, unit) in figures.items()})
    if missing := [name for name in chosen if known and name not in known]:
        raise NotThere(f"columns={wants['columns']}: no figure {shown(missing[0])}; expected some of "
                       f"{', '.join(known)}")
    if not lines:
        raise NotThere(f"no figures with {', '.join(f'{name}={value}' for name, value in wants.items())}")
    problems = [show.problem_name(size, params, 0).strip(", ") for size, params in settings]
    if len(problems) > 1:
        raise NotThere(f"figures of several problems: {shown(problems[0])} and {shown(problems[1])}; expected one: say "
                       "more with size= or params=")
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    named = list(dict.fromkeys(variant for variant, _, _ in columns if variant))
    several = len(named) > 1
    head = [by or "variant", *(escape((f"{variant}: " if several else "") + ", ".join(filter(None, (metric, unit))))
                               for variant, metric, unit in columns)]
    caption = [*([] if several else named), *filter(None, problems), show.machine_name(machine),
               *commits(rows["commit"])]
    return [*markdown(head, [[code(name), *(show.significant(lines[name][column], 3, trim=True)
                                            if column in lines[name] else NOTHING for column in columns)]
                             for name in (ordered(list(lines)) if by else lines)]), "", "; ".join(map(escape, caption))]
