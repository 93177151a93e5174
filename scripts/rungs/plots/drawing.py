"""From the options of `rungs plot` to pictures: which cases, with what beside them, into which files."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

from rungs.data import energy_files, environment, files, published, rows
from rungs.data.errors import RowsError
from rungs.data.records import shown
from rungs.data.terminal import complain
from rungs.plots import beside, catalogue, drawn_from, style
from rungs.plots.theme import THEMES


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


def read_sources(options: argparse.Namespace, frame: pd.DataFrame, machines: list, cases: list[str]) -> list:
    """What is drawn beside the rows of each machine: a list of Sources."""
    kinds = options.plots
    whole = catalogue.Sources(published.read(options.published))
    if "samples" in kinds:
        whole = replace(whole, samples=beside.samples(options.rows, frame))
    if "energy" in kinds:
        whole = replace(whole, energies=energy_files.of_rows(options.rows, frame))
    if options.against:
        others = []
        for path in options.against:
            found = rows.machines(rows.read(path))
            beside.require_common(path, found, machines, cases)
            others += found
        whole = replace(whole, others=dict(zip(catalogue.distinct(others), others)))
    sources = [replace(whole, l2_bytes=environment.l2_bytes(files.beside(options.rows, "environment"), machine),
                       counters=beside.counters(options.rows, machine) if {"ladder", "roofline"} & set(kinds) else {})
               for machine in machines]
    if options.sizes:
        other, number = beside.sizes(options.sizes, machines)
        sources[number] = replace(sources[number], sizes=other)
    return sources


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
                            # Taken: a parameter may be called 'roofline'.
                            free = files.unused(name + suffix, taken.__contains__)
                            taken.add(free)
                            yield from style.save(figure, out, free + "-dark" * (theme == "dark"), options.formats)


def folder(options: argparse.Namespace) -> Path:
    """Where the plots go."""
    return options.out or options.rows.parent / "plots"


def inputs(options: argparse.Namespace) -> list[Path]:
    """All files that the plots depend on, whether they are there or not."""
    return [options.rows, files.beside(options.rows, "environment"), *beside.paths(options.rows),
            *filter(None, [options.published, options.sizes]), *options.against]


def check(options: argparse.Namespace) -> int:
    """Says which files have changed since the plots were drawn; returns the exit code."""
    stale = drawn_from.stale(folder(options))
    if stale:
        complain("plot", f"{folder(options)} is stale: {', '.join(map(shown, stale))} changed; draw it again")
    return 1 if stale else 0
