"""From the options of `rungs plot` to pictures: which plots there are of a case on a machine, with the counters.csv
next to the rows.csv, and in which files; and a note in their folder on which files they were drawn from, so that stale
ones are found."""

import argparse
import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

from rungs.data import counter_files, files, published, rows, show
from rungs.data import sweep as rungs_sweep
from rungs.data.errors import RowsError
from rungs.data.ladder import CACHES
from rungs.data.published import Published, defaults_of
from rungs.data.records import csv_text, shown
from rungs.plots import ladder, style, sweep
from rungs.plots.theme import THEMES

COUNTERS_FILE = "counters.csv"
KINDS = ("ladder", "sweep")
NOTE, NOTE_COLUMNS = "drawn_from.csv", ["file", "sha256"]


def choose_cases(frame: pd.DataFrame, wanted: str | None) -> list[str]:
    """The cases to draw; raises RowsError where `wanted` is not one of them."""
    names = rows.cases(frame)
    if wanted is None:
        return names
    if wanted not in names:
        raise RowsError(f"--case={shown(wanted)}: no such case among the measured rows; expected "
                        f"{', '.join(names) or '(no case)'}")
    return [wanted]


def counters(rows_path: Path, machine: rows.Machine) -> dict[tuple, dict]:
    """What the counters.csv next to a rows.csv holds, as counter_files.read returns it. Empty where there is no such
    file, or where its runs were on a GPU of another name than this rows.Machine's."""
    path = Path(rows_path).parent / COUNTERS_FILE
    if not files.stored(path).exists() or not machine.uuid:
        return {}
    devices = counter_files.devices(path)
    if devices and machine.device not in devices:
        return {}
    return counter_files.read(path)


def draw(options: argparse.Namespace, machines: list, cases: list[str]) -> Iterator[Path]:
    """Draws and writes all plots in the themes asked for; yields the paths."""
    out = folder(options)
    known, counted = published.read(options.published), [counters(options.rows, machine) for machine in machines]
    for theme in THEMES if options.theme == "both" else [options.theme]:
        taken: set[str] = set()
        with style.look(theme):
            for machine, mine, suffix in zip(machines, counted, suffixes(machines)):
                for case in cases:
                    for name, figure in figures(case, machine, known, mine, options.cache):
                        # Taken: a parameter may be called 'ladder'.
                        free = files.unused(name + suffix, taken.__contains__)
                        taken.add(free)
                        yield from style.save(figure, out, free + "-dark" * (theme == "dark"), options.formats)


def folder(options: argparse.Namespace) -> Path:
    """Where the plots go."""
    return options.out or options.rows.parent / "plots"


def note(options: argparse.Namespace) -> None:
    """Writes the note on all files that the plots depend on. Those that are not there belong to it: once they are, the
    pictures are stale. Raises RowsError where it cannot be written."""
    inputs = [options.rows, options.rows.parent / COUNTERS_FILE, *filter(None, [options.published])]
    out = folder(options)
    files.write_whole(out / NOTE, csv_text(NOTE_COLUMNS, (
        [Path(os.path.relpath(path.resolve(), out.resolve())).as_posix(), digest(path)]
        for path in dict.fromkeys(inputs))))


def digest(path: Path) -> str:
    """SHA-256 of what a file holds, in hexadecimal, '' where there is none."""
    try:
        with files.opened(path) as file:
            return hashlib.sha256(file.read()).hexdigest()
    except FileNotFoundError:
        return ""


def slug(text: str, limit: int = 60) -> str:
    """A name as part of a file name: letters, digits, '_' and '-', never empty, of at most `limit` letters."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:limit] or "unnamed"


def suffixes(machines: list[rows.Machine]) -> list[str]:
    """What tells the files of several machines apart: '' for one, else '-' and its name, none twice: the device, with
    host, UUID and a number as needed."""
    names = show.distinct_names([show.plain(machine.device, 45) or "unnamed" for machine in machines],
                                *([show.plain(getattr(machine, what), 45) for machine in machines]
                                  for what in ("host", "uuid")),
                                [str(number) for number in range(1, len(machines) + 1)])
    return [""] if len(machines) == 1 else [f"-{slug(name, 150)}" for name in names]


def figures(case: str, machine: rows.Machine, known: Published, counted: dict, cache: str = "all",
            kinds: tuple[str, ...] = KINDS) -> Iterator:
    """Yields (file name, figure) of the kinds of plots of a case on a machine; `counted` is as counter_files.read
    returns it, `cache` is cold, dirty, hot or all. GPU and host have pictures of their own, since on one axis the
    host's times would hide the GPU's steps."""
    for part, start in _gpu_and_host(case, machine):
        there = set(part.rows[part.rows["case"] == case]["cache"])
        caches = [state for state in CACHES if cache in (state, "all") and state in there]
        for state in [state for state in caches if state] or caches:
            ending = f"-{slug(state)}" if state else ""
            if "ladder" in kinds:
                yield f"{start}-ladder{ending}", ladder.draw(case, part, known, state, counted)
            for by, figure in _sweeps(case, part, known, state) if "sweep" in kinds else ():
                yield f"{start}-{slug(by)}{ending}", figure


def _gpu_and_host(case: str, machine: rows.Machine) -> list[tuple[rows.Machine, str]]:
    """[(the machine with a part of the case's rows, how file names begin)]: the GPU's, then the host's."""
    of_case = machine.rows["case"] == case
    on_host = of_case & (machine.rows["backend"] == "host")
    if not on_host.any() or on_host.sum() == of_case.sum():
        return [(machine, slug(case))]
    return [(replace(machine, rows=machine.rows[~on_host]), slug(case)),
            (replace(machine, rows=machine.rows[~of_case | on_host]), f"{slug(case)}-host")]


def _sweeps(case: str, machine: rows.Machine, known: Published, state: str) -> Iterator:
    """(by, figure): the sweeps over parameters, several in one figure, and that over sizes."""
    mine = machine.rows[(machine.rows["case"] == case) & (machine.rows["cache"] == state)]
    found = [sweep.Sweep(case, machine, swept, by)
             for by, swept in rungs_sweep.sweeps(mine, known, defaults_of(machine.rows, case))]
    of_sizes = [one for one in found if one.by == rungs_sweep.SIZE and one.lines]
    of_parameters = [one for one in found if one.by != rungs_sweep.SIZE and one.lines]
    if of_parameters:
        yield of_parameters[0].by if len(of_parameters) == 1 else "parameters", sweep.draw(of_parameters)
    if of_sizes:
        yield rungs_sweep.SIZE, sweep.draw(of_sizes)
