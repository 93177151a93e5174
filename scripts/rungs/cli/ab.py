"""`rungs ab`."""

import argparse
import re
import tempfile
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from rungs.cli.options import about, number, pattern, refuse_ours, whole
from rungs.data import checkout
from rungs.data.errors import BadUsage
from rungs.data.terminal import complain, put

DESCRIPTION = """Compares two builds of a bench. Variants whose machine code, launches, arguments and libraries are
the same are skipped and listed; the others run in turn, a process of the old build and one of the new.

""" + about("statistics/ab")
EPILOG = f"""How sure it is.

{about("statistics/paired")}
Words that are no options here go to bench, as --sizes, --param, --cache and --device. Unless they are given, bench gets
--min-time=0.1 and --time-limit=0.5: more processes tell more than longer rows.

Examples:
  rungs ab main HEAD --filter=^stitch/ --budget 10m --markdown > comment.md
  rungs ab build-before build --all --sizes=1024,4096
  rungs ab v1 v2 --program=my_bench --build-command='cmake -B build && cmake --build build'
"""
EXIT_CODES = {0: "no regression", 1: "a row is slower or broken"}
PASSES_ON = True  # words that are no options here go to bench
PAIRS = 12
QUICK = ("--min-time=0.1", "--time-limit=0.5")  # seconds, unless they are given
OURS = ("--out", "--progress", "--resume", "--retry-failed")  # what bench gets from here
_BUDGET = re.compile(r"(\d+(?:\.\d+)?)(s|m|h)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, what in (("old", "to compare with"), ("new", "to judge")):
        parser.add_argument(name, metavar=name.upper(), help=f"the build {what}: a program, a build's folder, or a "
                            "commit, which is built in a worktree")
    parser.add_argument("--filter", type=pattern, metavar="REGEX", help="only variants whose case/name matches")
    parser.add_argument("--backend", choices=("auto", "host", "cuda", "simulator"), default="auto",
                        help="as for bench (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="run unchanged variants, too, and show every row")
    parser.add_argument("--pairs", type=_pairs, metavar="N",
                        help=f"pairs of processes, an even number from 6; not with --budget (default: {PAIRS})")
    parser.add_argument("--budget", type=_seconds, metavar="TIME", help="such as 90s, 10m or 1h: run on while a row's "
                        "verdict is open, up to 48 pairs; 6 pairs are run in any case")
    parser.add_argument("--threshold", type=number(0, 1000), default=0.2, metavar="PERCENT",
                        help="a smaller change counts as none (default: %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="print Markdown, for a pull request")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the rows of each process there; a new folder")
    commits = parser.add_argument_group("programs and commits")
    commits.add_argument("--program", default="bench", metavar="NAME", help="the program's path in a build's folder "
                         "(default: %(default)s)")
    commits.add_argument("--build-command", metavar="COMMAND", help="what builds a commit in its checkout, into build/ "
                         "(default: cmake --preset dev, and the target named as the program)")
    commits.add_argument("--worktrees", type=Path, default=checkout.built("ab"), metavar="FOLDER",
                         help="where commits are checked out and built, once each (default: build/ab)")


def _pairs(text: str) -> int:
    value = whole(6, 1000)(text)
    if value % 2:
        raise argparse.ArgumentTypeError(f"{text!r}; expected an even number: processes run in blocks of two pairs")
    return value


def _seconds(text: str) -> float:
    found = _BUDGET.fullmatch(text)
    value = float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]] if found else 0.0
    if not 0 < value <= 7 * 86400:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a time such as 90s, 10m or 1h, of a week at most")
    return value


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import ab, builds
    from rungs.statistics.ab import regressed
    from rungs.tables import ab_text

    refuse_ours(options.words, OURS)
    given = [word.partition("=")[0] for word in options.words]
    quick = [word for word in QUICK if word.partition("=")[0] not in given]
    words = [f"--backend={options.backend}", *quick, *options.words]
    if options.pairs and options.budget:
        raise BadUsage("--pairs and --budget: expected one of them")
    if options.out and options.out.exists():
        raise BadUsage(f"--out={options.out}: is there already; expected a new folder")
    command = options.build_command or builds.COMMAND.format(target=options.program)
    old, new = (builds.resolve(named, options.program, command, options.worktrees.absolute())
                for named in (options.old, options.new))
    names, notes = _both(old.variants, new.variants)
    runs_on = {name: variant.backends for name, variant in new.variants.items()}
    chosen = [name for name in names if (not options.filter or options.filter.search(name))
              and options.backend in ("auto", *runs_on[name])]
    if not chosen:
        raise BadUsage("no variant of both builds fits --filter and --backend; expected some, such as "
                       f"{next(iter(names), 'stitch/gpu/modulo')}")
    changed = builds.changed(old, new, names)
    unchanged = [name for name in names if name not in changed]
    to_run = [name for name in chosen if options.all or name in changed]
    skipped = [name for name in chosen if name not in to_run]
    complain("ab", f"{len(to_run)} variants to run, {len(skipped)} unchanged")
    if not to_run:
        put("\n".join(ab_text.lines([], notes, skipped, options.threshold, options.markdown, options.all)) + "\n")
        return 0
    place = nullcontext(options.out) if options.out else tempfile.TemporaryDirectory(prefix="rungs-ab-")
    with place as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        plan = ab.Plan(words, Path(folder), options.threshold, options.pairs or PAIRS, options.budget,
                       partial(complain, "ab"))
        outcome = ab.run(old, new, to_run, unchanged, plan)
    notes += [f"{name}: {why}" for name, why in changed.items() if name in to_run and why.startswith("not compared")]
    notes += outcome.troubles
    notes.append(f"old: {old.named}; new: {new.named}; {outcome.pairs} pairs of processes in {outcome.seconds:.0f} s")
    put("\n".join(ab_text.lines(outcome.judged, notes, skipped, outcome.beyond, options.markdown, options.all)) + "\n")
    return 1 if regressed(outcome.judged) else 0


def _both(old: dict, new: dict) -> tuple[list[str], list[str]]:
    """Names of the variants that both builds can run, and lines on those of one alone."""
    runs = [{name for name, variant in of.items() if variant.backends} for of in (old, new)]
    alone = [(side, sorted(runs[at] - runs[1 - at])) for at, side in enumerate(("old", "new"))]
    notes = [f"only in the {side} build: {', '.join(found)}" for side, found in alone if found]
    return [name for name in new if name in runs[0] & runs[1]], notes
