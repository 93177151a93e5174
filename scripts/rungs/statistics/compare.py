"""Two runs of bench compared with each other, row by row.

Rows are paired by case, variant, backend, size, params and cache. verdict.py judges a pair, interval.py says how sure
its ratio is."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.errors import RowsError, nearest
from rungs.data.records import KEY, shown
from rungs.data.setups import rows_path
from rungs.statistics.verdict import judge

MAY_DIFFER = ("commit", "compiler", "cuda", "driver", "seed", "device_uuid", "host")  # in two comparable runs


@dataclass(frozen=True)
class Run:
    """One rows.csv: `rows` are its rows as dicts by key."""

    path: Path
    rows: dict


def load(path: Path, pattern: Any = None, device: str = "") -> Run:
    """Reads a rows.csv, or that of a folder; `pattern` is a compiled expression to be found in 'case/variant'; `device`
    how the UUID of the GPU begins whose rows are wanted, with those of hosts. Raises RowsError."""
    path = rows_path(path)
    rows, lines = {}, {}
    frame = rungs_rows.read(path)
    uuids = [uuid for uuid in dict.fromkeys(frame["device_uuid"]) if uuid]
    if device and sum(uuid.startswith(device) for uuid in uuids) != 1:
        raise RowsError(f"{path}: {shown(device)} is not how one GPU begins; expected " + (
            f"one of {', '.join(map(shown, uuids))}" if uuids else "no device, as it has no rows of a GPU"))
    for row in frame.to_dict("records"):
        if device and row["device_uuid"] and not row["device_uuid"].startswith(device):
            continue
        key = tuple(row[column] for column in KEY)
        if key in lines:
            raise RowsError(f"{path}:{row['line']}: the same variant, problem and cache as line {lines[key]}; expected "
                            "one row each (of several GPUs: choose one with --old-device and --new-device)")
        lines[key] = row["line"]
        if not pattern or pattern.search(name_of(key)):
            rows[key] = row
    if not rows:
        raise RowsError(f"{path}: --filter={shown(pattern.pattern)} matches no row; expected a part of a case and "
                        f"variant, such as {shown(nearest(pattern.pattern, map(name_of, lines)))}")
    return Run(path, rows)


def name_of(key: tuple[str, ...]) -> str:
    """'stitch/gpu/modulo', as the file has it."""
    return f"{key[0]}/{key[1]}"


def problem_of(key: tuple[str, ...]) -> str:
    """'10240x10240, repeater=100, cold' on one printable line; empty parts are left out."""
    _, _, backend, size, params, cache = key
    simulated = "simulator" if backend == "simulator" else ""
    return show.plain(", ".join(filter(None, [size, params.replace(";", ", "), cache, simulated])), 90)


def described(key: tuple[str, ...]) -> str:
    """'stitch/gpu/modulo (10240x10240, repeater=100, cold)'."""
    return f"{show.plain(name_of(key), 60)} ({problem_of(key)})"


@dataclass(frozen=True)
class Report:
    """Two runs and what came of comparing them; `only_old` and `only_new` are keys, `notes` lines."""

    old: Run
    new: Run
    threshold: float   # percent
    any_machine: bool  # rows of two machines are judged, too
    pairs: list
    only_old: list
    only_new: list
    notes: list

    @property
    def counts(self) -> dict[str, int]:
        """Number of pairs by verdict."""
        return Counter(pair.verdict for pair in self.pairs)

    @property
    def alone(self) -> str:
        """'2 rows only in the old run, 1 only in the new run'; '' where both runs have the same rows."""
        return ", ".join(f"{len(keys)}{rows} only in the {name} run" for name, rows, keys in (
            ("old", " rows", self.only_old), ("new", "" if self.only_old else " rows", self.only_new)) if keys)


def compare(old: Run, new: Run, threshold: float = 1.0, any_machine: bool = False) -> Report:
    """The Report of two Runs; raises RowsError where they are not comparable."""
    notes = _check(old, new, any_machine)
    pairs = [judge(key, row, new.rows[key], threshold, any_machine) for key, row in old.rows.items() if key in new.rows]
    return Report(old, new, threshold, any_machine, pairs, [key for key in old.rows if key not in new.rows],
                  [key for key in new.rows if key not in old.rows], notes)


def _check(old: Run, new: Run, allow_other_device: bool) -> list[str]:
    """Notes, a line each, on what else differs between two Runs; raises RowsError where they are not comparable."""
    common = [(old.rows[key], new.rows[key]) for key in old.rows if key in new.rows]
    if not common:
        raise RowsError(f"{new.path}: no row is also in {old.path}: {described(next(iter(new.rows)))} here, "
                        f"{described(next(iter(old.rows)))} there; expected two runs of the same variants, sizes, "
                        "parameters and cache states")
    notes = []
    for backend, kind in (("cuda", "GPU"), ("host", "CPU")):
        pairs = [pair for pair in common if pair[0]["backend"] == backend]
        other = next((pair for pair in pairs if pair[0]["device"] != pair[1]["device"]), None)
        if other and not allow_other_device:
            leave = " with host rows left out by --filter," if backend == "host" else ""
            raise RowsError(f"{new.path}:{other[1]['line']}: measured on the {kind} {shown(other[1]['device'])}, "
                            f"{old.path}:{other[0]['line']} on {shown(other[0]['device'])}; expected runs of one "
                            f"{kind},{leave} or --allow-other-device")
        if other:
            notes.append(f"{kind}: {shown(other[0]['device'])} -> {shown(other[1]['device'])} (not the same device)")
    return notes + [note for column in MAY_DIFFER for note in _differing(common, column)]


def _differing(common: list[tuple], column: str) -> list:
    """A note where the rows of the two runs differ in a column. Only the GPU's rows have a driver and so on."""
    values = [list(dict.fromkeys(row[column] for row in side if row[column])) for side in zip(*common)]
    if set(values[0]) == set(values[1]) or not all(values):
        return []
    before, after = (", ".join(show.plain(value, 60) for value in found) for found in values)
    return [show.plain(f"{column}: {before} -> {after}", 300)]
