"""A store of runs: the rows of bench and the files beside them, as Parquet.

A store is a folder with `rungs-store.json` and a folder runs/<id> for each run. The id is drawn from the rows' text, so
that a run is never there twice. In it each CSV keeps its name but for the ending (rows.parquet,
rows.samples.parquet), and other files are copied. manifest.json says where they came from, and each file's SHA-256.
"""

import hashlib
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from rungs.data import files, parquet, records
from rungs.data import rows as rungs_rows
from rungs.data.errors import BadUsage, RowsError

MARK, MANIFEST, RUNS = "rungs-store.json", "manifest.json", "runs"
SCHEMA = "rungs-store-1"
TEXTS = (".txt", ".json", ".md")  # endings of files that are copied as they are
_TASK = re.compile(r"task-\d+\.csv")
ADDED, KNOWN, GROWN, MORE = "added", "known", "grown", "more files"


@dataclass(frozen=True)
class Found:
    """A run to add: its file of rows, and the files beside it."""

    rows: Path
    beside: list[Path]


def create(store: Path) -> None:
    """Makes an empty store where there is none; raises BadUsage where something else is in the way."""
    if (store / MARK).is_file():
        check(store)
        return
    if store.exists() and (not store.is_dir() or any(store.iterdir())):
        raise BadUsage(f"--store={store}: is no store and not empty; expected a store, or a new folder")
    (store / RUNS).mkdir(parents=True)
    files.write_whole(store / MARK, json.dumps({"schema": SCHEMA}) + "\n")


def check(store: Path) -> None:
    """Raises BadUsage where a folder is no store of this version."""
    try:
        schema = json.loads((store / MARK).read_text(encoding="utf-8"))["schema"]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadUsage(f"--store={store}: there is no {MARK}; expected what `rungs store add` makes") from None
    if schema != SCHEMA:
        raise BadUsage(f"--store={store}: its schema is {records.shown(str(schema))}; expected {SCHEMA}")


def find(paths: list[Path]) -> list[Found]:
    """The runs in files and folders, at any depth; raises RowsError where there is none. Side files named after the
    rows belong to them, and all other CSV files and texts of a folder to its rows.csv or its only file of rows."""
    found = []
    for path in paths:
        if not path.exists():
            raise RowsError(f"{path}: no such file or folder; expected rows of bench")
        folders = [path.parent] if path.is_file() else [path, *(Path(top, name) for top, names, _ in os.walk(path)
                                                                for name in names)]
        here = [run for folder in sorted(folders) for run in _in_folder(folder)
                if path in (run.rows, *run.rows.parents)]
        if not here:
            raise RowsError(f"{path}: no rows of bench here or below; expected CSV files that begin with 'schema,case'")
        found += here
    return list({run.rows.resolve(): run for run in reversed(found)}.values())[::-1]


def _in_folder(folder: Path) -> list[Found]:
    inside = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix in (".csv", *TEXTS))
    rows = [path for path in inside if path.suffix == ".csv" and _is_rows(path)]
    if (folder / "tasks.csv").is_file():  # of `rungs fleet submit`: its rows.csv has the rows of all tasks
        tasks = {path for path in rows if _TASK.fullmatch(path.name)}
        inside, rows = ([path for path in paths if path not in tasks] for paths in (inside, rows))
    own = {path: [other for other in inside if other.name.startswith(f"{path.stem}.") and other not in rows]
           for path in rows}
    named = {other for group in own.values() for other in group}
    main = rows[0] if len(rows) == 1 else next((path for path in rows if path.name == "rows.csv"), None)
    return [Found(path, sorted({*own[path], *(other for other in inside
                                              if path == main and other not in named and other not in rows)}))
            for path in rows]


def _is_rows(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip(b'"').startswith((b"schema,case", b'schema","case'))


def add(store: Path, run: Found) -> tuple[str, str]:
    """(what was done, the run's id): ADDED; KNOWN, where all is there; GROWN, where it takes the place of a run whose
    rows are all among its own; MORE, where files beside it are new.

    Raises RowsError where a file is no whole CSV, or differs from the one that is there for the same rows; the store is
    then as it was.
    """
    rungs_rows.read(run.rows)  # nothing but rows of a schema that is known
    digest = _digest(run.rows)
    name = digest[:16]
    folder = store / RUNS / name
    there = _manifest(folder)
    content = {path.name: _digest(path) for path in run.beside}
    if there:
        for file, its in content.items():
            if there["files"].get(file, its) != its:
                raise RowsError(f"{run.rows.parent / file}: differs from the one in the store for the same rows, in "
                                f"{folder}; expected the same file (remove that folder to add it again)")
        if content.keys() <= there["files"].keys():
            return KNOWN, name
    lines = _lines(run.rows)
    smaller = []
    for other in [] if there else _runs(store):
        stored = _lines(other / _manifest(other)["rows"])
        if lines <= stored:
            return KNOWN, other.name
        if stored <= lines:
            smaller.append(other)
    part = store / RUNS / f".{name}.{os.getpid()}"
    try:
        if there:
            shutil.copytree(folder, part)
        else:
            part.mkdir()
        for path in [run.rows, *run.beside]:
            _copy(path, part)
        kept = {**(there["files"] if there else {}), run.rows.name: digest, **content}
        for old in smaller:
            kept = {**_joined(old, part), **kept}
        (part / MANIFEST).write_text(json.dumps({"rows": run.rows.stem + parquet.SUFFIX, "from": str(run.rows.parent),
                                                 "files": kept}, indent=1) + "\n", encoding="utf-8")
        for old in [folder] if there else smaller:
            shutil.rmtree(old)
        os.replace(part, folder)
    except OSError as error:
        raise RowsError(f"{store}: cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return (MORE if there else GROWN if smaller else ADDED), name


def _joined(old: Path, folder: Path) -> dict[str, str]:
    """Copies the files beside a run's rows into the folder of the run that takes its place, but for those that it has.
    Returns {name: digest} of what was copied."""
    manifest = _manifest(old)
    names = {name: Path(name).with_suffix(parquet.SUFFIX) if name.endswith(".csv") else name
             for name in manifest["files"]}
    found = {name: digest for name, digest in manifest["files"].items()
             if str(names[name]) != manifest["rows"] and not (folder / names[name]).exists()}
    for name in found:
        shutil.copyfile(old / names[name], folder / names[name])
    return found


def _copy(path: Path, folder: Path) -> None:
    if path.suffix == ".csv":
        header, body = records.read_records(path)
        parquet.write(folder / (path.stem + parquet.SUFFIX), header, [fields for _, fields in body])
    else:
        shutil.copyfile(path, folder / path.name)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise RowsError(f"{path}: cannot be read: {error.strerror}") from None


def _lines(path: Path) -> set[tuple]:
    """All rows of a file, each as a tuple of (column, text)."""
    header, body = records.read_records(path)
    return {tuple(sorted(zip(header, fields))) for _, fields in body}


def _runs(store: Path) -> list[Path]:
    return sorted(path.parent for path in (store / RUNS).glob(f"*/{MANIFEST}") if not path.parent.name.startswith("."))


def _manifest(folder: Path) -> dict:
    """A run's manifest, {} where there is none."""
    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise RowsError(f"{folder / MANIFEST}: cannot be read ({error}); expected a run of a store") from None


def tables(store: Path) -> dict[str, list[Path]]:
    """{'rows': its Parquet files, 'samples': ..., 'counters_runs': ...} of a store; BadUsage where it is none."""
    check(store)
    found: dict[str, list[Path]] = {"rows": []}
    for folder in _runs(store):
        main = _manifest(folder)["rows"]
        for path in sorted(folder.glob(f"*{parquet.SUFFIX}")):
            kind = "rows" if path.name == main else re.sub(rf"^({re.escape(Path(main).stem)}|task-\d+)\.", "",
                                                           path.stem)
            found.setdefault(kind.replace(".", "_").replace("-", "_"), []).append(path)
    return found
