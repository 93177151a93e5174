"""`rungs techniques`."""

import argparse
from collections.abc import Collection
from pathlib import Path

from rungs.cli.options import about, whole
from rungs.data import checkout
from rungs.data.errors import BadUsage, complain, is_it, put

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
    parser.add_argument("--limit", metavar="CLASS", default="",
                        help="only steps of kernels that this limited: issue, alu, dram, l2, smem, few, wait, atomic, "
                             "launch or bus")
    parser.add_argument("--case", default="", metavar="NAME", help="only steps of this case")
    parser.add_argument("--gpu", default="", metavar="NAME", help="only machines with this in their name: h100")
    parser.add_argument("--cache", choices=("cold", "dirty", "hot"), default="cold",
                        help="the state of the caches (default: cold)")
    parser.add_argument("--steps", action="append", default=[], metavar="ID",
                        help="show this technique with its steps; may be given again")
    parser.add_argument("--best", type=whole(1, 100), metavar="N",
                        help="show only the best step of each of the N best techniques, a sentence each, of the first "
                             "machine: of its host variants where it has no GPU")
    parser.add_argument("--draw", type=Path, metavar="FOLDER",
                        help="draw those that gained most, and print no table: techniques.png, techniques-dark.png")


def run(options: argparse.Namespace) -> int:
    from rungs.data import catalogue, setups
    from rungs.profile import limits
    from rungs.report import page
    from rungs.statistics import techniques
    from rungs.tables import techniques_text

    known = catalogue.read()
    _one_of("--limit", options.limit, limits.CLASSES)
    for name in options.steps:
        _one_of("--steps", name, [entry.id for entry in known])
    runs = page.load(options.runs or checkout.latest())
    there = setups.setups_of(runs)
    machines = [setup for setup in there if options.gpu.lower() in setup.label.lower()]
    if not machines:
        raise BadUsage(f"--gpu={options.gpu}: no such machine; there is {', '.join(one.label for one in there)}")
    sources = techniques_text.sources_of(machines)
    _one_of("--case", options.case, sorted({case for source in sources for case in source.rows["case"]}))
    backend = "cuda"
    if options.best:
        sources = sources[:1]
        backend = "cuda" if machines[0].has_gpu else "host"
    found = techniques.of(sources, known, options.cache, backend)
    for name in techniques.unknown(sources, known):
        complain("techniques", f"technique {name!r} of these rows is not in the catalogue")
    if options.limit or options.case:
        found = techniques.chosen(found, options.limit, options.case)
    if options.best:
        put("".join(f"{line}\n" for line in techniques_text.sentences(techniques.best(found, options.best))))
        return 0
    names = [source.name for source in sources]
    if options.draw and any(one.steps for one in found):
        from rungs.plots import techniques as pictures
        put("".join(f"{path}\n" for path in pictures.draw(found, names, techniques_text.notes(machines, options.cache),
                                                          options.draw)))
        return 0
    shown = [one for one in found if one.entry.id in options.steps]
    lines = [line for one in shown for line in [*techniques_text.opened(one), ""]]
    put("\n".join(lines or techniques_text.text([] if options.steps else found, names, options.cache)) + "\n")
    return 0


def _one_of(option: str, word: str, legal: Collection[str]) -> None:
    if word and word not in legal:
        raise BadUsage(f"{option}={word}: not known; expected one of {', '.join(legal)}{is_it(word, legal)}")
