"""What Nsight Compute writes about bench's kernels: ranges, units, the raw page, the sum over a variant's kernels.
The standard library alone: it also runs on GPU machines without pandas."""

import csv
import io
import math
import operator
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rungs.data import kernel_names
from rungs.data.counter_files import LAUNCHED
from rungs.data.errors import RowsError
from rungs.data.records import LARGEST, shown

DURATION = "gpu__time_duration.sum"
INSTRUCTIONS = "smsp__inst_executed.sum"
KERNELS = "kernels"  # our own: how many kernels were added up

# Domain, name, types and values of payload and colour, type of message, and the name again. It may hold colons.
_RANGE = re.compile(r'\brungs:(.+?)(?::[^:]*){5}:\1"')
_METRIC = re.compile(r"[a-z0-9]+__[\w.]+")
# About the machine or the profiler, not about the kernel.
_NOT_OF_THE_KERNEL = ("device__", "numa__", "nvlink__", "c2clink__", "profiler__", "launch__context_id",
                      "launch__device_id", "launch__stream_id", "launch__graph_")


@dataclass(frozen=True)
class Kernel:
    """One profiled launch."""

    name: str
    range: str               # name of the NVTX range around it, '' where it is in none of ours
    compute_capability: str  # '9.0'
    metrics: dict            # name -> (value, unit), numbers alone


def range_name(row: dict[str, str]) -> str:
    """The NVTX range of a row, as harness/measure/ranges.cpp names it."""
    parts = [row["case"], row["variant"], row["size"], row["params"]]
    return re.sub(r"[/@,\[\]*+ ;]", ".", "/".join(part for part in parts if part))


def range_of(record: dict[str, str]) -> str:
    """The name of our range that a record of ncu's CSV (a dict by column) is in, '' where it is in none."""
    found = _RANGE.search(" ".join(value for column, value in record.items() if column and "Range" in column))
    return found.group(1) if found else ""


def number(text: str) -> float:
    """A number of ncu's CSV ('1,024', '0.5'), NaN for anything else ('n/a', '(256, 1, 1)')."""
    try:
        return float(text.replace(",", "")) if "(" not in text else math.nan
    except ValueError:
        return math.nan


def read_raw_page(text: str) -> list[Kernel]:
    """The kernels in what `ncu --import FILE --page raw --csv --print-units base` printed, as a list of Kernel.

    ncu's own export, and not its Python module ncu_report: that one lies in another folder for each way to install
    Nsight Compute, and gives the same numbers. The page is a header, a line of units and a line per kernel; ncu's own
    remarks may stand above it. Metrics without a number, or not about the kernel, are left out. Raises RowsError where
    it is not such a page or is cut."""
    start = re.search(r'^"?ID"?,', text, re.MULTILINE)
    if not start:
        raise RowsError(f"no raw page in what ncu printed: {shown(text.strip()[-80:])}")
    try:
        header, *records = filter(None, csv.reader(io.StringIO(text[start.start():]), strict=True))
    except csv.Error as error:
        raise RowsError(f"ncu's raw page is not CSV ({error})") from None
    for number_of_line, record in enumerate(records, 2):
        if len(record) != len(header):
            raise RowsError(f"ncu's raw page, line {number_of_line}: {len(record)} fields where the header has "
                            f"{len(header)} (was it cut?)")
    if not any("Range" in column for column in header) and len(records) > 1:
        raise RowsError("ncu's raw page has no column of NVTX ranges; was the report made with --nvtx?")
    units = dict(zip(header, records[0])) if records else {}
    return [_kernel(dict(zip(header, record)), units) for record in records[1:]]


def _kernel(record: dict[str, str], units: dict[str, str]) -> Kernel:
    metrics = {column: (number(text), units[column]) for column, text in record.items()
               if _METRIC.fullmatch(column) and not column.startswith(_NOT_OF_THE_KERNEL)}
    metrics = {name: metric for name, metric in metrics.items() if 0 <= metric[0] <= LARGEST}
    return Kernel(record.get("Kernel Name", ""), range_of(record), record.get("CC", ""), metrics)


_PER_ISSUE = "_per_issue_active.ratio"
# How a metric of several kernels becomes one, by how its name begins or ends; see add_up.
_RULES: dict[str, Any] = {".sum": sum, "launch__occupancy_limit_": min, ".min": min, "launch__": max, ".max": max}


def add_up(kernels: list[Kernel]) -> dict[str, tuple]:
    """The metrics of a variant: {name: (value, unit)} of its kernels (at least one), their number as `kernels`, and
    that of each kernel behind LAUNCHED.

    - `.sum` is added; where one kernel lacks it there is no sum, and the metric is left out.
    - `launch__` (registers, block size, ...) and `.max` is the largest, `launch__occupancy_limit_` and `.min` the
      smallest: what the most demanding kernel takes.
    - All else (averages, percentages, ratios) is the mean of the kernels that have it, weighted by their
      gpu__time_duration.sum, and what is per issued instruction by their instructions; weighted alike where a kernel
      lacks its weight."""
    names = Counter(kernel_names.whole(kernel.name) for kernel in kernels if kernel.name)
    total: dict[str, tuple] = {KERNELS: (len(kernels), ""),
                               **{f"{LAUNCHED}{name}": (count, "") for name, count in names.items()}}
    for metric in dict.fromkeys(metric for kernel in kernels for metric in kernel.metrics):
        having = [kernel for kernel in kernels if metric in kernel.metrics]
        values = [kernel.metrics[metric][0] for kernel in having]
        unit = having[0].metrics[metric][1]
        rule = next((rule for part, rule in _RULES.items() if metric.startswith(part) or metric.endswith(part)), None)
        if rule is None:
            weight = INSTRUCTIONS if metric.endswith(_PER_ISSUE) else DURATION
            weights = [kernel.metrics.get(weight, (0,))[0] for kernel in having]
            weights = weights if min(weights) > 0 else [1] * len(values)
            total[metric] = (sum(map(operator.mul, values, weights)) / sum(weights), unit)
        elif rule is not sum or len(having) == len(kernels):
            total[metric] = (rule(values), unit)
    return total
