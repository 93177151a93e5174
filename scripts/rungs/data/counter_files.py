"""counters.csv, a line per metric of a variant, and counters.runs.csv beside it, a line per run of ncu that filled it.
The standard library alone."""

from pathlib import Path

from rungs.data.added_params import completed
from rungs.data.errors import RowsError
from rungs.data.files import beside, write_whole
from rungs.data.records import check_key, csv_text, number, read_table, shown

COLUMNS = ["case", "variant", "size", "params", "metric", "value", "unit"]
KEY = COLUMNS[:4]
RUN_COLUMNS = ["case", "variants", "options", "device", "device_uuid", "compute_capability", "driver", "commit", "ncu",
               "seconds", "timestamp"]


def read(path: Path) -> dict[tuple, dict]:
    """Reads a counters.csv as {(case, variant, size, params): {metric: (value, unit)}}.

    Raises RowsError naming file, line and what was expected.
    """
    found = {}
    for line, (*key, metric, text, unit) in read_table(path, COLUMNS):
        check_key(f"{path}:{line}", *key)
        key[3] = completed(key[0], key[3])
        if not metric:
            raise RowsError(f"{path}:{line}: metric is empty; expected a metric's name")
        metrics = found.setdefault(tuple(key), {})
        if metric in metrics:
            raise RowsError(f"{path}:{line}: {shown(metric)} of {shown('/'.join(key[:2]))} appears twice; "
                            "expected one line for each metric of a variant and problem")
        metrics[metric] = (number(f"{path}:{line}", "value", text, 0), unit)
    return found


def read_runs(path: Path) -> list[dict]:
    """The lines of the counters.runs.csv beside a counters.csv, as dicts of text; [] where there is none."""
    body = read_table(beside(path, "runs"), RUN_COLUMNS, optional=True)
    return [dict(zip(RUN_COLUMNS, fields)) for _, fields in body]


def write(path: Path, counters: dict[tuple, dict], runs: list[dict]) -> None:
    """Writes counters.csv, then counters.runs.csv, each whole or not at all.

    In this order: what is interrupted between the two is measured again, and nothing that a run is said to have
    measured is missing.
    """
    write_whole(path, csv_text(COLUMNS, ([*key, metric, plain_number(value), unit] for key, metrics in counters.items()
                                     for metric, (value, unit) in metrics.items())))
    write_whole(beside(path, "runs"), csv_text(RUN_COLUMNS, ([run[column] for column in RUN_COLUMNS] for run in runs)))


def plain_number(value: float) -> str:
    """A number as text: 419431424 and not 4.19e+08; fractions with nine digits."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 2**53 else f"{value:.9g}"
