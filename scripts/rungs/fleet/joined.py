"""One run that several machines of one model measured, each some parts of it, put into one folder.

A problem (a case, size, parameters; in all states of the caches, of all versions of a variant) is taken from one
machine alone, so that a ladder and its states compare times of one GPU: from the folder with most of its cold rows, of
several that with most rows, then the first. Problems stand in the order in which they were first measured, on any
machine, since the first of a case is what pages show first. Lines of side files follow their rows, and `device_uuid`
says of each row which GPU it is of. Other files are those of the first folder that has them.
The standard library alone."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import add, itemgetter
from pathlib import Path

from rungs.data import counter_files, fact_files, files, records, row_format, why_files
from rungs.data.errors import BadUsage, RowsError
from rungs.data.records import KEY, shown
from rungs.data.row_format import BAD, COLUMNS, Key, checked, read_texts, versions

PROBLEM = ("case", "backend", "size", "params")
_key, _version = itemgetter(*KEY), itemgetter("case", "variant", "params")


@dataclass
class Joined:
    """What was joined: {file name: number of rows}, and lines on what was left out."""

    rows: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def join(out: Path, folders: list[Path]) -> Joined:
    """Makes the folder `out` of two or more folders of one run. Raises BadUsage where `out` is there already or a
    folder is not, and RowsError where a file is broken or the folders are not of one build and model of GPU; then
    nothing is made."""
    if out.exists():
        raise BadUsage(f"{out}: is there already; expected a new folder")
    for folder in folders:
        if not folder.is_dir():
            raise BadUsage(f"{folder}: no such folder; expected the folder of a run")
    joined = Joined()
    there = {path.name: path for folder in reversed(folders) for path in sorted(folder.iterdir()) if path.is_file()}
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as made:
        new = Path(made) / "run"
        new.mkdir()
        for name in sorted(name for name, path in there.items() if _holds_rows(path)):
            _join_rows(new / name, [folder / name for folder in folders if (folder / name).is_file()], joined)
        counted = [path for folder in folders if (path := files.stored(folder / "counters.csv")).is_file()]
        if counted:
            _join_counters(new / counted[0].name, counted)
        for name, path in there.items():
            if not files.stored(new / name.removesuffix(".gz")).exists():
                shutil.copyfile(path, new / name)
                others = [folder for folder in folders if folder != path.parent and (folder / name).is_file()]
                joined.remarks += [f"{name}: of {path.parent} alone; {one} has one, too" for one in others]
        if not joined.rows:
            raise RowsError(f"{', '.join(map(str, folders))}: no file of rows; expected those of bench --out")
        new.rename(out)
    return joined


def _holds_rows(path: Path) -> bool:
    """Whether a file is one of bench --out, by its first line."""
    with open(path, "rb") as file:
        return file.readline().decode("utf-8", "replace").strip().split(",") == COLUMNS


def _join_rows(out: Path, paths: list[Path], joined: Joined) -> None:
    all_rows = [[row for line, row in read_texts(path, tuple(COLUMNS), "rows of bench")
                 if checked(f"{path}:{line}", row)] for path in paths]
    _require_one_run(paths, all_rows)
    params = _params_of(_version(row) for rows in all_rows for row in rows)

    def problem(row: dict) -> tuple[str, ...]:
        return (*(row[name] for name in PROBLEM[:-1]), params(_version(row)))
    chosen = _choose(all_rows, problem, lambda row: (row["status"] not in BAD and row["cache"] == "cold",
                                                     row["status"] not in BAD))
    kept = [[row for row in rows if chosen[problem(row)] == number] for number, rows in enumerate(all_rows)]
    names = {_key(row) for rows in kept for row in rows}
    joined.remarks += [f"{path}: {row['case']}/{row['variant']} {row['size']} {row['params']} {row['cache']}: left "
                       "out, another folder has more rows of this problem"
                       for path, rows in zip(paths, all_rows) for row in rows if _key(row) not in names]
    by_time = sorted((row for rows in all_rows for row in rows), key=itemgetter("timestamp"))
    order = {one: place for place, one in enumerate(dict.fromkeys(map(problem, by_time)))}
    in_order = sorted((row for rows in kept for row in rows), key=lambda row: order[problem(row)])
    files.write_whole(out, records.csv_text(COLUMNS, ([row[name] for name in COLUMNS] for row in in_order)))
    joined.rows[out.name] = sum(map(len, kept))
    gpus = Counter(row["device_uuid"] for rows in kept for row in rows if row["device_uuid"])
    _join_facts(files.companion(out, "environment"), [files.companion(path, "environment") for path in paths],
                [uuid for uuid, _ in gpus.most_common()])
    sides = {one.name for path in paths for one in path.parent.glob(f"{path.stem}.*.csv")}
    for name in sorted(sides - {files.companion(out, "environment").name}):
        _join_side(out.with_name(name), [path.with_name(name) for path in paths], kept)


def _require_one_run(paths: list[Path], all_rows: list[list[dict]]) -> None:
    """Raises RowsError where the rows are of several builds, or of GPUs of several names."""
    for what, column in (("commit", "commit"), ("commit of Rungs", "rungs_commit"), ("GPU", "device")):
        seen: dict[str, Path] = {}
        for path, rows in zip(paths, all_rows):
            for row in rows:
                if column != "device" or row["backend"] == "cuda":
                    seen.setdefault(row[column], path)
        if len(seen) > 1:
            said = ", ".join(f"{shown(value)} in {path}" for value, path in seen.items())
            raise RowsError(f"more than one {what}: {said}; expected parts of one run")


def _params_of(keys: Iterable[Key]) -> Callable[[Key], str]:
    """What says the problem's parameters of one of these: those that no version of its variant has added."""
    found = versions(keys)
    return lambda key: found[key][1] if key in found else key[2]


def _choose(all_lines: list[list], problem: Callable, counts: Callable) -> dict[tuple, int]:
    """{problem: number of the one with most lines of what `counts` says, one after the other, or then most lines; of
    several the first}."""
    found: dict[tuple, dict[int, tuple[int, ...]]] = {}
    for number, lines in enumerate(all_lines):
        for line in lines:
            of_problem = found.setdefault(problem(line), {})
            more = (*counts(line), True)
            of_problem[number] = tuple(map(add, of_problem.get(number, (0,) * len(more)), more))
    return {one: max(numbers, key=lambda number: (numbers[number], -number)) for one, numbers in found.items()}


def _join_facts(out: Path, paths: Iterable[Path], gpus: list[str]) -> None:
    """Joins what the machines said of themselves: of the GPUs that rows are of, that of most rows first."""
    lines = [line for path in paths for _, line in records.read_table(path, fact_files.ENVIRONMENT, optional=True)]
    if not lines:
        return
    general: dict[tuple, list[str]] = {}
    for line in lines:
        if not line[-1]:
            general.setdefault((line[0], line[1]), line)
    of_gpus = [line for uuid in gpus for line in lines if line[-1] == uuid]
    files.write_whole(out, records.csv_text(fact_files.ENVIRONMENT, [*general.values(), *of_gpus]))


def _join_side(out: Path, paths: list[Path], kept: list[list[dict]]) -> None:
    """Joins the lines that are on kept rows; of steps, all, each once. Any other file whose lines are on no row is that
    of the first folder."""
    header: list[str] = []
    lines: list[list[str]] = []
    for path, rows in zip(paths, kept):
        if not path.is_file():
            continue
        columns, body = records.read_records(path)
        if ".why.csv" in path.name and columns != why_files.COLUMNS:
            raise RowsError(f"{path}: its first line is not that of experiments beside rows")
        if not set(KEY) <= set(columns) and columns != row_format.STEP_COLUMNS:
            shutil.copyfile(path, out)
            return
        if header and columns != header:
            raise RowsError(f"{path}:1: other columns than in the other folders; expected {','.join(header)}")
        header = columns
        if columns == row_format.STEP_COLUMNS:
            lines += [fields for _, fields in body if fields not in lines]
            continue
        wanted = [name for name in (*KEY, records.DEVICE) if name in columns]
        of_row, of_line = itemgetter(*wanted), itemgetter(*map(columns.index, wanted))
        keys = set(map(of_row, rows))
        lines += [fields for _, fields in body if of_line(fields) in keys]
    files.write_whole(out, records.csv_text(header, lines))


def _join_counters(out: Path, paths: list[Path]) -> None:
    """Joins counters: those of a case at a problem are of one machine alone, too."""
    all_counters = [counter_files.read(path) for path in paths]
    params = _params_of((key[0], key[1], key[3]) for counters in all_counters for key in counters)

    def problem(key: tuple[str, ...]) -> tuple[str, ...]:
        return key[0], key[2], params((key[0], key[1], key[3]))
    chosen = _choose([list(one) for one in all_counters], problem, lambda key: ())
    found = {key: metrics for number, counters in enumerate(all_counters) for key, metrics in counters.items()
             if chosen[problem(key)] == number}
    counter_files.write(out, found, [run for path in paths for run in counter_files.read_runs(path)])
