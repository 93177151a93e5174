"""The table of `rungs variance`."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rungs.data import files, process_files, rows, show
from rungs.data.errors import RowsError
from rungs.data.markdown import fixed_width
from rungs.data.process_files import Process
from rungs.data.runs import name_of, problem_of
from rungs.statistics.variance import Components, components

HEAD = ["variant", "problem", "GPUs", "processes", "mean", "samples", "processes", "p", "GPUs", "p"]
LEAST_P = 0.001


@dataclass(frozen=True)
class Varied:
    """A row that several processes have measured: what it is, and what its time varies by."""

    device: str
    name: str     # 'stitch/gpu/modulo'
    problem: str
    found: Components


def read(paths: list[Path], wanted: re.Pattern | None) -> list[Varied]:
    """What each row of these files varies by, rows of one program on devices of one name together. Raises RowsError
    where no row has several processes."""
    groups: dict[tuple, dict[str, list[Process]]] = {}
    for path in paths:
        beside = files.beside(path, "processes")
        if not beside.exists():
            raise RowsError(f"{path}: no {beside.name} beside it; expected the rows of bench --processes N")
        measured = process_files.read(beside)
        for row in rows.read(path).to_dict("records"):
            key = tuple(row[column] for column in (*process_files.KEY, "device_uuid"))
            if key in measured and (not wanted or wanted.search(f"{row['case']}/{row['variant']}")):
                group = groups.setdefault((row["device"], row["binary"], *key[:-1]), {})
                group.setdefault(row["device_uuid"] or row["host"], []).extend(measured[key])
    found = [Varied(device, name_of(tuple(key)), problem_of(tuple(key)), components(list(group.values())))
             for (device, _, *key), group in groups.items() if sum(map(len, group.values())) > 1]
    if not found:
        raise RowsError(f"{', '.join(map(str, paths))}: no row has several processes; expected the rows of bench "
                        "--processes N, and a --filter that some fit")
    return found


def text(varied: list[Varied]) -> list[str]:
    """A table per device: a line per row, and below them the medians over the rows."""
    lines: list[str] = []
    for device in dict.fromkeys(one.device for one in varied):
        mine = [one for one in varied if one.device == device]
        table = [HEAD]
        for one in mine:
            found = one.found
            samples, processes, gpus = map(_percent, found.percent)
            table.append([show.plain(one.name), one.problem, str(found.gpus), str(found.processes),
                          show.time(found.mean_us), samples, processes, _p(found.processes_p), gpus, _p(found.gpus_p)])
        samples, processes, gpus = (_percent(_median(values)) for values in zip(*(one.found.percent for one in mine)))
        table.append(["median", f"{len(mine)} row{'' if len(mine) == 1 else 's'}", "", "", "", samples, processes, "",
                      gpus, ""])
        lines += ["", show.plain(device), *fixed_width(table, 2)]
    return [*lines[1:], "", "Standard deviations in percent of the mean: of a sample within its process, between "
            "processes on a GPU, between GPUs.", "p: the chance of seeing so much where processes (or GPUs) do not "
            "differ."]


def _median(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return float(np.median(known)) if known else math.nan


def _percent(value: float) -> str:
    return "" if math.isnan(value) else show.percent(value)


def _p(value: float) -> str:
    return "" if math.isnan(value) else f"< {LEAST_P}" if value < LEAST_P else f"{value:.2g}"
