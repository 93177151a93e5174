#!/usr/bin/env python3
"""Compares bench's cold medians with Nsight Compute's gpu__time_duration; see --help."""

import argparse
import csv
import statistics
import subprocess
import sys
from dataclasses import dataclass

from rungs import ncu

LEAST_US = 20           # from here on the limit is in percent
APART_PERCENT = 2
APART_US = 0.7          # below LEAST_US
FURTHER_KERNEL_US = 1.2  # each kernel after the first is profiled alone, behind a flush and a launch of its own
MAY_STAY_UNEXPLAINED = 2

DESCRIPTION = f"""Compares bench's cold medians with Nsight Compute's gpu__time_duration, variant by variant.

Runs `bench --profile` under ncu for the variants that --filter selects, adds up the kernels of each, and takes the median of
several runs. From a row's median the time of an empty pair of events is taken off (event_overhead_us). The two may be
{APART_PERCENT} % apart from {LEAST_US} us on, {APART_US} us below, and {FURTHER_KERNEL_US} us more for each further kernel. Rows that cannot agree are named
with the reason: copies are part of the time, or the call waits for the GPU inside."""

EPILOG = f"""Exit codes: 0 all agree but for {MAY_STAY_UNEXPLAINED} rows at most, 1 more do not, 2 bad usage."""


NEEDED = ("case", "variant", "backend", "size", "params", "cache", "message", "time_median_us", "event_overhead_us")


class NotProfiled(Exception):
    """Nsight Compute did not do its part; the message is one line."""


@dataclass(frozen=True)
class Compared:
    """A row beside its profile; times in microseconds."""

    name: str
    events: float
    overhead: float
    profiled: float
    kernels: int
    reason: str  # why the two cannot agree, '' where they must

    @property
    def net(self):
        """The row's median without the time of an empty pair of events."""
        return self.events - self.overhead

    @property
    def limit(self):
        """How far apart the two may be."""
        one = max(APART_PERCENT / 100 * self.profiled, APART_US) if self.profiled >= LEAST_US else APART_US
        return one + FURTHER_KERNEL_US * (self.kernels - 1)

    @property
    def agrees(self):
        return abs(self.net - self.profiled) <= self.limit

    @property
    def apart_percent(self):
        return 100 * (self.net / self.profiled - 1)


def durations_us(bench, bench_options):
    """{range name: [microseconds of each kernel]}, as ncu measures them."""
    # No --nvtx-include: kernels outside our ranges are told apart by the range that ncu writes beside each.
    command = ["ncu", "--csv", "--clock-control", "none", "--nvtx", "--metrics", ncu.DURATION,
               bench, "--backend=cuda", "--profile", "--progress=never", *bench_options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if not lines:
        raise NotProfiled(f"ncu reported no kernel: {' '.join((done.stderr or done.stdout).split())[-300:]}")
    found = {}
    for row in csv.DictReader(lines):
        name = ncu.range_of(row)
        if name:
            nanoseconds, _ = ncu.to_base(ncu.number(row["Metric Value"]), row["Metric Unit"])
            found.setdefault(name, []).append(nanoseconds / 1e3)
    return found


def why_apart(row):
    """Why a row's time cannot be that of its kernels; '' where it is."""
    if "waits inside" in row["message"]:
        return "the call waits for the GPU: latency is part of the time"
    if "_with_copies" in row["variant"] or "_streamed" in row["variant"]:
        return "copies between host and GPU are part of the time"
    return ""


def compared(rows, profiles):
    """[Compared] of the rows that have a profile in every one of `profiles` (of durations_us)."""
    found = []
    for row in rows:
        mine = [profile.get(ncu.range_name(row)) for profile in profiles]
        if all(mine) and row["time_median_us"]:
            problem = " ".join(filter(None, [row["size"], row["params"]]))
            found.append(Compared(f"{row['case']}/{row['variant']} {problem}", float(row["time_median_us"]),
                                  float(row["event_overhead_us"] or 0), statistics.median(map(sum, mine)), len(mine[0]),
                                  why_apart(row)))
    return found


def cold_rows(path):
    """The cold GPU rows of a rows.csv; raises ValueError where it is no such file."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        missing = [column for column in NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise ValueError(f"{path}: no column {', '.join(missing)}; expected a rows.csv of this version of bench")
        return [row for row in reader if row["cache"] == "cold" and row["backend"] == "cuda"]


def print_table(found):
    width = max(len(one.name) for one in found)
    print(f"{'variant':<{width}} {'events':>10} {'net':>10} {'ncu':>10} {'apart':>9} {'limit':>8}  kernels")
    for one in sorted(found, key=lambda one: -abs(one.net - one.profiled) / one.limit):
        verdict = "" if one.agrees else f"  NOT WITHIN: {one.reason or 'unexplained'}"
        print(f"{one.name:<{width}} {one.events:>7.2f} us {one.net:>7.2f} us {one.profiled:>7.2f} us {one.apart_percent:>+7.2f} % "
              f"{one.limit:>5.2f} us  {one.kernels}{verdict}")


def main():
    parser = argparse.ArgumentParser(prog="ncu_check.py", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", help="rows.csv of a run on this GPU")
    parser.add_argument("--bench", default="build/bench", help="the program (default: build/bench)")
    parser.add_argument("--filter", default="/(gpu|peer)/", help="variants to profile (default: all on a GPU)")
    parser.add_argument("--runs", type=int, default=5, help="how often each is profiled (default: 5)")
    parser.add_argument("bench_options", nargs="*", help="further options for bench, behind --: --sizes, --param")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs: {options.runs}; expected 1 or more")
    try:
        rows = cold_rows(options.rows)
        arguments = [f"--filter={options.filter}", *options.bench_options]
        found = compared(rows, [durations_us(options.bench, arguments) for _ in range(options.runs)])
    except (OSError, ValueError, NotProfiled) as error:
        print(f"ncu_check: {error}", file=sys.stderr)
        return 2
    if not found:
        print(f"ncu_check: {options.rows} has no cold GPU row with a time of what --filter={options.filter} profiled",
              file=sys.stderr)
        return 2
    print_table(found)
    apart = [one for one in found if not one.agrees]
    unexplained = [one for one in apart if not one.reason]
    print(f"\n{len(found)} rows: {len(found) - len(apart)} agree, {len(apart) - len(unexplained)} cannot agree, "
          f"{len(unexplained)} unexplained ({MAY_STAY_UNEXPLAINED} at most is good)")
    return 0 if len(unexplained) <= MAY_STAY_UNEXPLAINED else 1


if __name__ == "__main__":
    sys.exit(main())
