#!/usr/bin/env python3
"""Draws the ladders and sweeps of a rows.csv; see --help."""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from rungs import ladder, published, rows, style, sweep

FORMATS = ("png", "svg")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="plot.py", description="Draws the ladder and the sweeps of each case in a rows.csv of bench.")
    parser.add_argument("rows", type=Path, help="the rows.csv")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the plots (default: plots/ beside rows.csv)")
    parser.add_argument("--case", metavar="NAME", help="one case (default: all but the ceilings)")
    parser.add_argument("--cache", choices=("cold", "hot", "both"), default="both",
                        help="cache states to draw (default: %(default)s)")
    parser.add_argument("--formats", type=_formats, default=FORMATS, metavar="LIST",
                        help="of png and svg, with commas between (default: both)")
    parser.add_argument("--published", type=Path, default=published.DEFAULT_PATH, metavar="FILE",
                        help="the published figures (default: reference/published/published.csv)")
    return parser.parse_args(arguments)


def _formats(text):
    formats = tuple(dict.fromkeys(text.split(",")))
    for word in formats:
        if word not in FORMATS:
            raise argparse.ArgumentTypeError(f"{word!r} is not a format; legal are {', '.join(FORMATS)}")
    return formats


def slug(text):
    """A name as part of a file name: letters, digits, '_' and '-', never empty."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:60] or "unnamed"


def suffixes(machines):
    """What tells the files of several machines apart: '' for one, else the device, host and UUID as needed."""
    if len(machines) == 1:
        return [""]
    names = [f"-{slug(machine.device)}" for machine in machines]
    for more in ("host", "uuid"):
        counts = Counter(names)
        names = [f"{name}-{slug(getattr(machine, more))}" if counts[name] > 1 else name
                 for name, machine in zip(names, machines)]
    return names


def choose_cases(frame, wanted):
    """The cases to draw; raises RowsError where `wanted` is not one of them."""
    names = rows.cases(frame)
    if wanted is None:
        return names
    if wanted in rows.CEILING_CASES:
        raise rows.RowsError(f"--case={wanted}: a ceiling is the floor line of the other plots and has none of its "
                             f"own; legal here: {', '.join(names) or '(no case)'}")
    if wanted not in names:
        raise rows.RowsError(f"--case={rows.shown(wanted)}: no such case among the measured rows; legal here: "
                             f"{', '.join(names) or '(no case)'}")
    return [wanted]


def figures(case, machine, figures_published, cache):
    """Yields (file name, figure) for a case on a machine."""
    mine = machine.rows[machine.rows["case"] == case]
    caches = ladder.choose_caches(mine, cache)
    drawn = ladder.draw(case, machine, figures_published, caches)
    if drawn:
        yield "-".join([slug(case), "ladder", *filter(None, caches)]), drawn
    defaults = rows.defaults_of(machine.rows, case)
    for state in caches:
        for by, swept in sweep.sweeps(mine[mine["cache"] == state], figures_published, defaults):
            drawn = sweep.draw(case, machine, swept, by, figures_published)
            if drawn:
                yield "-".join(filter(None, [slug(case), slug(by), state])), drawn


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        frame = rows.read(options.rows)
        documents = published.read(options.published)
        cases = choose_cases(frame, options.case)
        out = options.out or options.rows.parent / "plots"
        simulated = len(frame) - len(rows.measured(frame))
        if simulated:
            print(f"{simulated} simulator rows have no time and are not plotted")
        machines = rows.machines(frame)
        written = 0
        with style.look():
            for machine, suffix in zip(machines, suffixes(machines)):
                for case in cases:
                    for name, figure in figures(case, machine, documents, options.cache):
                        for path in style.save(figure, out, name + suffix, options.formats):
                            print(path)
                            written += 1
        if not written:
            print("nothing to plot: no measured row of a case in this cache state")
    except (rows.RowsError, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
