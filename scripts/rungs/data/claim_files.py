"""The documents' claims, and the rows that they are compared with: read and checked."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rungs.data import records, side_table
from rungs.data import rows as rungs_rows
from rungs.data.errors import RowsError
from rungs.data.files import stored
from rungs.data.published import parse_condition
from rungs.data.records import SIZE, read_table

COLUMNS = ["id", "document", "statement", "slower", "faster", "condition", "published_ratio", "note"]
DIFFERENCES = ["statement", "case", "document", "ours", "why", "costs_time", "claims"]
KEY = list(records.KEY)
LARGEST_RATIO = 1e9     # a ratio beyond it, or below its inverse, is a mistake


@dataclass(frozen=True)
class Side:
    """A variant of a claim, and what its own rows must have beyond the claim's condition."""

    variant: str    # with its case: 'stitch/gpu/modulo'
    sizes: tuple    # () where the claim's hold
    params: tuple   # ((name, value), ...), of the problem or of the variant's versions


@dataclass(frozen=True)
class Claim:
    """One line of claims.csv. Of a claim on one variant's figure, and not on a ratio, `sides` has that one alone."""

    id: str
    statement: str
    sides: tuple[Side, ...]  # the slower one first
    ratio: float   # published: above 1 where the first is the slower one
    sizes: tuple   # sizes of a row that the condition allows; () where it gives none
    params: tuple  # ((name, value), ...) that the condition names
    metric: str    # a figure of the side file or a column of the rows; '' for the time
    ours: tuple = ()          # ((name, value), ...) that we choose where the document is silent: its headline's setting
    our_sizes: tuple = ()     # the same of the size
    differences: str = ""     # statements of differences.csv that bear on it, 'R21': then it is not judged

    @property
    def cases(self) -> set[str]:
        """The cases of its variants."""
        return {side.variant.partition("/")[0] for side in self.sides}

    @property
    def unit(self) -> str:
        """Of its figures as text: 'x' of a ratio."""
        return "x" if len(self.sides) > 1 else ""


def read(path: Path | None) -> list[Claim]:
    """Reads a claims.csv into a list of Claim, none where `path` is None. Raises RowsError.

    A file differences.csv next to it names claims that cannot be judged, as ours differs from the document there.
    A condition is the document's, and behind ' | ' what we choose of what it leaves open:
    'distance_max=15 | 10240x10240 mask=blobs block=32x8'. Without `metric=NAME` it is about times. Words behind a
    variant are for its rows alone: 'median/gpu/3x3_v3 1921x1080'. An empty `faster` makes the published ratio a figure
    of the one variant, in the metric's unit."""
    if path is None:
        return []
    claims: dict[str, Claim] = {}
    bears_on = _differences(path.with_name("differences.csv"))
    for line, (name, _, statement, slower, faster, condition, ratio, _) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        records.check_id(where, name, claims, "claim")
        sides = [_side(where, column, text) for column, text in (("slower", slower), ("faster", faster))
                 if text or column == "slower"]
        number = records.number(where, "published_ratio", ratio, 1 / LARGEST_RATIO, LARGEST_RATIO)
        condition, _, choice = condition.partition(" | ")
        sizes, params = parse_condition(condition)
        our_sizes, our_params = parse_condition(choice)
        metric = dict(params).get("metric", "")
        if not faster and not metric:
            raise RowsError(f"{where}: faster is empty; expected a variant, or a condition with metric=NAME")
        claims[name] = Claim(name, statement, tuple(sides), number, sizes,
                             tuple(pair for pair in params if pair[0] != "metric"), metric, our_params, our_sizes,
                             ", ".join(bears_on.get(name, [])))
    return list(claims.values())


def _side(where: str, column: str, text: str) -> Side:
    variant, _, words = text.partition(" ")
    if not all("=" in word or SIZE.fullmatch(word) for word in words.split()):
        variant, words = text, ""
    records.check_variant(where, column, variant)
    return Side(variant, *parse_condition(words))


def _differences(path: Path) -> dict[str, list[str]]:
    """{claim: statements} of a differences.csv, none where there is no such file. Raises RowsError."""
    found: dict[str, list[str]] = {}
    for _, (statement, *_, claims) in read_table(path, DIFFERENCES) if path.exists() else []:
        for claim in claims.split():
            found.setdefault(claim, []).append(statement)
    return found


def load(paths: list[Path]) -> list[rungs_rows.Machine]:
    """The machines of one or more rows.csv, as a list of rows.Machine, each with the rows of all files. A GPU's rows in
    several files are put together by host, device and UUID. The frames have two columns more: `metrics`, a dict of
    (value, unit) by name, and `no_metrics`, why it is empty. Raises RowsError, also where two files hold the same row.
    """
    return machines_of([(path, rungs_rows.read(path)) for path in paths])


def machines_of(files_of_rows: list[tuple[Path, pd.DataFrame]]) -> list[rungs_rows.Machine]:
    """As `load`, of files that were read: (path, rows.read of it)."""
    found = {}  # (host, device, uuid) -> frames
    for path, rows in files_of_rows:
        frame = _with_metrics(path, rows).assign(file=str(path))
        for machine in rungs_rows.machines(frame):
            found.setdefault((machine.host, machine.device, machine.uuid), []).append(machine.rows)
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
    side = side_table.path_of(path)
    found = side_table.figures(side, "metric", "counter")
    keys = frame[[*KEY, records.DEVICE]].itertuples(index=False, name=None)
    reason = f"not in {side.name}" if stored(side).exists() else f"no {side.name} next to the rows"
    return frame.assign(metrics=[found.get(key, {}) for key in keys], no_metrics=reason)
