"""`rungs static`."""

import argparse
import itertools
import re
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from rungs.cli.options import about, pattern
from rungs.data import fact_files, files, listing
from rungs.data.errors import RowsError, complain, nearest, put
from rungs.data.records import csv_text, shown
from rungs.data.show import fixed_width
from rungs.static import compiled, cuda_sources, sass

DESCRIPTION = """Registers, static shared memory, stack, spills, an estimate of occupancy and counts of instructions,
for each kernel of each gpu and peer variant and each architecture. No GPU is needed."""
EPILOG = f"{about('static/sass')}\nClasses of instructions:\n" \
    + "\n".join(f"  sass_{name:<18} {why}" for name, _, why in sass.CLASSES)
EXIT_CODES = {1: "--check found something"}
SHOWN = {"registers": "registers", "static_shared": "shared B", "stack": "stack B", "spill_stores": "spilled B",
         "occupancy_estimate": "occupancy %", "sass_total": "instructions", "sass_integer_64": "64-bit int",
         "sass_min_max": "min/max", "sass_local": "local", "sass_call_division_64": "64-bit div"}
AT_ONCE = 2  # compilations; each takes a core for seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("build", nargs="?", type=Path, default=Path("build"), help="a build's folder (default: build)")
    parser.add_argument("--architectures", metavar="LIST", help="such as 75,80,90,120; what the build does not have is "
                        "compiled, which takes some seconds per variant (default: those of the build)")
    parser.add_argument("--filter", type=pattern, default="", metavar="REGEX",
                        help="only variants whose case/name matches")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--out", type=Path, metavar="FILE", help="write a CSV there (whole or not at all), a row per "
                        "metric; without it a table of the main ones is printed")
    parser.add_argument("--loops", type=Path, metavar="FILE", help="write the machine code of each kernel's hot loop "
                        "to this CSV, compressed if the name ends in .gz; the page of `rungs report` shows it where it "
                        "lies next to rows of this program, or of its commit, as rows.loops.csv or rows.loops.csv.gz")
    instead.add_argument("--check", action="store_true",
                         help="exit 1 if a variant spills without giving a reason, or gives one and does not spill")
    parser.add_argument("--bench", type=Path, metavar="FILE", help="the build's program, whose list has these "
                        "reasons and whose rows have this machine code (default: bench in the build's folder)")


def _table(facts: list) -> list[str]:
    """The main metrics, a line per kernel and architecture."""
    lines: dict = {}
    for case, variant, kernel, architecture, metric, value, _ in facts:
        lines.setdefault((f"{case}/{variant}", kernel, architecture), {})[metric] = value
    table = [["variant", "kernel", "on", *SHOWN.values()]]
    table += [[*key, *(str(metrics.get(metric, "")) for metric in SHOWN)] for key, metrics in lines.items()]
    return fixed_width(table, left=3)


def _check(options: argparse.Namespace, sources: list, architectures: list[str], tools: cuda_sources.Tools) -> int:
    """Prints the verdict on spills; returns the exit code. Nothing is compiled that shows no stack in the build."""
    bench = options.bench or options.build / "bench"
    reasons = {variant.name: variant.spills for variant in listing.read(bench.resolve())}
    suspects = [source for source in sources if reasons.get(source.name)
                or any(compiled.may_spill(source, architecture, tools) for architecture in architectures)]
    facts = gather(suspects, architectures, tools)
    complaints = compiled.complaints(facts, reasons, {source.name for source in sources})
    for line in complaints:
        complain("static", line)
    if not complaints:
        kernels = {fact[:4] for fact in facts}
        print(f"spills as said: {len(sources)} variants on {', '.join(f'sm_{name}' for name in architectures)}; "
              f"{len(kernels)} kernels were compiled alone")
    return 1 if complaints else 0


def run(options: argparse.Namespace) -> int:
    sources = chosen_sources(options.build, options.filter)
    architectures = architectures_of(options.architectures, sources[0], options.build)
    tools = cuda_sources.find_tools(sources[0].command[0])
    for line in tools.missing():
        complain("static", line)
    if options.check:  # spills need no count of instructions
        return _check(options, sources, architectures, replace(tools, nvdisasm=""))
    if options.loops:
        found = gather(sources, architectures, tools, look=compiled.loops)
        build = listing.version(str((options.bench or options.build / "bench").resolve()))
        files.write_whole(options.loops, csv_text(fact_files.LOOP_COLUMNS, ((*row, *build) for row in found)))
        if not options.out:
            return 0
    facts = gather(sources, architectures, tools)
    if options.out:
        files.write_whole(options.out, csv_text(fact_files.COLUMNS, facts))
    else:
        put("\n".join(_table(facts)) + "\n")
    return 0


def chosen_sources(build: Path, wanted: re.Pattern) -> list[cuda_sources.Source]:
    """The Sources of a build whose name a regular expression is found in. Raises RowsError."""
    every = cuda_sources.sources(build)
    found = [source for source in every if wanted.search(source.name)]
    if not found:
        raise RowsError(f"--filter={wanted.pattern}: no CUDA variant of {build} matches; expected a part of a name "
                        f"such as {nearest(wanted.pattern, (source.name for source in every))}")
    return found


def architectures_of(asked: str | None, source: cuda_sources.Source, build: Path) -> list[str]:
    """The architectures to look at, each once: those of `asked` ('75,90') or, where that is None, the build's own.

    Raises RowsError where the compiler does not know one."""
    if asked is None:
        if not source.architectures():
            raise RowsError(f"{build}: its commands name no architecture; expected --architectures")
        return source.architectures()
    listed = cuda_sources.call([source.command[0], "--list-gpu-arch"], f"--architectures={asked}")
    known = re.findall(r"\bcompute_(\d+)", listed)
    for architecture in asked.split(","):
        number = architecture.rstrip("af")
        oldest = {"a": 90, "f": 100}.get(architecture[len(number):], 0)  # with code for these chips alone
        if not cuda_sources.ARCHITECTURE.fullmatch(architecture) or number not in known or int(number) < oldest:
            raise RowsError(f"--architectures={asked}: nvcc knows no {shown(architecture)}; expected some of "
                            f"{','.join(known)}, joined by ','")
    return list(dict.fromkeys(asked.split(",")))


def gather(sources: list[cuda_sources.Source], architectures: list[str], tools: cuda_sources.Tools,
           look: Callable = compiled.facts) -> list[tuple]:
    """The facts (rows as fact_files.COLUMNS) of all sources on all architectures, in their order, or what `look` finds
    in their place. A source that does not compile raises RowsError."""
    def one(job: tuple[cuda_sources.Source, str]) -> list[tuple]:
        with tempfile.TemporaryDirectory(prefix="rungs-static-") as folder:
            return look(*job, tools, folder)

    jobs = itertools.product(sources, architectures)
    with ThreadPoolExecutor(AT_ONCE) as pool:  # an error cancels the others
        return [fact for facts in pool.map(one, jobs) for fact in facts]
