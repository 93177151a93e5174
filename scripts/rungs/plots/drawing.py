"""From the options of `rungs plot` to pictures: which cases, with the counters.csv next to the rows.csv, into which
files; and a note in their folder on which files they were drawn from, so that stale ones are found."""

import argparse
import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

from rungs.data import checkout, counter_files, environment, files, published, rows
from rungs.data.errors import RowsError
from rungs.data.records import csv_text, read_table, shown
from rungs.data.terminal import complain
from rungs.plots import catalogue, style
from rungs.plots.theme import THEMES
from rungs.statistics import goals

COUNTERS_FILE = "counters.csv"
NOTE, NOTE_COLUMNS = "drawn_from.csv", ["file", "sha256"]


def choose_cases(frame: pd.DataFrame, wanted: str | None) -> list[str]:
    """The cases to draw; raises RowsError where `wanted` is not one of them."""
    names = rows.cases(frame)
    if wanted is None:
        return names
    if wanted in rows.CEILING_CASES:
        raise RowsError(f"--case={wanted}: a ceiling is the line 'speed of light' of the other plots and has "
                        f"none of its own; expected {', '.join(names) or '(no case)'}")
    if wanted not in names:
        raise RowsError(f"--case={shown(wanted)}: no such case among the measured rows; expected "
                        f"{', '.join(names) or '(no case)'}")
    return [wanted]


def read_sources(options: argparse.Namespace, machines: list) -> list:
    """What is drawn with the rows of each machine: a list of Sources."""
    goals_file = checkout.find(checkout.GOALS)
    whole = catalogue.Sources(published.read(options.published), goals=tuple(
        goal.variant for goal in (goals.read(goals_file) if goals_file else [])))
    return [replace(whole, l2_bytes=environment.l2_bytes(files.companion(options.rows, "environment"), machine),
                    counters=counters(options.rows, machine) if "ladder" in options.plots else {})
            for machine in machines]


def counters(rows_path: Path, machine: rows.Machine) -> dict[tuple, dict]:
    """What the counters.csv next to a rows.csv holds, {(case, variant, size, params): {metric: value}}. Empty where
    there is no such file, or where its runs were on a GPU of another name than this rows.Machine's."""
    path = Path(rows_path).parent / COUNTERS_FILE
    if not files.stored(path).exists() or not machine.uuid:
        return {}
    devices = counter_files.devices(path)
    if devices and machine.device not in devices:
        return {}
    return {key: counter_files.values(metrics) for key, metrics in counter_files.read(path).items()}


def draw(options: argparse.Namespace, machines: list, sources: list, cases: list[str]) -> Iterator[Path]:
    """Draws and writes all plots in the themes asked for; yields the paths."""
    out = folder(options)
    for theme in THEMES if options.theme == "both" else [options.theme]:
        taken: set[str] = set()
        with style.look(theme):
            for machine, mine, suffix in zip(machines, sources, catalogue.suffixes(machines)):
                for case in cases:
                    for name, figure in catalogue.figures(case, machine, mine, options.cache, options.plots):
                        if figure:
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
    inputs = [options.rows, files.companion(options.rows, "environment"), options.rows.parent / COUNTERS_FILE,
              *filter(None, [options.published])]
    out = folder(options)
    files.write_whole(out / NOTE, csv_text(NOTE_COLUMNS, (
        [Path(os.path.relpath(path.resolve(), out.resolve())).as_posix(), _digest(path)]
        for path in dict.fromkeys(inputs))))


def _digest(path: Path) -> str:
    """SHA-256 of what a file holds, in hexadecimal, '' where there is none."""
    try:
        with files.opened(path) as file:
            return hashlib.sha256(file.read()).hexdigest()
    except FileNotFoundError:
        return ""


def stale(folder: Path) -> list[str]:
    """Names of the files that have changed since the folder's pictures were drawn. Raises RowsError without a note."""
    return [name for _, (name, digest) in read_table(folder / NOTE, NOTE_COLUMNS) if _digest(folder / name) != digest]


def check(options: argparse.Namespace) -> int:
    """Says which files have changed since the plots were drawn; returns the exit code."""
    changed = stale(folder(options))
    if changed:
        complain("plot", f"{folder(options)} is stale: {', '.join(map(shown, changed))} changed; draw it again")
    return 1 if changed else 0
