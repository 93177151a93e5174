#!/usr/bin/env python3
"""Profiles GPU variants with Nsight Compute into one counters.csv; see --help. The standard library alone."""

import argparse
import re
import shlex
import signal
import sys
from pathlib import Path

from rungs import ncu
from rungs.counting import Counting
from rungs.profiling import Profiler, Refused, gpu_variants, version
from rungs.records import RowsError

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = ROOT / "ncu_sections"
EPILOG = """\
counters.csv has a line for each metric of a variant and problem: case,variant,size,params,metric,value,unit. Kernels of
one variant are added up: .sum metrics are added, launch__ ones are the largest, averages and percentages are weighted
by the kernels' time; `kernels` is their number. counters.runs.csv beside it says what was run, where and when.

Exit codes: 0 every variant that ran has counters, 1 one has none or went wrong, 2 bad usage or no counters to be had,
130 ended by Ctrl-C, with every finished case in the file.
Examples:
  scripts/ncu_all.sh --out results/h100/latest
  scripts/ncu_all.sh --out results/h100/latest --resume --filter=^stitch/ --param repeater=all
  scripts/ncu_all.sh --case reduce --keep-reports        to open the reports in Nsight Compute's window
"""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="ncu_all.sh", formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EPILOG, allow_abbrev=False,
        description="Runs every GPU variant once under Nsight Compute, a process a case, and writes its counters.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "ncu", metavar="FOLDER",
                        help="where counters.csv goes: best beside the rows.csv of the same GPU (default: build/ncu)")
    parser.add_argument("--resume", action="store_true",
                        help="extend the counters.csv there; skip variants that it holds for the same options")
    parser.add_argument("--bench", default=str(ROOT / "build" / "bench"), metavar="PATH", help="default: build/bench")
    parser.add_argument("--keep-reports", action="store_true",
                        help="keep ncu's reports, a .ncu-rep a case, in FOLDER/ncu-reports (else they are deleted)")
    what = parser.add_argument_group("what to run; all but --case as bench has it")
    what.add_argument("--case", default="", metavar="LIST", help="cases by name, with commas (default: all)")
    what.add_argument("--filter", default="", metavar="REGEX")
    what.add_argument("--sizes", metavar="LIST", help="default: the documents' sizes")
    what.add_argument("--param", action="append", metavar="NAME=V,V", help="every selected case must have it")
    for name in ("--device", "--input", "--seed"):
        what.add_argument(name)
    metrics = parser.add_argument_group("what to collect")
    metrics.add_argument("--sections", metavar="LIST", help="some of ncu_sections/, by name (default: all)")
    metrics.add_argument("--metrics", metavar="LIST", help="further metrics, by ncu's names")
    metrics.add_argument("--set", metavar="NAME", help="a set of ncu's own, as full, in place of our sections")
    return parser.parse_args(arguments)


def metric_options(options):
    """(ncu's options for what to collect, names of the metrics to keep or none for all). The time is always among
    them. Raises Refused."""
    asked = [ncu.DURATION, *(options.metrics.split(",") if options.metrics else [])]
    more = ["--metrics", ",".join(asked)]
    if options.set:
        if options.sections:
            raise Refused(f"--set={options.set}: takes the place of our sections; leave out --sections")
        return ["--set", options.set, *more], frozenset()
    files = {path.stem: path.read_text("utf-8") for path in sorted(SECTIONS.glob("Rungs*.section"))}
    found = list(files)
    if not found:
        raise Refused(f"{SECTIONS}: no section files there; --set takes one of ncu's own sets")
    wanted, chosen = ["regex:Rungs.*"], found
    if options.sections:
        wanted = ["Rungs" + name.removeprefix("Rungs") for name in options.sections.split(",")]
        for name in wanted:
            if name not in found:
                raise Refused(f"--sections={options.sections}: no section {name!r}; legal are {', '.join(found)}")
        chosen = wanted
    named = {name for section in chosen for name in re.findall(r'\bName:\s*"([^"]+)"', files[section])}
    return ["--section-folder", str(SECTIONS), *(word for name in wanted for word in ("--section", name)), *more], \
        frozenset([*named, *asked])


def given(options, *names):
    """Those of our options that were given, as words."""
    values = {name: getattr(options, name) for name in names}
    return [f"--{name}={value}" for name, found in values.items() if found is not None
            for value in (found if isinstance(found, list) else [found])]


def select(options, variants):
    """{case: [variant, ...]} of what was asked for; raises Refused."""
    cases = list(dict.fromkeys(case for case, _ in variants))
    asked = options.case.split(",") if options.case else cases
    for case in asked:
        if case not in cases:
            raise Refused(f"--case={options.case}: no case {case!r} with GPU variants; legal are {', '.join(cases)}")
    try:
        pattern = re.compile(options.filter)
    except re.error as error:
        raise Refused(f"--filter={options.filter}: no regular expression ({error})") from None
    chosen = {}
    for case, variant in variants:
        if case in asked and pattern.search(f"{case}/{variant}"):
            chosen.setdefault(case, []).append(variant)
    if not chosen:
        raise Refused(f"--filter={options.filter}: matches no GPU variant of {', '.join(asked)}; bench --list prints "
                      "all")
    return chosen


def main(arguments=None):
    options = parse_arguments(arguments)
    # An end asked for by the system is like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        found = version()
        chosen = select(options, gpu_variants(options.bench))
        to_bench = given(options, "sizes", "param", "device", "input", "seed")
        metrics, kept = metric_options(options)
        profiler = Profiler(options.bench, tuple(metrics), tuple(to_bench), kept)
        asked = shlex.join([*to_bench, *given(options, "sections", "metrics", "set")])
        counting = Counting(options.out / "counters.csv", profiler, found, asked, options.resume, options.keep_reports)
        return counting.run(chosen)
    except (Refused, RowsError) as error:
        print(f"ncu_all: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ncu_all: interrupted; finished cases are in the file, --resume goes on", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
