"""The verdict on one row that two runs have.

The ratio is the old median over the new one: above 1 is faster. Its confidence interval allows for what two runs of one
build differ by; interval.py says how. With a threshold of t the verdicts are:

    slower       the whole interval lies below 1 / (1 + t)
    faster       the whole interval lies above 1 + t
    same         the whole interval lies between the two
    cannot tell  none of these; or a row is marked unstable, or its spread is not known; or a GPU row of less than 10 us
                 is slower or faster by less than 1 us: one run's launches start sooner than another's by up to 0.2 us,
                 a graph's by 0.9 us (seen on an H100 between two runs of one build); or the two rows are of two GPUs or
                 two computers, which two programs cannot be told apart by (unless they are asked to be judged all the
                 same); or the run's own fill, copy or read got slower or faster as much; or, of a GPU row below half
                 of the measured speed of light in both runs, the clock did
    broken       the row's status is worse: it was ok and now is unsupported, failed or incorrect, or it was unsupported
                 and now is failed or incorrect
    repaired     it was one of these and now is ok
    not timed    neither run has a time, and the status is not worse

Slower and broken are regressions."""

import math
from dataclasses import dataclass
from typing import Any

from rungs.data import show
from rungs.statistics.interval import SHORT_US, START_US, Ratio, ratio_of

SLOWER, FASTER, SAME, CANNOT_TELL = "slower", "faster", "same", "cannot tell"
BROKEN, REPAIRED, NOT_TIMED = "broken", "repaired", "not timed"
VERDICTS = (BROKEN, SLOWER, REPAIRED, FASTER, SAME, CANNOT_TELL, NOT_TIMED)
REGRESSIONS = (BROKEN, SLOWER)

RANK = {"ok": 0, "unstable": 0, "unsupported": 1, "failed": 2, "incorrect": 2}  # of a status; larger is worse
BOUND_BY_MEMORY = 50  # percent of the speed of light; from here on it binds a row, below it something else
MHZ = (1, 1e5)  # what can be a clock


@dataclass(frozen=True)
class Pair:
    """One row in both runs: `old` and `new` are the rows as dicts."""

    key: tuple
    old: dict
    new: dict
    verdict: str
    why: str = ""                # the reason, where the interval alone is not it
    time: Ratio | None = None    # None where the rows have no times to compare


def judge(key: tuple[str, ...], old: dict, new: dict, threshold: float, any_machine: bool) -> Pair:
    """The Pair of two rows; the threshold is in percent, `any_machine` also judges rows of two machines."""
    verdict, why = by_status(old, new)
    if verdict:
        return Pair(key, old, new, verdict, why)
    time = ratio_of(old, new)
    if time is None:
        return Pair(key, old, new, CANNOT_TELL, "no spread in one of the runs")
    verdict = verdict_of(time, threshold)
    first, second = old["time_median_us"], new["time_median_us"]
    started = old["backend"] == "cuda" and max(first, second) < SHORT_US and abs(first - second) < START_US
    if verdict in (SLOWER, FASTER) and started:  # launches of two runs may start that far apart
        verdict, why = CANNOT_TELL, f"{verdict} by less than {START_US} us"
    if verdict in (SLOWER, FASTER) and not any_machine:
        verdict, why = _of_machine(verdict, old, new, time, threshold)
    return Pair(key, old, new, verdict, why, time)


def _of_machine(verdict: str, old: dict, new: dict, time: Ratio, threshold: float) -> tuple[str, str]:
    """(verdict, reason) where the machine may explain that a row is slower or faster."""
    if machine := other_machine(old, new):
        return CANNOT_TELL, f"{verdict} on {machine}"
    for name, ratio in (("its speed of light", light_ratio(old, new)), ("its clock", clock_ratio(old, new))):
        if not math.isnan(ratio) and verdict_of(
                Ratio(*(one / ratio for one in (time.ratio, time.low, time.high))), threshold) == SAME:
            return CANNOT_TELL, f"{verdict} by time, as much as {name}"
    return verdict, ""


def verdict_of(ratio: Ratio, threshold: float) -> str:
    """slower, faster, same or cannot tell: where a Ratio's interval lies against a threshold in percent."""
    beyond = 1 + threshold / 100
    if ratio.high < 1 / beyond:
        return SLOWER
    if ratio.low > beyond:
        return FASTER
    return SAME if 1 / beyond <= ratio.low and ratio.high <= beyond else CANNOT_TELL


def by_status(old: dict, new: dict) -> tuple[str, ...]:
    """(verdict, reason) where statuses or missing times decide, else ('', '')."""
    worse = RANK[new["status"]] - RANK[old["status"]]
    if worse > 0 or (worse < 0 and RANK[new["status"]] == 0):
        message = f" ({show.plain(new['message'], 100)})" if new["message"] else ""
        return BROKEN if worse > 0 else REPAIRED, f"{old['status']} before, {new['status']} now{message}"
    timed = [row["time_median_us"] > 0 for row in (old, new)]
    if not any(timed):
        return NOT_TIMED, new["status"]
    if not all(timed):
        return CANNOT_TELL, f"no time in the {'new' if timed[0] else 'old'} run"
    unstable = [name for name, row in (("old", old), ("new", new)) if row["status"] == "unstable"]
    return (CANNOT_TELL, f"unstable in the {' and the '.join(unstable)} run") if unstable else ("", "")


def other_machine(old: Any, new: Any) -> str:
    """'another GPU' or 'another computer' where two rows (dicts) are not of one machine, else ''. What a row does not
    say differs from nothing."""
    if old["backend"] == "cuda" and any(old[name] != new[name] and old[name] and new[name]
                                        for name in ("device", "device_uuid")):
        return "another GPU"
    other = old["host"] != new["host"] and old["host"] and new["host"]
    return "another computer" if other or (old["backend"] != "cuda" and old["device"] != new["device"]) else ""


def light_ratio(old: Any, new: Any) -> float:
    """The old row's time at the speed of light over the new one's; NaN where it does not bind both."""
    shares = [row["speed_of_light_percent"] for row in (old, new)]
    if not all(share >= BOUND_BY_MEMORY for share in shares):
        return math.nan
    return (shares[0] * old["time_median_us"]) / (shares[1] * new["time_median_us"])


def clock_ratio(old: Any, new: Any) -> float:
    """The new row's clock of the multiprocessors over the old one's; NaN where they may not bind both, or one is not
    known."""
    clocks = [row["sm_clock_mhz"] for row in (old, new)]
    bound = old["backend"] == "cuda" and all(row["speed_of_light_percent"] < BOUND_BY_MEMORY for row in (old, new))
    return clocks[1] / clocks[0] if bound and all(MHZ[0] <= clock <= MHZ[1] for clock in clocks) else math.nan
