"""One run of bench as `compare` takes it: its rows by key."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.errors import RowsError, nearest
from rungs.data.records import KEY, shown
from rungs.data.setups import rows_path


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
