"""Series of runs as text for a terminal: a table per series, or a line each where they are many."""

import math

from rungs.data import show
from rungs.data.markdown import fixed_width
from rungs.data.runs import name_of, problem_of
from rungs.statistics.history import Found, Point, Series, steps_of

MOST_TABLES = 8  # more series than these are a line each
HEAD = ["date", "commit", "median", "noise", "change", "remarks"]
MAY_CHANGE = ("device_uuid", "host", "driver", "cuda", "compiler")  # beside the commit, from one run to the next


def text(all_series: list[Series], threshold: float) -> list[str]:
    """Lines: tables, or a line per series where there are more than MOST_TABLES."""
    if len(all_series) > MOST_TABLES:
        return [*(f"{title(series)}: {_runs(len(series.points))}, "
                  + ("; ".join(map(described, steps_of(series, threshold))) or "no step")
                  for series in all_series), "",
                f"{len(all_series)} series; up to {MOST_TABLES} are shown run by run (--filter, --size, --params)"]
    return [line for series in all_series for line in ["", *_table(series, threshold)]][1:]


def title(series: Series) -> str:
    """'stitch/gpu/modulo  10240x10240, repeater=100, cold  NVIDIA H100'."""
    return f"{show.plain(name_of(series.key), 60)}  {problem_of(series.key)}  {show.plain(series.device, 45)}"


def described(found: Found) -> str:
    """'2.0 % slower from 2026-11-20 23:42 (commit ccbb4f12b384) on: 275 us -> 281 us'; in place of the commit what else
    explains it, such as '(another GPU)'."""
    point, step = found.point, found.step
    way = "slower" if step.percent > 0 else "faster"
    reason = found.why or f"commit {show.plain(point.row['commit'], 40) or 'unknown'}"
    return (f"{show.percent(abs(step.percent))} {way} from {point.when:%Y-%m-%d %H:%M} ({reason}) on: "
            f"{show.time(step.before_us)} -> {show.time(step.after_us)}")


def _table(series: Series, threshold: float) -> list[str]:
    steps = steps_of(series, threshold)
    table = [HEAD, *(_cells(point, before, any(point is step.point for step in steps))
                     for before, point in zip([None, *series.points], series.points))]
    found = [f"  step: {described(step)}" for step in steps] or [f"  no step in {_runs(len(series.points))}"]
    return [title(series), *fixed_width(table, len(HEAD)), *found]


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"


def _cells(point: Point, before: Point | None, is_step: bool) -> list[str]:
    row = point.row
    time = show.time(row["time_median_us"]) if row["time_median_us"] > 0 else ""
    noise = show.percent(row["iqr_percent"]) if time and not math.isnan(row["iqr_percent"]) else ""
    change = f"{100 * (point.us / before.us - 1):+.2f} %" if point.us and before and before.us else ""
    return [f"{point.when:%Y-%m-%d %H:%M}",
            show.plain(row["commit"], 24), time, noise, change, _remarks(point, before, is_step)]


def _remarks(point: Point, before: Point | None, is_step: bool) -> str:
    row = point.row
    status = [row["status"], show.plain(row["message"], 80)] if row["status"] != "ok" else []
    other = [f"other {column}" for column in MAY_CHANGE if before and row[column] != before.row[column]]
    return "; ".join(filter(None, ["<- step" if is_step else "", ": ".join(filter(None, status)), *other]))
