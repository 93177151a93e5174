"""`rungs check ncu`. The standard library alone."""

import argparse
import re

from rungs.cli.options import whole
from rungs.data import checkout, clock_files, side_table
from rungs.data.errors import BadUsage
from rungs.data.records import DEVICE, KEY, split_params
from rungs.data.row_format import read_texts
from rungs.profile import agreement, profiling
from rungs.profile.agreement import APART_PERCENT, APART_US, FURTHER_KERNEL_US, LEAST_US, MAY_STAY_UNEXPLAINED

DESCRIPTION = f"""Compares bench's cold medians with Nsight Compute's gpu__time_duration, variant by variant.

Profiles several launches of every variant that --filter selects, twice: behind ncu's own flush of the caches before
each kernel, and behind bench's cold caches. To its time is added that of an empty pair of events (event_overhead_us),
which every row's time holds. A single kernel is compared with its profile behind ncu's flush; of several kernels, which
share one flush in a timed launch, the sum is compared behind bench's caches. The two may be {APART_PERCENT} % apart
from {LEAST_US} us on, {APART_US} us below, and {FURTHER_KERNEL_US} us more for each further kernel: between two kernels
the GPU idles. Rows that cannot agree are named with the reason."""
EXIT_CODES = {0: f"all agree but for {MAY_STAY_UNEXPLAINED} rows at most", 1: "more do not"}
NEEDED = (*KEY, DEVICE, "time_median_us", "event_overhead_us", "device")


def _problem_options(text: str) -> list[str]:
    """Bench's options for 'CASE:SIZE' or 'CASE/VARIANTS:SIZE:NAME=VALUE;...'; raises BadUsage."""
    found = re.fullmatch(r"(\w+)(?:/([^:]+))?:([^:]+)(?::(.+))?", text)
    if not found:
        raise BadUsage(f"--problem {text}: expected CASE:SIZE or CASE/VARIANTS:SIZE:NAME=VALUE;NAME=VALUE")
    case, variants, size, params = found.groups()
    try:
        named = split_params(params or "")
    except ValueError as error:
        raise BadUsage(f"--problem {text}: {error}") from None
    return [f"--filter=^{case}/(?:{variants or '(gpu|peer)/'})", f"--sizes={size}",
            *(f"--param={name}={value}" for name, value in named.items())]


def _print_table(found: list) -> None:
    """A line for each row, the farthest apart (as a share of what is allowed) first."""
    width = max(len(one.name) for one in found)
    print(f"{'variant':<{width}} {'row':>12} {'empty pair':>10} {'ncu':>12} {'ncu, own cold':>13} {'apart':>9} "
          f"{'limit':>8}  kernels")
    for one in sorted(found, key=lambda one: -abs(one.apart) / one.limit):
        verdict = "" if one.agrees else f"  NOT WITHIN: {one.explanation or 'unexplained'}"
        print(f"{one.name:<{width}} {one.time:>9.2f} us {one.events:>7.2f} us "
              f"{one.flushed.us:>9.2f} us {one.prepared.us:>10.2f} us {100 * one.apart / one.profiled:>+7.2f} % "
              f"{one.limit:>5.2f} us  {one.flushed.kernels:<7}{verdict}".rstrip())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rows", help="rows.csv of a run on this GPU")
    parser.add_argument("--bench", default=str(checkout.built("bench")), help="the program (default: build/bench)")
    parser.add_argument("--filter", default="/(gpu|peer)/",
                        help="variants to profile at their default size (default: all on a GPU)")
    parser.add_argument("--problem", action="append", default=[], metavar="CASE[/VARIANTS]:SIZE[:PARAMS]",
                        help="also profile variants of a case at another size: all, or those that a regular expression "
                             "matches; may be given again")
    parser.add_argument("--runs", type=whole(1, 1000), default=5,
                        help="profiled launches of each, of which the median counts (default: 5)")
    parser.add_argument("--out", metavar="FILE", help="also write the profiled times to this CSV, for the tables of "
                                                      "clocks")


def run(options: argparse.Namespace) -> int:
    tool = f"Nsight Compute {profiling.version()}"
    waiting = side_table.waiting(side_table.path_of(options.rows))
    rows = [row | {side_table.WAITS: tuple(row[name] for name in (*KEY, DEVICE)) in waiting}
            for _, row in read_texts(options.rows, NEEDED, "a rows.csv of this version of bench")
            if row["cache"] == "cold" and row["backend"] == "cuda"]
    asked = [[f"--filter={options.filter}"], *map(_problem_options, options.problem)]
    flushed, prepared = (
        {name: profile for arguments in asked
         for name, profile in agreement.profiles(options.bench, arguments, options.runs, control).items()}
        for control in ("all", "none"))
    found, unseen = agreement.compare(rows, flushed, prepared)
    if not found:
        raise BadUsage(f"{options.rows} has no cold GPU row with a time of what --filter={options.filter} profiled")
    if options.out:
        clock_files.write(options.out, [
            clock_files.Timing(one.row["case"], one.row["variant"], one.row["size"], one.row["params"], "ncu",
                               one.profiled, tool, one.row["device"]) for one in found])
    _print_table(found)
    if unseen:
        print("\nNot compared, since ncu sees no kernel of them (copies and memsets by the driver): "
              + ", ".join(unseen))
    apart = [one for one in found if not one.agrees]
    unexplained = [one for one in apart if not one.explanation]
    print(f"\n{len(found)} rows: {len(found) - len(apart)} agree, {len(apart) - len(unexplained)} apart for a reason, "
          f"{len(unexplained)} unexplained ({MAY_STAY_UNEXPLAINED} at most is good)")
    return 0 if len(unexplained) <= MAY_STAY_UNEXPLAINED else 1
