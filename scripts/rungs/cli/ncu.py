"""`rungs ncu`. The standard library alone."""

import argparse
import datetime
import shlex
import signal
import time
from pathlib import Path

from rungs.cli.options import pattern
from rungs.data import checkout, counter_files
from rungs.data.errors import BadUsage, nearest
from rungs.data.files import companion, stored
from rungs.profile import ncu
from rungs.profile.profiling import Outcome, Profiler, gpu_variants, version

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
    what.add_argument("--param", action="append", default=[], metavar="NAME=V,V",
                      help="every selected case must have it")
    parser.add_argument("--set", metavar="NAME", default="",
                        help="collect a set of ncu's own, as full, in place of what `rungs report` shows")


def _select(options: argparse.Namespace, variants: list) -> dict:
    """{case: [variant, ...]} of what was asked for; raises BadUsage."""
    cases = list(dict.fromkeys(case for case, _ in variants))
    asked = options.case.split(",") if options.case else cases
    for case in asked:
        if case not in cases:
            raise BadUsage(f"--case={options.case}: no case {case!r} with GPU variants; expected {', '.join(cases)}")
    chosen = {case: found for case in cases if case in asked and (found := [
        name for of, name in variants if of == case and options.filter.search(f"{case}/{name}")])}
    if not chosen:
        raise BadUsage(f"--filter={options.filter.pattern}: matches no GPU variant of {', '.join(asked)}; nearest is "
                       f"{nearest(options.filter.pattern, map('/'.join, variants))} (bench --list prints all)")
    return chosen


def run(options: argparse.Namespace) -> int:
    # An end asked for by the system is like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found = version()
    chosen = _select(options, gpu_variants(options.bench))
    to_bench = [] if options.sizes is None else [f"--sizes={options.sizes}"]
    to_bench += [f"--param={one}" for one in options.param]
    profiler = Profiler(options.bench, tuple(to_bench), options.set)
    asked = shlex.join([*to_bench, *([f"--set={options.set}"] if options.set else [])])
    return Counting(options.out / "counters.csv", profiler, found, asked, options.resume,
                    options.keep_reports).run(chosen)


class Counting:
    """A counters.csv that is being filled, and the runs of ncu that fill it."""

    def __init__(self, path: Path, profiler: Profiler, version: str, options: str, resume: bool,
                 keep_reports: bool) -> None:
        """Opens counters.csv at `path`; raises BadUsage, RowsError or OSError where that cannot be.

        `version` is ncu's, `options` a text that is the same for runs that give the same. With `keep_reports` ncu's
        reports stay in a folder next to it."""
        there = stored(path).exists()
        if there and not resume:
            raise BadUsage(f"{path}: exists; expected --resume, which extends it, or another --out")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.profiler, self.version, self.options = path, profiler, version, options
        self.reports = path.parent / "ncu-reports" if keep_reports else None
        self.counters = counter_files.read(path) if there else {}
        self.runs = counter_files.read_runs(path) if there else []
        if self.counters and not self.runs:
            raise BadUsage(f"--resume: {companion(path, 'runs')} is missing or empty, which says what {path} is of; "
                          "expected another --out")
        self.without = []  # lines: a variant and why it has no counters
        self.bad = False   # one of them should have some

    def run(self, chosen: dict[str, list]) -> int:
        """Profiles {case: [variant, ...]}, less what the file holds; returns the exit code, 0 or 1."""
        done = {(run["case"], variant) for run in self.runs if run["options"] == self.options
                for variant in run["variants"].split()}
        left = {case: todo for case, variants in chosen.items()
                if (todo := [variant for variant in variants if (case, variant) not in done])}
        if not left:
            print(f"nothing left to do: {self.path} holds every variant asked for")
        for number, (case, variants) in enumerate(left.items(), 1):
            print(f"==> [{number}/{len(left)}] {case}, {len(variants)} variants", flush=True)
            self._count(case, variants)
        if self.without:
            print("without counters:", *self.without, sep="\n  ")
        print(f"{self.path}: {len(self.counters)} variants and problems")
        return 1 if self.bad else 0

    def _count(self, case: str, variants: list[str]) -> None:
        """Profiles variants of a case in one process; where that breaks off, each of them in its own."""
        begun, report = time.monotonic(), None
        if folder := self.reports:
            report = folder / f"{case if len(variants) > 1 else f'{case}.{variants[0]}'.replace('/', '.')}.ncu-rep"
        outcome = self.profiler.profile(case, variants, report)
        if outcome.started and not outcome.finished and len(variants) > 1:
            print(f"    broke off ({outcome.failed}); each variant by itself", flush=True)
            for variant in variants:
                self._count(case, [variant])
            return
        there = {row["variant"] for row in outcome.rows} if outcome.finished else {}
        for variant in variants:
            if variant not in there:
                self._lacks(case, variant, outcome.failed or "bench ended before it")
        if outcome.rows:
            first = outcome.rows[0]
            self._require_same_run(first)
            settled = self._take(outcome)
            self.runs.append({
                "case": case, "variants": " ".join(settled) if outcome.finished else "", "options": self.options,
                "ncu": self.version,
                **{column: first[column] for column in ("device", "device_uuid", "driver", "commit")},
                "compute_capability": next((kernel.compute_capability for kernel in outcome.kernels), ""),
                "seconds": f"{time.monotonic() - begun:.1f}",
                "timestamp": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")})
            counter_files.write(self.path, self.counters, self.runs)

    def _require_same_run(self, row: dict[str, str]) -> None:
        """Counters of another GPU, or of other code, do not belong into one file."""
        for run in self.runs:
            for column in ("device", "commit"):
                if run[column] != row[column]:
                    raise BadUsage(f"--resume: {self.path} is of {column} {run[column]!r}, this is {row[column]!r}; "
                                  "expected another --out")

    def _take(self, outcome: Outcome) -> list[str]:
        """Adds the counters of an outcome; returns the variants that need not be run again."""
        by_range, settled = {}, {}
        for kernel in outcome.kernels:
            by_range.setdefault(kernel.range, []).append(kernel)
        for row in outcome.rows:
            kernels = by_range.get(ncu.range_name(row), [])
            key = tuple(row[column] for column in counter_files.KEY)
            self.counters.pop(key, None)
            there = row["status"] == "ok" and bool(kernels)
            if there:
                self.counters[key] = ncu.add_up(kernels)
            settled[row["variant"]] = (there or self._explains(row)) and settled.get(row["variant"], True)
        return [variant for variant, is_settled in settled.items() if is_settled]

    def _explains(self, row: dict[str, str]) -> bool:
        """Says why a row has no counters; True where none were to be expected."""
        why, expected = "ran correctly, but ncu profiled no kernel in its range", False
        if row["status"] != "ok":
            why, expected = f"{row['status']}: {row['message']}", row["status"] == "unsupported"
        elif row["variant"].startswith("peer/"):
            why, expected = "launches no kernel (the driver copies or fills)", True
        self._lacks(row["case"], f"{row['variant']} {row['size']} {row['params']}".rstrip(), why, expected)
        return expected

    def _lacks(self, case: str, what: str, why: str, expected: bool = False) -> None:
        self.bad = self.bad or not expected
        self.without.append(" ".join(f"{case}/{what}: {why}".split()))
