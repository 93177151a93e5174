"""`rungs plot`."""

import argparse
from pathlib import Path

from rungs.cli.options import PICTURES, list_of
from rungs.data import checkout
from rungs.plots.theme import THEMES

DESCRIPTION = "Draws each case in a rows.csv of bench."
EPILOG = """kinds of plots:
  ladder    time of each variant at one problem, with the speed of light and the published figures; with
            counters.csv also what binds it
  sweep     rate over each parameter, and over sizes
GPU and host each have their own ladders and sweeps: of a case with rows of both, CASE-ladder-cold.png shows
the GPU's and CASE-host-ladder-cold.png the host's."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", type=Path, help="the rows.csv")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the plots (default: plots/ by rows.csv)")
    parser.add_argument("--case", metavar="NAME", help="one case (default: all but the ceilings)")
    parser.add_argument("--cache", choices=("cold", "dirty", "hot", "all"), default="all",
                        help="cache states to draw (default: %(default)s)")
    parser.add_argument("--theme", choices=(*THEMES, "both"), default="light",
                        help="for light or dark pages; files for dark ones end in -dark (default: %(default)s)")
    parser.add_argument("--formats", type=list_of(PICTURES, "format"), default=PICTURES, metavar="LIST",
                        help="of png and svg, with commas between (default: both)")
    parser.add_argument("--published", type=Path, default=checkout.find(checkout.PUBLISHED), metavar="FILE",
                        help=f"the published figures (default: {checkout.PUBLISHED})")


def run(options: argparse.Namespace) -> int:
    from rungs.data import rows
    from rungs.plots import drawing

    frame = rows.read(options.rows)
    cases = drawing.choose_cases(frame, options.case)
    machines = rows.machines(frame)
    written = 0
    for path in drawing.draw(options, machines, cases):
        print(path)
        written += 1
    if simulated := len(frame) - len(rows.measured(frame)):
        print(f"{simulated} simulator rows have no time and are not plotted")
    if written and (options.case, options.cache) == (None, "all"):
        drawing.note(options)
    if not written:
        print("nothing to plot: no measured row of a case in this cache state")
    return 0
