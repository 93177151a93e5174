"""counters.csv of `rungs ncu`, or counters.csv.gz: a side table of Nsight Compute's metrics; and counters.runs.csv with
it, a line per run of ncu that filled it. The standard library alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rungs.data import side_table
from rungs.data.errors import RowsError
from rungs.data.files import companion, stored, write_whole
from rungs.data.records import csv_text, number, read_table, shown

KEY = ["case", "variant", "size", "params"]
RUN_COLUMNS = ["case", "variants", "options", "device", "device_uuid", "compute_capability", "driver", "commit", "ncu",
               "seconds", "timestamp"]
LAUNCHED = "launched "  # our own metric: before a kernel's name, how many of it there were
NOT_COUNTED = "not counted"


@dataclass(frozen=True)
class Counted:
    """A row's counters as far as a table shows them; None where not counted."""

    limit: str = NOT_COUNTED         # a word of profile.limits.CLASSES
    badge: str = NOT_COUNTED
    registers: float | None = None


def read(path: Path) -> dict[tuple, dict]:
    """Reads a counters.csv as {(case, variant, size, params): {metric: (value, unit)}}. Raises RowsError."""
    found: dict[tuple, dict] = {}
    for where, (case, variant, _, size, params, *_), (_, metric, _, text, unit, _) in side_table.lines(path, "counter"):
        metrics = found.setdefault((case, variant, size, params), {})
        if metric in metrics:
            raise RowsError(f"{where}: {shown(metric)} of {shown(f'{case}/{variant}')} appears twice; "
                            "expected one line for each metric of a variant and problem")
        metrics[metric] = (number(where, "value", text, 0), unit)
    return found


def values(metrics: Mapping[str, tuple]) -> dict[str, float]:
    """{metric: value} of {metric: (value, unit)}."""
    return {name: value for name, (value, _) in metrics.items()}


def devices(path: Path) -> set[str]:
    """The names of the GPUs that the runs of a counters.csv were on; empty where it does not say."""
    return {run["device"] for run in read_runs(path)}


def read_runs(path: Path) -> list[dict]:
    """The lines of the counters.runs.csv next to a counters.csv, as dicts of text; [] where there is none."""
    body = read_table(companion(path, "runs"), RUN_COLUMNS, optional=True)
    return [dict(zip(RUN_COLUMNS, fields)) for _, fields in body]


def write(path: Path, counters: dict[tuple, dict], runs: list[dict]) -> None:
    """Writes counters.csv, then counters.runs.csv, each whole or not at all. In this order: what is interrupted between
    the two is measured again, and nothing that a run is said to have measured is missing."""
    write_whole(stored(path), csv_text(side_table.COLUMNS, _lines(counters, runs)))
    lines = ([run[column] for column in RUN_COLUMNS] for run in runs)
    write_whole(companion(path, "runs"), csv_text(RUN_COLUMNS, lines))


def _lines(counters: dict[tuple, dict], runs: list[dict]) -> Iterable[list[str]]:
    """The lines of all counters: of a GPU, behind caches that ncu has emptied. The GPU is that of the runs of a
    variant, or '' where they do not say, or say several."""
    gpus: dict[tuple[str, str], set[str]] = {}
    for run in runs:
        for variant in run["variants"].split():
            gpus.setdefault((run["case"], variant), set()).add(run["device_uuid"])
    for (case, variant, size, params), metrics in counters.items():
        ran_on = gpus.get((case, variant), set())
        key = [case, variant, "cuda", size, params, "cold", *(ran_on if len(ran_on) == 1 else [""])]
        for metric, (value, unit) in metrics.items():
            # 419431424 and not 4.19e+08; fractions with nine digits.
            text = str(int(value)) if float(value).is_integer() and abs(value) < 2**53 else f"{value:.9g}"
            yield [*key, "counter", metric, "", text, unit, "ncu"]
