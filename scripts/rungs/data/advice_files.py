"""rules.csv: what Nsight Compute's own rules advise on a variant's kernels, a line per advice. The standard library
alone."""

import math
from dataclasses import dataclass
from pathlib import Path

from rungs.data.counter_files import KEY
from rungs.data.errors import RowsError
from rungs.data.files import write_whole
from rungs.data.records import check_key, csv_text, number, read_table, shown

NAME = "rules.csv"
COLUMNS = [*KEY, "kernel", "kernel_percent", "section", "rule", "kind", "speedup_type", "speedup_percent", "message"]
GLOBAL, LOCAL, NO_SPEEDUP = "global", "local", ""
TYPES = (GLOBAL, LOCAL, NO_SPEEDUP)


@dataclass(frozen=True)
class Advice:
    """What one rule says of one kernel.

    `speedup_type` is GLOBAL where the rule estimates by how many percent the kernel's time would fall, LOCAL where it
    estimates how much more efficiently one unit would work, NO_SPEEDUP where it estimates nothing.
    """

    kernel: str
    kernel_percent: float  # the kernel's share of the time of all kernels of the variant; NaN where it is not known
    section: str
    rule: str  # its identifier, as 'SOLBottleneck'
    kind: str  # 'OPT' for an optimisation, 'WRN', 'INF'
    speedup_type: str
    speedup_percent: float  # NaN for NO_SPEEDUP
    message: str


def read(path: Path) -> dict[tuple, list[Advice]]:
    """Reads a rules.csv as {(case, variant, size, params): [Advice]}; raises RowsError naming file, line and what was
    expected."""
    found: dict[tuple, list[Advice]] = {}
    for line, (*key, kernel, share, section, rule, kind, speedup_type, speedup, message) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        check_key(where, *key)
        if speedup_type not in TYPES:
            raise RowsError(f"{where}: speedup_type is {shown(speedup_type)}; expected {GLOBAL}, {LOCAL} or nothing")
        if bool(speedup) != bool(speedup_type):
            raise RowsError(
                f"{where}: speedup_type is {shown(speedup_type)} and speedup_percent {shown(speedup)}; "
                "expected both or none of them"
            )
        values = [
            number(where, name, text, 0) if text else math.nan
            for name, text in (("kernel_percent", share), ("speedup_percent", speedup))
        ]
        found.setdefault(tuple(key), []).append(
            Advice(kernel, values[0], section, rule, kind, speedup_type, values[1], message)
        )
    return found


def write(path: Path, advice: dict[tuple, list[Advice]]) -> None:
    """Writes a rules.csv, whole or not at all."""
    write_whole(path, csv_text(COLUMNS, (
        [*key, one.kernel, _text(one.kernel_percent), one.section, one.rule, one.kind, one.speedup_type,
         _text(one.speedup_percent), one.message] for key, found in advice.items() for one in found)))


def _text(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.4g}"
