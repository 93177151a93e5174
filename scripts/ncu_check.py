#!/usr/bin/env python3
"""Holds bench's event-timed cold medians against Nsight Compute's gpu__time_duration.

Runs `bench --profile` under ncu for the variants that --filter selects, sums the durations of each variant's kernels
and prints them beside the medians in rows.csv. Exit code 1 if a variant that takes 20 us or more is more than 3 % apart,
2 on bad input.
"""

import argparse
import csv
import subprocess
import sys

from rungs import ncu

MOST_APART_PERCENT = 3
LEAST_US = 20  # below that the launch itself is a large part of either figure


def durations_us(bench, bench_options):
    """Kernel time by range name, in microseconds, as ncu measures it."""
    # No --nvtx-include: kernels outside our ranges are told apart by the range that ncu writes beside each.
    command = ["ncu", "--csv", "--clock-control", "none", "--nvtx", "--metrics", ncu.DURATION,
               bench, "--backend=cuda", "--profile", "--progress=never", *bench_options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if not lines:
        raise SystemExit(f"ncu_check: ncu reported no kernel: {(done.stderr or done.stdout).strip()[-300:]}")
    totals = {}
    for row in csv.DictReader(lines):
        name = ncu.range_of(row)
        if name:
            nanoseconds, _ = ncu.to_base(ncu.number(row["Metric Value"]), row["Metric Unit"])
            totals[name] = totals.get(name, 0) + nanoseconds / 1e3
    return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", help="rows.csv of a run on this GPU")
    parser.add_argument("--bench", default="build/bench")
    parser.add_argument("--filter", default="^stitch/gpu/(modulo|repeater_grid)$")
    parser.add_argument("bench_options", nargs="*", help="further options for bench, behind --")
    options = parser.parse_args()
    try:
        with open(options.rows, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["cache"] == "cold" and row["backend"] == "cuda"]
        profiled = durations_us(options.bench, [f"--filter={options.filter}", *options.bench_options])
    except (OSError, KeyError) as error:
        print(f"ncu_check: {error}", file=sys.stderr)
        return 2
    worst, compared = 0, 0
    print(f"{'variant':<40} {'events, us':>12} {'ncu, us':>12} {'apart':>8}")
    for row in rows:
        name = ncu.range_name(row)
        if name not in profiled or not row["time_median_us"]:
            continue
        events, kernels = float(row["time_median_us"]), profiled[name]
        apart = 100 * (events / kernels - 1)
        compared += 1
        if events >= LEAST_US:
            worst = max(worst, abs(apart))
        print(f"{row['case'] + '/' + row['variant']:<40} {events:>12.2f} {kernels:>12.2f} {apart:>+7.2f} %")
    if not compared:
        print(f"ncu_check: {options.rows} has no cold GPU row with a time of what --filter={options.filter} profiled",
              file=sys.stderr)
        return 2
    print(f"\nfarthest apart: {worst:.2f} % ({MOST_APART_PERCENT} % or less is good)")
    return 0 if worst <= MOST_APART_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
