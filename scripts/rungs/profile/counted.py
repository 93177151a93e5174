"""What a table says of a row's counters: what limits it, its registers."""

from collections.abc import Callable, Mapping

import pandas as pd

from rungs.data import counter_files
from rungs.data.counter_files import Counted
from rungs.data.rows import dicts, emptied, key_of
from rungs.profile import evidence, limits

FIGURES = ("registers", "achieved_occupancy_percent", "instructions")  # of a Counted, in its order


def lines_of(rows: pd.DataFrame, counters: Mapping) -> dict[tuple[str, ...], evidence.Line]:
    """{(case, variant, size, params): Line} of the GPU rows of one machine with emptied caches; {} without counters."""
    cold = {key_of(row, counter_files.KEY): row for row in dicts(emptied(rows[rows["backend"] == "cuda"]))}
    return {(line.case, line.variant, line.size, line.params): line
            for line in evidence.join(cold, counters)} if counters else {}


def of(rows: pd.DataFrame, counters: Mapping,
       tried: Mapping[tuple, str] | None = None) -> Callable[[Mapping], Counted]:
    """What gives the Counted of a row of one machine; `counters` as counter_files.read returns them, `tried` what
    experiments name, by the same keys."""
    lines = lines_of(rows, counters)
    known: dict[tuple, Counted] = {}

    def counted(row: Mapping) -> Counted:
        key = tuple(row[column] for column in counter_files.KEY)
        if key not in known:
            line, name = lines.get(key), (tried or {}).get(key, "") if row["cache"] == "cold" else ""
            values = (line.value(name) if line else None for name in FIGURES)
            known[key] = Counted(limits.of(line, row, name), limits.badge(line, row, name), *values)
        return known[key]

    return counted
