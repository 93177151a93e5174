#!/usr/bin/env python3
"""What is known of the build's GPU kernels without running them; see --help. No GPU is needed."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from rungs import cuda_tools, files, listing, sass, spills, static, static_gather
from rungs.records import RowsError

SHOWN = {"registers": "registers", "static_shared": "shared B", "stack": "stack B", "spill_stores": "spilled B",
         "occupancy_estimate": "occupancy %", "sass_total": "instructions", "sass_integer_64": "64-bit int",
         "sass_min_max": "min/max", "sass_local": "local", "sass_call_division_64": "64-bit div"}


def parse_arguments(arguments):
    classes = "\n".join(f"  sass_{name:<18} {why}" for name, _, why in sass.CLASSES)
    parser = argparse.ArgumentParser(
        prog="static_facts.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Registers, static shared memory, stack, spills, constants, an estimate of occupancy and\n"
                    "counts of instructions, for each kernel of each gpu and peer variant and each architecture.",
        epilog=f"{sass.__doc__.partition(chr(10) * 2)[2]}\nClasses of instructions:\n{classes}")
    parser.add_argument("build", nargs="?", type=Path, default=Path("build"), help="a build's folder (default: build)")
    parser.add_argument("--architectures", metavar="LIST", help="such as 75,80,90,120; what the build does not hold is "
                        "compiled anew, some seconds a variant (default: those of the build)")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only variants whose case/name it is found in")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a CSV there (whole or not at all), a metric a "
                        "row; without it a table of the main ones is printed")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a variant spills and does not say so, or "
                        "says so and does not")
    parser.add_argument("--bench", type=Path, metavar="FILE", help="the program whose list tells what variants say "
                        "(default: bench in the build's folder)")
    return parser.parse_args(arguments)


def as_table(facts):
    """The main metrics as text, a kernel and architecture a line."""
    lines = {}
    for case, variant, kernel, architecture, metric, value, _ in facts:
        lines.setdefault((f"{case}/{variant}", kernel, architecture), {})[metric] = value
    table = [["variant", "kernel", "on", *SHOWN.values()]]
    table += [[*key, *(str(metrics.get(metric, "")) for metric in SHOWN)] for key, metrics in lines.items()]
    widths = [max(map(len, column)) for column in zip(*table)]
    return "".join(_line(cells, widths) for cells in table)


def _line(cells, widths):
    """Names to the left, figures to the right."""
    padded = [cell.ljust(width) for cell, width in zip(cells[:3], widths)]
    padded += [cell.rjust(width) for cell, width in zip(cells[3:], widths[3:])]
    return "  ".join(padded).rstrip() + "\n"


def check(options, facts, sources):
    """Prints the verdict on spills; returns the exit code."""
    bench = options.bench or options.build / "bench"
    reasons = spills.said(listing.read(bench.resolve()))
    complaints = spills.complaints(facts, reasons, {source.name for source in sources})
    for line in complaints:
        print(f"static_facts.py: {line}", file=sys.stderr)
    if not complaints:
        kernels = {fact[:4] for fact in facts}
        print(f"spills as said: {len(sources)} variants, {len(kernels)} kernels on "
              f"{', '.join(sorted({fact[3] for fact in facts}))}")
    return 1 if complaints else 0


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        sources = static_gather.chosen_sources(options.build, options.filter)
        architectures = static_gather.architectures_of(options.architectures, sources[0], options.build)
        tools = cuda_tools.find(sources[0].command[0])
        for line in tools.missing():
            print(f"static_facts.py: {line}", file=sys.stderr)
        if options.check and not options.out:
            tools = replace(tools, nvdisasm="")  # spills need no count of instructions
        facts = static_gather.gather(sources, architectures, tools)
        if options.out:
            files.write_whole(options.out, static.as_csv(facts))
        if options.check:
            return check(options, facts, sources)
        if not options.out:
            sys.stdout.write(as_table(facts))
    except (RowsError, OSError) as error:
        print(f"static_facts.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
