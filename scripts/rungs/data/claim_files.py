"""The documents' claims, and the rows that they are compared with: read and checked."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rungs.data import records, side_table
from rungs.data import rows as rungs_rows
from rungs.data.errors import RowsError
from rungs.data.published import parse_condition
from rungs.data.records import read_table

COLUMNS = ["id", "document", "statement", "slower", "faster", "condition", "published_ratio", "note"]
DIFFERENCES = ["statement", "case", "document", "ours", "why", "costs_time", "claims"]
KEY = list(records.KEY)

LARGEST_RATIO = 1e9     # a ratio beyond it, or below its inverse, is a mistake
METRICS = {"latency": "cycles"}  # metrics that a condition can name, larger is slower, and their units


@dataclass(frozen=True)
class Claim:
    """One line of claims.csv. Variants carry their case: 'stitch/gpu/modulo'."""

    id: str
    statement: str
    slower: str
    faster: str
    ratio: float   # published: above 1 where `slower` is the slower one
    sizes: tuple   # sizes of a row that the condition allows; () where it gives none
    params: tuple  # ((name, value), ...) that the condition names
    metric: str    # '' for the time
    slower_sizes: tuple = ()  # sizes of the slower one's rows, where the condition names a size for each variant
    ours: tuple = ()          # ((name, value), ...) that we choose where the document is silent: its headline's setting
    our_sizes: tuple = ()     # the same of the size
    differences: str = ""     # statements of differences.csv that bear on it, 'R21': then it is not judged

    @property
    def cases(self) -> set[str]:
        """The cases of its two variants."""
        return {self.slower.partition("/")[0], self.faster.partition("/")[0]}


def read(path: Path | None) -> list[Claim]:
    """Reads a claims.csv into a list of Claim, none where `path` is None. Raises RowsError.

    A file differences.csv next to it names claims that cannot be judged, as ours differs from the document there.
    A condition is the document's, and behind ' | ' what we choose of what it leaves open:
    'distance_max=15 | 10240x10240 mask=blobs block=32x8'.
    """
    if path is None:
        return []
    claims: dict[str, Claim] = {}
    bears_on = _differences(path.with_name("differences.csv"))
    for line, (name, _, statement, slower, faster, condition, ratio, _) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        records.check_id(where, name, claims, "claim")
        records.check_variant(where, "slower", slower)
        records.check_variant(where, "faster", faster)
        number = records.number(where, "published_ratio", ratio, 1 / LARGEST_RATIO, LARGEST_RATIO)
        condition, _, choice = condition.partition(" | ")
        metric = next((word for word in condition.split() if word in METRICS), "")
        sizes, params = parse_condition(condition)
        our_sizes, our_params = parse_condition(choice)
        # '1921x1080 against 1920x1080': the slower variant's size and the faster one's.
        of_slower = parse_condition(condition.partition(" against ")[0])[0]
        claims[name] = Claim(name, statement, slower, faster, number, sizes, params, metric,
                             of_slower if of_slower != sizes else (), our_params, our_sizes,
                             ", ".join(bears_on.get(name, [])))
    return list(claims.values())


def _differences(path: Path) -> dict[str, list[str]]:
    """{claim: statements} of a differences.csv, none where there is no such file. Raises RowsError."""
    found: dict[str, list[str]] = {}
    for _, (statement, *_, claims) in read_table(path, DIFFERENCES) if path.exists() else []:
        for claim in claims.split():
            found.setdefault(claim, []).append(statement)
    return found


def load(paths: list[Path]) -> list[rungs_rows.Machine]:
    """The machines of one or more rows.csv, as a list of rows.Machine, each with the rows of all files. A GPU's rows in
    several files are put together by host, device and UUID; host rows in a file without GPU rows go to every GPU of a
    host of that name. The frames have two columns more: `metrics`, a dict of (value, unit) by name, and `no_metrics`,
    why it is empty. Raises RowsError, also where two files hold the same row."""
    return machines_of([(path, rungs_rows.read(path)) for path in paths])


def machines_of(files_of_rows: list[tuple[Path, pd.DataFrame]]) -> list[rungs_rows.Machine]:
    """As `load`, of files that were read: (path, rows.read of it)."""
    found = {}  # (host, device, uuid) -> frames
    for path, rows in files_of_rows:
        frame = _with_metrics(path, rows).assign(file=str(path))
        for machine in rungs_rows.machines(frame):
            found.setdefault((machine.host, machine.device, machine.uuid), []).append(machine.rows)
    with_gpu = {key for key, frames in found.items() if any((rows["backend"] == "cuda").any() for rows in frames)}
    for key in [key for key in found if key not in with_gpu]:
        takers = [taker for taker in with_gpu if taker[0] == key[0]]
        for_all = found.pop(key) if takers else []
        for taker in takers:
            found[taker] = found[taker] + for_all
    return [_machine(key, pd.concat(frames, ignore_index=True)) for key, frames in found.items()]


def _machine(key: tuple[str, ...], rows: pd.DataFrame) -> rungs_rows.Machine:
    host, device, uuid = key
    for _, second in rows[rows.duplicated(KEY)].head(1).iterrows():
        first = rows[(rows[KEY] == second[KEY]).all(axis=1)].iloc[0]
        raise RowsError(f"{second['file']}:{second['line']}: the same variant, problem and cache as "
                        f"{first['file']}:{first['line']}, on one machine; expected one row each")
    cpu = rungs_rows.host_device(rows) if (rows["backend"] == "cuda").any() else ""
    return rungs_rows.Machine(device, cpu, uuid, host, rows)


def _with_metrics(path: Path, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with `metrics` and `no_metrics`."""
    side = side_table.path_of(path)
    found = side_table.figures(side, "metric")
    keys = frame[[*KEY, records.DEVICE]].itertuples(index=False, name=None)
    return frame.assign(metrics=[found.get(key, {}) for key in keys],
                        no_metrics=f"not in {side.name}" if side.exists() else f"no {side.name} next to the rows")
