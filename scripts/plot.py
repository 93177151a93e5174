#!/usr/bin/env python3
"""Draws the rows of a rows.csv; see --help."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from rungs import drawn_from, environment, published, rows, style
from rungs.plots import beside, catalogue
from rungs.theme import THEMES

FORMATS = ("png", "svg")

EPILOG = """kinds of plots:
  ladder    time of each variant at one problem, with the floor and the published figures
  sweep     rate over each parameter, and over sizes, where the GPU's L2 is marked (rows.environment.csv)
  roofline  rate over arithmetic intensity, below the measured ceilings; counters.csv gives the DRAM bytes
  samples   the distribution of raw samples (rows.samples.csv)
  against   how many times faster than another machine (--against)
Side files are found beside the rows.csv; a kind whose file is not there is left out."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="plot.py", description="Draws each case in a rows.csv of bench.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, help="the rows.csv")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the plots (default: plots/ beside rows.csv)")
    parser.add_argument("--case", metavar="NAME", help="one case (default: all but the ceilings)")
    parser.add_argument("--cache", choices=("cold", "dirty", "hot", "all"), default="all",
                        help="cache states to draw (default: %(default)s)")
    parser.add_argument("--plots", type=_list_of(catalogue.KINDS, "kind of plot"), default=tuple(catalogue.KINDS),
                        metavar="LIST", help=f"of {', '.join(catalogue.KINDS)} (default: all)")
    parser.add_argument("--against", type=Path, action="append", default=[], metavar="FILE",
                        help="another machine's rows.csv to hold this against; can be given again")
    parser.add_argument("--sizes", type=Path, metavar="FILE",
                        help="a rows.csv of a GPU of the same name, whose sizes join the sweep over sizes")
    parser.add_argument("--theme", choices=(*THEMES, "both"), default="light",
                        help="for light or dark pages; files for dark ones end in -dark (default: %(default)s)")
    parser.add_argument("--formats", type=_list_of(FORMATS, "format"), default=FORMATS, metavar="LIST",
                        help="of png and svg, with commas between (default: both)")
    parser.add_argument("--check", action="store_true",
                        help="draw nothing; exit 1 where the folder's pictures are of other files than those there now")
    parser.add_argument("--published", type=Path, default=published.DEFAULT_PATH, metavar="FILE",
                        help="the published figures (default: reference/published/published.csv)")
    return parser.parse_args(arguments)


def _list_of(legal, what):
    def parse(text):
        words = tuple(dict.fromkeys(text.split(",")))
        for word in words:
            if word not in legal:
                raise argparse.ArgumentTypeError(f"{word!r} is not a {what}; legal are {', '.join(legal)}")
        return words
    return parse


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


def read_sources(options, frame, machines, cases):
    """What is drawn beside the rows of each machine: a list of Sources."""
    kinds = options.plots
    whole = catalogue.Sources(published.read(options.published))
    if "samples" in kinds:
        whole = replace(whole, samples=beside.samples(options.rows, frame))
    if options.against:
        others = []
        for path in options.against:
            found = rows.machines(rows.read(path))
            beside.require_common(path, found, machines, cases)
            others += found
        whole = replace(whole, others=dict(zip(catalogue.distinct(others), others)))
    sources = [replace(whole, l2_bytes=environment.l2_bytes(environment.default_path(options.rows), machine),
                       dram_bytes=beside.dram_bytes(options.rows, machine) if "roofline" in kinds else {})
               for machine in machines]
    if options.sizes:
        other, number = beside.sizes(options.sizes, machines)
        sources[number] = replace(sources[number], sizes=other)
    return sources


def draw(options, machines, sources, cases):
    """Draws and writes all plots in the themes asked for; yields the paths."""
    out = folder_of(options)
    for theme in THEMES if options.theme == "both" else [options.theme]:
        taken = set()
        with style.look(theme):
            for machine, mine, suffix in zip(machines, sources, catalogue.suffixes(machines)):
                for case in cases:
                    for name, figure in catalogue.figures(case, machine, mine, options.cache, options.plots):
                        if figure:
                            name = unused(name + suffix, taken) + ("-dark" if theme == "dark" else "")
                            yield from style.save(figure, out, name, options.formats)


def unused(name, taken):
    """The name, with a number where it is taken already; a parameter may be called 'roofline'."""
    free = next(each for each in (name, *(f"{name}-{number}" for number in range(2, 1000))) if each not in taken)
    taken.add(free)
    return free


def folder_of(options):
    """Where the plots go."""
    return options.out or options.rows.parent / "plots"


def sources_of(options):
    """All files that the plots depend on, whether they are there or not."""
    return [options.rows, environment.default_path(options.rows), *beside.paths(options.rows), options.published,
            *filter(None, [options.sizes]), *options.against]


def check(options):
    """Says which files have changed since the plots were drawn; returns the exit code."""
    stale = drawn_from.stale(folder_of(options))
    if stale:
        print(f"plot.py: {folder_of(options)} is stale: {', '.join(map(rows.shown, stale))} changed; draw it anew",
              file=sys.stderr)
    return 1 if stale else 0


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        if options.check:
            return check(options)
        frame = rows.read(options.rows)
        cases = choose_cases(frame, options.case)
        machines = rows.machines(frame)
        sources = read_sources(options, frame, machines, cases)
        simulated = len(frame) - len(rows.measured(frame))
        if simulated:
            print(f"{simulated} simulator rows have no time and are not plotted")
        written = 0
        for path in draw(options, machines, sources, cases):
            print(path)
            written += 1
        if written and (options.case, options.cache, options.plots) == (None, "all", tuple(catalogue.KINDS)):
            drawn_from.note(folder_of(options), sources_of(options))
        if not written:
            print("nothing to plot: no measured row of a case in this cache state")
            for kind in options.plots if len(options.plots) < len(catalogue.KINDS) else []:
                if catalogue.KINDS[kind]:
                    print(f"  {kind} needs {catalogue.KINDS[kind]}")
    except (rows.RowsError, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
