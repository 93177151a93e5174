"""What lies beside a rows.csv and is drawn with it: samples, counters, and rows of other runs. All raise RowsError."""

from pathlib import Path

import numpy as np
import pandas as pd

from rungs.data import counter_files, files, rows, sample_files
from rungs.data.errors import RowsError
from rungs.data.records import shown

COUNTERS_FILE = "counters.csv"


def paths(rows_path: Path) -> list[Path]:
    """The files that are looked for beside a rows.csv, there or not."""
    return [files.beside(rows_path, "samples"), files.beside(rows_path, "side"),
            Path(rows_path).parent / COUNTERS_FILE]


def samples(rows_path: Path, frame: pd.DataFrame) -> dict[tuple, np.ndarray]:
    """The samples beside a rows.csv, {key: times in microseconds}, {} where there is no such file.

    Left out are those of a key that rows of several devices have. Samples of another run, whose number or median is not
    the row's, are refused.
    """
    path = files.beside(rows_path, "samples")
    return sample_files.of_rows(path, rows_path, sample_files.alone(frame)) if path.exists() else {}


def counters(rows_path: Path, machine: rows.Machine) -> dict[tuple, dict]:
    """What the counters.csv beside a rows.csv holds, {(case, variant, size, params): {metric: value}}.

    Empty where there is no such file, or where its runs were on a GPU of another name than this rows.Machine's.
    """
    path = Path(rows_path).parent / COUNTERS_FILE
    if not path.exists() or not machine.uuid:
        return {}
    devices = {run["device"] for run in counter_files.read_runs(path)}
    if devices and machine.device not in devices:
        return {}
    return {key: {name: value for name, (value, _) in metrics.items()}
            for key, metrics in counter_files.read(path).items()}


def sizes(path: Path, machines: list[rows.Machine]) -> tuple:
    """The machine of a run over sizes, and of `machines` the number of that which it belongs to: a GPU of one name."""
    found = [machine for machine in rows.machines(rows.read(path)) if machine.uuid]
    if len(found) != 1:
        raise RowsError(f"--sizes={path}: rows of {len(found)} GPUs; expected rows of one")
    fitting = [number for number, machine in enumerate(machines) if machine.uuid and machine.device == found[0].device]
    if len(fitting) != 1:
        names = ", ".join(shown(machine.device) for machine in machines)
        raise RowsError(f"--sizes={path}: rows of {shown(found[0].device)}; expected a GPU of the name of that of the "
                        f"rows to draw, where that is one: {names}")
    return found[0], fitting[0]


def require_common(path: Path, others: list[rows.Machine], machines: list[rows.Machine], cases: list[str]) -> None:
    """Refuses another run that has no timed row in common with the machines."""
    def keys(those: list[rows.Machine]) -> set[tuple]:
        return {row for machine in those
                for row in machine.rows.loc[(machine.rows["time_median_us"] > 0) & machine.rows["case"].isin(cases),
                                            list(sample_files.KEY)].itertuples(index=False, name=None)}

    if not keys(others) & keys(machines):
        raise RowsError(f"--against={path}: no timed row of {', '.join(cases) or '(no case)'} at a problem and cache "
                        "state that the rows to draw have too; expected a run of the same problems")
