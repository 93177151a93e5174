"""Files of times that other tools measured of our kernels, one line for each kernel and clock (clocks.csv, ncu.csv).

A kernel is named as in bench's rows: case, variant, size and all parameters. The standard library alone.
"""

import csv
import io
import math
from dataclasses import astuple, dataclass
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.files import write_whole
from rungs.data.records import check_key, read_records, shown

COLUMNS = ["case", "variant", "size", "params", "clock", "time_us", "tool", "gpu"]
CLOCKS = ("ncu", "nvbench_cold", "nvbench_batch", "do_bench")


@dataclass(frozen=True)
class Timing:
    """The time of one kernel by one clock."""

    case: str
    variant: str
    size: str
    params: str
    clock: str      # one of CLOCKS
    time_us: float
    tool: str       # name and version
    gpu: str        # its name, as in bench's rows

    @property
    def kernel(self) -> tuple[str, ...]:
        """What names the kernel and its problem."""
        return self.case, self.variant, self.size, self.params


def read(path: Path) -> list[Timing]:
    """The list of Timing in a file; raises RowsError naming file, line and what was expected."""
    header, body = read_records(path)
    if header != COLUMNS:
        raise RowsError(f"{path}:1: the header is {shown(','.join(header))}; expected {','.join(COLUMNS)}")
    if not body:
        raise RowsError(f"{path}:2: no times; expected one line or more below the header")
    timings, lines = [], {}
    for line, fields in body:
        timing = _timing(f"{path}:{line}", dict(zip(COLUMNS, fields)))
        first = lines.setdefault((timing.kernel, timing.clock, timing.gpu), line)
        if first != line:
            raise RowsError(f"{path}:{line}: the same kernel, clock and GPU as line {first}; expected one line each")
        timings.append(timing)
    return timings


def _timing(where: str, fields: dict[str, str]) -> Timing:
    check_key(where, *(fields[column] for column in COLUMNS[:4]))
    if fields["clock"] not in CLOCKS:
        raise RowsError(f"{where}: clock is {shown(fields['clock'])}; expected one of {', '.join(CLOCKS)}")
    for column in ("tool", "gpu"):
        if not fields[column]:
            raise RowsError(f"{where}: {column} is empty; expected a name")
    try:
        time_us = float(fields["time_us"])
    except ValueError:
        time_us = math.nan
    if not 0 < time_us < math.inf:
        raise RowsError(f"{where}: time_us is {shown(fields['time_us'])}; expected a number above 0")
    texts: dict = {**fields, "time_us": time_us}
    return Timing(**texts)


def write(path: Path | str, timings: list[Timing]) -> None:
    """Writes a list of Timing, whole or not at all; times have six digits, as bench's. Raises RowsError."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([f"{field:.6g}" if isinstance(field, float) else field for field in astuple(timing)]
                     for timing in timings)
    write_whole(path, text.getvalue())
