"""A compare.Report as text for a terminal."""

import math
from itertools import islice

from rungs.data import show
from rungs.statistics.compare import Report, Run, described, name_of, problem_of
from rungs.statistics.verdict import BROKEN, FASTER, REPAIRED, SLOWER, VERDICTS, Pair, other_machine

HEAD = ["variant", "problem", "old", "new", "old/new", "interval", "remarks"]
ALWAYS_SHOWN = (BROKEN, SLOWER, REPAIRED, FASTER)


def text(report: Report, show_all: bool = False) -> list[str]:
    """Lines for a terminal: regressions, improvements, the rest on request, counts."""
    lines = [f"{name}  {_about(run)}" for name, run in (("old", report.old), ("new", report.new))]
    lines += [f"note: {note}" for note in report.notes]
    far_first = sorted(report.pairs, key=lambda pair: -abs(math.log(pair.time.ratio)) if pair.time else 0.0)
    sections = [(verdict, pairs) for verdict in (VERDICTS if show_all else ALWAYS_SHOWN)
                if (pairs := [pair for pair in far_first if pair.verdict == verdict])]
    head, *table = show.fixed_width([HEAD, *(_cells(pair) for _, pairs in sections for pair in pairs)], len(HEAD))
    cells = iter(table)
    for verdict, pairs in sections:
        lines += ["", f"{verdict} ({len(pairs)})", head, *islice(cells, len(pairs))]
    alone = [f"only in the {name} run: {described(key)}" for name, keys in (
        ("old", report.only_old), ("new", report.only_new)) for key in keys if show_all]
    return [*lines, "", *alone, *_summary(report)]


def _about(run: Run) -> str:
    stamps = sorted(row["timestamp"] for row in run.rows.values() if row["timestamp"])
    commits = list(dict.fromkeys(row["commit"] for row in run.rows.values() if row["commit"]))
    parts = [str(run.path), f"{len(run.rows)} rows", *stamps[:1]]
    parts += [f"commit {', '.join(commits[:3])}"] if commits else []
    return show.plain("; ".join(parts), 300)


def _cells(pair: Pair) -> list[str]:
    times = [show.time(row["time_median_us"]) if row["time_median_us"] > 0 else row["status"]
             for row in (pair.old, pair.new)]
    time = pair.time
    ratio = [_factor(time.ratio), f"{_factor(time.low)} to {_factor(time.high)}"] if time else ["", ""]
    return [show.plain(name_of(pair.key), 60), problem_of(pair.key), *times, *ratio, pair.why]


def _factor(value: float) -> str:
    """'0.9800x': four places, as a tenth of a percent is what counts; four digits where it is far from 1."""
    return f"{value:.4f}x" if 0.1 < value < 10 else f"{value:.4g}x"


def _summary(report: Report) -> list[str]:
    parts = [f"{report.counts[verdict]} {verdict}" for verdict in VERDICTS if report.counts[verdict]]
    lines = [f"{len(report.pairs)} rows in both: {', '.join(parts)} (threshold {report.threshold:g} %)"]
    lines += [report.alone] if report.alone else []
    elsewhere = sum(bool(other_machine(pair.old, pair.new)) for pair in report.pairs)
    if elsewhere and not report.any_machine:
        lines.append(f"{elsewhere} rows are of another GPU or computer, where slower and faster prove nothing "
                     "(--allow-other-device judges them all the same)")
    return lines
