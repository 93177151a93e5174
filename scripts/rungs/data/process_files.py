"""Files of what each process has measured of a row, as `bench --processes N` writes them beside its rows."""

from dataclasses import dataclass
from pathlib import Path

from rungs.data.added_params import completed
from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, SMALLEST, check_key, number, read_table, shown
from rungs.data.sample_files import KEY

NUMBERS = ["process", "samples", "time_median_us", "time_trimmed_mean_us", "time_trimmed_sd_us", "sm_clock_mhz"]
COLUMNS = [*KEY, DEVICE, *NUMBERS]


@dataclass(frozen=True)
class Process:
    """What one process has measured of a row, in microseconds: a mean of its samples, and their standard deviation.

    Of a file the mean is of the middle 80 % of the samples. The deviation is that of the winsorised samples over 0.8:
    over the root of their number it is the standard error of that mean."""

    samples: int
    mean_us: float
    sd_us: float


def read(path: Path) -> dict[tuple, list[Process]]:
    """Returns {(*KEY, device_uuid): its processes that kept samples}. Raises RowsError naming file, line and what was
    expected."""
    found: dict[tuple, list[Process]] = {}
    for line, (*fields, process, samples, _, mean, sd, _) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        case, variant, backend, size, params, cache, device = fields
        check_key(where, case, variant, size, params)
        key = (case, variant, backend, size, completed(case, params), cache, device)
        if process == "1":
            found[key] = []  # the file is appended to: of two sets for one row the later counts
        elif key not in found:
            raise RowsError(f"{where}: process is {shown(process)}; expected 1, the row's first")
        count = int(number(where, "samples", samples, 0))
        if count > 0:
            found[key].append(Process(count, number(where, "time_trimmed_mean_us", mean, SMALLEST),
                                      number(where, "time_trimmed_sd_us", sd, 0)))
    return found
