"""`rungs fleet report`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, number, pattern, picture, refuse_overwriting
from rungs.data.errors import RowsError
from rungs.data.terminal import put

HELP = "name GPUs that are slow against others of their name, and in what"
DESCRIPTION = about("statistics/fleet", skip_first=False)
EPILOG = "Exit codes: 0 no GPU is slow, 1 one is, 2 bad input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER|rows.csv",
                        help="rows of bench, of any number of hosts: files, and folders to search for rows*.csv")
    parser.add_argument("--filter", type=pattern, metavar="REGEX",
                        help="only rows whose case/variant matches, as for bench")
    parser.add_argument("--threshold", type=number(0, 1000), default=1.0, metavar="PERCENT",
                        help="a GPU that is less slow is not named (default: 1)")
    parser.add_argument("--any-program", action="store_true",
                        help="compare rows of different programs, too: what a change of the code did is then taken for "
                             "the GPU's")
    parser.add_argument("--plot", type=picture, metavar="FILE.png", help="also draw it, as PNG or SVG")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import gathered
    from rungs.statistics import fleet
    from rungs.tables import fleet_text

    frame, facts = gathered.read(gathered.find(options.paths))
    if options.filter:
        names = frame["case"] + "/" + frame["variant"]
        frame = frame[names.map(lambda name: bool(options.filter.search(name)))]
    if options.any_program:
        frame = frame.assign(binary="")
    found = fleet.report(frame, options.threshold, facts)
    if not found.gpus:
        raise RowsError("no row of a GPU whose UUID is known; expected rows of bench on GPUs")
    if options.plot:
        from rungs.plots import fleet_plot, style

        refuse_overwriting("--plot", options.plot, [])
        with style.look():
            style.save(fleet_plot.draw(found, options.threshold), options.plot.parent, options.plot.stem,
                       [options.plot.suffix.removeprefix(".")])
    put("\n".join(fleet_text.text(found)) + "\n")
    return 1 if found.slow else 0
