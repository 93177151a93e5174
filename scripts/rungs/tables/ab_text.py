"""What `rungs ab` found, as text for a terminal and as Markdown for a pull request."""

import math
from collections import Counter
from collections.abc import Mapping

from rungs.data import show
from rungs.data.markdown import NOTHING, code, escape, fixed_width, markdown
from rungs.data.runs import name_of, problem_of
from rungs.statistics.ab import Judged
from rungs.statistics.interval import Ratio
from rungs.statistics.paired import FAMILY
from rungs.statistics.verdict import BROKEN, CANNOT_TELL, FASTER, REPAIRED, SLOWER, VERDICTS

HEAD = ["variant", "problem", "old", "new", "time", "interval", "A/A", "pairs", "remarks"]
SHOWN = (BROKEN, SLOWER, REPAIRED, FASTER, CANNOT_TELL)


def lines(judged: list[Judged], notes: list[str], skipped: list[str], beyond: float, as_markdown: bool,
          show_all: bool) -> list[str]:
    """The whole report: a table for each verdict, worst first; counts; variants that were not run; notes. notes: lines
    on the run; skipped: names of unchanged variants; beyond: the threshold in percent that rows were judged by;
    show_all: also rows that are the same or have no times."""
    found: list[str] = []
    for verdict in VERDICTS if show_all else SHOWN:
        rows = [row for row in judged if row.verdict == verdict]
        if not rows:
            continue
        far_first = sorted(rows, key=lambda row: -abs(math.log(row.ratio.ratio)) if row.ratio else 0.0)
        cells = [_cells(row) for row in far_first]
        if as_markdown:
            cells = [[code(one[0]), *map(escape, one[1:])] for one in cells]
            found += [f"**{verdict}** ({len(rows)})", "", *markdown(HEAD, cells, (0, 1, 8)), ""]
        else:
            found += [f"{verdict} ({len(rows)})", *fixed_width([HEAD, *cells], len(HEAD)), ""]
    last = [_counts(judged, beyond)] if judged else []
    if skipped:
        last.append(f"{len(skipped)} unchanged and not run (machine code, launches, arguments and libraries "
                    f"are the same; --all runs them): {', '.join(skipped)}")
    last += notes
    return found + ([f"- {escape(line)}" for line in last] if as_markdown else [show.plain(line) for line in last])


def _counts(judged: list[Judged], beyond: float) -> str:
    counts: Mapping[str, int] = Counter(row.verdict for row in judged)
    parts = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]]
    rows = "1 row" if len(judged) == 1 else f"{len(judged)} rows"
    return (f"{rows}: {', '.join(parts)} (threshold {show.percent(beyond)}; the chance of any wrong alarm among them "
            f"is at most {show.percent(100 * FAMILY)})")


def _cells(row: Judged) -> list[str]:
    times = [show.time(us) if us > 0 else NOTHING for us in (row.old_us, row.new_us)]
    change, interval = (_change(row.ratio.ratio), _interval(row.ratio)) if row.ratio else (NOTHING, NOTHING)
    noise = show.percent(row.noise) if row.noise >= 0 else NOTHING
    return [show.plain(name_of(row.key), 60), problem_of(row.key), *times, change, interval, noise, str(row.pairs),
            show.plain(row.why, 120)]


def _change(ratio: float) -> str:
    """By how much the new time is longer or shorter, of old over new: '+1.02 %'."""
    return f"{100 * (1 / ratio - 1):+.2f} %"


def _interval(ratio: Ratio) -> str:
    return f"{_change(ratio.high)} to {_change(ratio.low)}"
