"""`rungs ncu`. The standard library alone."""

import argparse
import re
import shlex
import signal
from pathlib import Path

from rungs.cli.options import pattern
from rungs.data import checkout
from rungs.data.errors import BadUsage, nearest
from rungs.profile import ncu
from rungs.profile.counting import Counting
from rungs.profile.profiling import Profiler, gpu_variants, version

DESCRIPTION = "Runs every GPU variant once under Nsight Compute, one process per case, and writes its counters."
EPILOG = """\
counters.csv has a line for each metric of a variant and problem, with the columns of bench's rows.side.csv. Kernels of
one variant are added up: .sum metrics are added, launch__ ones are the largest, averages and percentages are weighted
by the kernels' time; `kernels` is their number. counters.runs.csv next to it says what was run, where and when.

Examples:
  rungs ncu --out results/h100/latest
  rungs ncu --out results/h100/latest --resume --filter=^stitch/ --param repeater=all
  rungs ncu --case reduce --keep-reports        to open the reports in Nsight Compute's window
"""
EXIT_CODES = {0: "every variant that ran has counters", 1: "one has none or went wrong",
              2: "bad usage or no counters to be had"}
INTERRUPTED = "; finished cases are in the file, --resume goes on"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=checkout.built("ncu"), metavar="FOLDER",
                        help="where counters.csv goes: best next to the rows.csv of the same GPU (default: build/ncu)")
    parser.add_argument("--resume", action="store_true",
                        help="extend the counters.csv there; skip variants that it holds for the same options")
    parser.add_argument("--bench", default=str(checkout.built("bench")), metavar="PATH", help="default: build/bench")
    parser.add_argument("--keep-reports", action="store_true",
                        help="keep ncu's reports, a .ncu-rep a case, in FOLDER/ncu-reports (else they are deleted)")
    what = parser.add_argument_group("what to run; all but --case as bench has it")
    what.add_argument("--case", default="", metavar="LIST", help="cases by name, with commas (default: all)")
    what.add_argument("--filter", type=pattern, default="", metavar="REGEX")
    what.add_argument("--sizes", metavar="LIST", help="default: each case's own, or its size for profilers")
    what.add_argument("--param", action="append", metavar="NAME=V,V", help="every selected case must have it")
    metrics = parser.add_argument_group("what to collect")
    metrics.add_argument("--section-folder", type=Path, metavar="DIR",
                         help="our section files (default: ncu_sections of the checkout, as installed in share/rungs)")
    metrics.add_argument("--set", metavar="NAME", help="a set of ncu's own, as full, in place of our sections")


def _metric_options(options: argparse.Namespace) -> tuple[list[str], frozenset[str]]:
    """(ncu's options for what to collect, the time always among it; names of the metrics to keep, none for all)."""
    if options.set:
        return ["--set", options.set, "--metrics", ncu.DURATION], frozenset()
    sections = options.section_folder or checkout.need(checkout.SECTIONS, "--section-folder")
    texts = [path.read_text("utf-8", "replace") for path in sections.glob("Rungs*.section")]
    if not texts:
        raise BadUsage(f"{sections}: no section files there; --set takes one of ncu's own sets")
    named = [name for text in texts for name in re.findall(r'\bName:\s*"([^"]+)"', text)]
    return ["--section-folder", str(sections), "--section", "regex:Rungs.*", "--metrics", ncu.DURATION], \
        frozenset([*named, ncu.DURATION])


def _given(options: argparse.Namespace, *names: str) -> list[str]:
    """Those of our options that were given, as words."""
    values = {name: getattr(options, name) for name in names}
    return [f"--{name}={value}" for name, found in values.items() if found is not None
            for value in (found if isinstance(found, list) else [found])]


def _select(options: argparse.Namespace, variants: list) -> dict:
    """{case: [variant, ...]} of what was asked for; raises BadUsage."""
    cases = list(dict.fromkeys(case for case, _ in variants))
    asked = options.case.split(",") if options.case else cases
    for case in asked:
        if case not in cases:
            raise BadUsage(f"--case={options.case}: no case {case!r} with GPU variants; expected {', '.join(cases)}")
    chosen = {}
    for case, variant in variants:
        if case in asked and options.filter.search(f"{case}/{variant}"):
            chosen.setdefault(case, []).append(variant)
    if not chosen:
        raise BadUsage(f"--filter={options.filter.pattern}: matches no GPU variant of {', '.join(asked)}; nearest is "
                       f"{nearest(options.filter.pattern, map('/'.join, variants))} (bench --list prints all)")
    return chosen


def run(options: argparse.Namespace) -> int:
    # An end asked for by the system is like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found = version()
    chosen = _select(options, gpu_variants(options.bench))
    to_bench = _given(options, "sizes", "param")
    metrics, kept = _metric_options(options)
    profiler = Profiler(options.bench, tuple(metrics), tuple(to_bench), kept)
    asked = shlex.join([*to_bench, *_given(options, "set")])
    return Counting(options.out / "counters.csv", profiler, found, asked, options.resume,
                    options.keep_reports).run(chosen)
