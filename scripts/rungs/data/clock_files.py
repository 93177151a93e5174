"""Files of times that other tools measured of our kernels, one line for each kernel and clock (clocks.csv, ncu.csv).

A kernel is named as in bench's rows: case, variant, size and all parameters. The standard library alone."""

from dataclasses import astuple, dataclass
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.files import write_whole
from rungs.data.records import SMALLEST, check_key, check_word, csv_text, number, read_table

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
    """The list of Timing in a file; raises RowsError."""
    timings: list[Timing] = []
    lines: dict[tuple, int] = {}
    for line, (case, variant, size, params, clock, time_us, tool, gpu) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        check_key(where, case, variant, size, params)
        check_word(where, "clock", clock, CLOCKS)
        if not tool or not gpu:
            raise RowsError(f"{where}: {'gpu' if tool else 'tool'} is empty; expected a name")
        timing = Timing(case, variant, size, params, clock, number(where, "time_us", time_us, SMALLEST), tool, gpu)
        first = lines.setdefault((timing.kernel, timing.clock, timing.gpu), line)
        if first != line:
            raise RowsError(f"{where}: the same kernel, clock and GPU as line {first}; expected one line each")
        timings.append(timing)
    if not timings:
        raise RowsError(f"{path}:2: no times; expected one line or more below the header")
    return timings


def write(path: Path | str, timings: list[Timing]) -> None:
    """Writes a list of Timing, whole or not at all; times have six digits, as bench's. Raises RowsError."""
    records = ([f"{field:.6g}" if isinstance(field, float) else field for field in astuple(timing)]
               for timing in timings)
    write_whole(path, csv_text(COLUMNS, records))
