"""Filling counters.csv a case at a time, and saying which variants have no counters and why.
The standard library alone."""

import datetime
import time
from pathlib import Path
from typing import Any

from rungs.data import counter_files
from rungs.data.errors import BadUsage, RowsError
from rungs.data.files import companion, stored, unused
from rungs.profile import ncu


class Counting:
    """A counters.csv that is being filled, and the runs of ncu that fill it."""

    def __init__(self, path: Path, profiler: Any, version: str, options: str = "", resume: bool = False,
                 keep_reports: bool = False) -> None:
        """Opens counters.csv at `path`; raises BadUsage or RowsError where that cannot be.

        `profiler` is a profiling.Profiler, `version` ncu's, `options` a text that is the same for runs that give the
        same. With `keep_reports` ncu's reports stay in a folder next to it.
        """
        there = stored(path).exists()
        if there and not resume:
            raise BadUsage(f"{path}: exists; expected --resume, which extends it, or another --out")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RowsError(f"{path.parent}: cannot be made: {error.strerror}") from None
        self.path, self.profiler, self.version, self.options = path, profiler, version, options
        self.reports = path.parent / "ncu-reports" if keep_reports else None
        self.counters = counter_files.read(path) if there else {}
        self.runs = counter_files.read_runs(path) if there else []
        if self.counters and not self.runs:
            raise BadUsage(f"--resume: {companion(path, 'runs')} is missing or empty, which says what {path} is of; "
                          "expected another --out")
        self.without = []  # lines: a variant and why it has no counters
        self.bad = False   # one of them should have some
        self.begun = time.monotonic()

    def run(self, chosen: dict[str, list]) -> int:
        """Profiles {case: [variant, ...]}, less what the file holds; returns the exit code, 0 or 1."""
        done = {(run["case"], variant) for run in self.runs if run["options"] == self.options
                for variant in run["variants"].split()}
        left = {case: todo for case, variants in chosen.items()
                if (todo := [variant for variant in variants if (case, variant) not in done])}
        if not left:
            print(f"nothing left to do: {self.path} holds every variant asked for")
        for number, (case, variants) in enumerate(left.items(), 1):
            print(f"==> [{number}/{len(left)}] {case}, {len(variants)} variants ({self._so_far()})", flush=True)
            self._count(case, variants)
        if self.without:
            print("without counters:", *self.without, sep="\n  ")
        print(f"{self.path}: {len(self.counters)} variants and problems ({self._so_far()})")
        return 1 if self.bad else 0

    def _so_far(self) -> str:
        return f"{time.monotonic() - self.begun:.0f} s so far"

    def _count(self, case: str, variants: list[str]) -> None:
        """Profiles variants of a case in one process; where that breaks off, each of them in its own."""
        begun = time.monotonic()
        report = None
        if folder := self.reports:
            name = case if len(variants) > 1 else f"{case}.{variants[0].replace('/', '.')}"
            report = folder / f"{unused(name, lambda each: (folder / f'{each}.ncu-rep').exists())}.ncu-rep"
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
            self._require_same_run(outcome.rows[0])
            settled = self._take(outcome)
            self.runs.append(self._run_line(case, settled if outcome.finished else [], outcome, begun))
            counter_files.write(self.path, self.counters, self.runs)
        kernels = sum(bool(kernel.range) for kernel in outcome.kernels)
        print(f"    {kernels} kernels, {time.monotonic() - begun:.0f} s", flush=True)

    def _require_same_run(self, row: dict[str, str]) -> None:
        """Counters of another GPU, or of other code, do not belong into one file."""
        for run in self.runs:
            for column in ("device", "commit"):
                if run[column] != row[column]:
                    raise BadUsage(f"--resume: {self.path} is of {column} {run[column]!r}, this is {row[column]!r}; "
                                  "expected another --out")

    def _take(self, outcome: Any) -> list[str]:
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

    def _run_line(self, case: str, variants: list[str], outcome: Any, begun: float) -> dict[str, str]:
        first = outcome.rows[0]
        return {
            "case": case, "variants": " ".join(variants), "options": self.options, "ncu": self.version,
            **{column: first[column] for column in ("device", "device_uuid", "driver", "commit")},
            "compute_capability": next((kernel.compute_capability for kernel in outcome.kernels), ""),
            "seconds": f"{time.monotonic() - begun:.1f}",
            "timestamp": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
