"""`rungs techniques`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, whole
from rungs.data import catalogue, checkout
from rungs.data.errors import BadUsage, complain, put
from rungs.profile import limits

DESCRIPTION = ("Shows which optimisation is worth what, over all cases of one or more runs.\n\n"
               + about("statistics/techniques"))
EPILOG = f"""How a gain is computed.

{about("statistics/pairs")}
At which problem.

{about("statistics/reference")}
Where it stops paying.

{about("statistics/stops")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN",
                        help="a folder with a rows.csv, or a rows.csv; counters.csv next to it is read too (default: "
                             f"{checkout.LATEST})")
    parser.add_argument("--limit", choices=limits.CLASSES, metavar="CLASS", default="",
                        help=f"only steps of kernels that this limited: {', '.join(limits.CLASSES)}")
    parser.add_argument("--gpu", default="", metavar="NAME", help="only machines with this in their name: h100")
    parser.add_argument("--steps", action="append", choices=[one.id for one in catalogue.read()], default=[],
                        metavar="ID", help="show this technique with its steps; may be given again")
    parser.add_argument("--best", type=whole(1, 100), metavar="N",
                        help="show only the best step of each of the N best techniques, a sentence each, of the first "
                             "machine: of its host variants where it has no GPU")
    parser.add_argument("--draw", type=Path, metavar="FOLDER",
                        help="draw those that gained most, and print no table: techniques.png, techniques-dark.png")


def run(options: argparse.Namespace) -> int:
    from rungs.data import setups
    from rungs.report import page
    from rungs.statistics import techniques
    from rungs.tables import techniques_text

    if bool(options.best) + bool(options.draw) + bool(options.steps) > 1:
        raise BadUsage("--best, --draw and --steps show different things; expected one of them")
    known = catalogue.read()
    there = setups.setups_of(page.load(options.runs or checkout.latest()))
    machines = [setup for setup in there if options.gpu.lower() in setup.label.lower()]
    if not machines:
        raise BadUsage(f"--gpu={options.gpu}: no such machine; there is {', '.join(one.label for one in there)}")
    sources = techniques_text.sources_of(machines)
    backend = "cuda"
    if options.best:
        sources = sources[:1]
        backend = "cuda" if machines[0].has_gpu else "host"
    found = techniques.of(sources, known, backend=backend)
    for name in techniques.unknown(sources, known):
        complain("techniques", f"technique {name!r} of these rows is not in the catalogue")
    if options.limit:
        found = techniques.chosen(found, options.limit)
    if options.best:
        put("".join(f"{line}\n" for line in techniques_text.sentences(techniques.best(found, options.best))))
        return 0
    names = [source.name for source in sources]
    if options.draw and any(one.steps for one in found):
        from rungs.plots import techniques as pictures
        put("".join(f"{path}\n" for path in pictures.draw(found, names, techniques_text.notes(machines), options.draw)))
        return 0
    shown = [one for one in found if one.entry.id in options.steps]
    lines = [line for one in shown for line in [*techniques_text.opened(one), ""]]
    put("\n".join(lines or techniques_text.text([] if options.steps else found, names)) + "\n")
    return 0
