"""Two builds compared by processes that ran in turn, row by row.

A row is judged by the interval of its ratio (statistics/paired) against a threshold: `--threshold`, or by as much as
unchanged code moved in the same run, if that is more.

    slower       the whole interval lies beyond the threshold
    faster       the whole interval lies beyond it on the other side
    same         the whole interval lies within it
    cannot tell  none of these: the row stays open, and more pairs are run while the budget lasts
    broken       the new build's row is unsupported, incorrect or failed in some process, or missing from all, and the
                 old one's is better
    repaired     the other way around
    not timed    neither build has times to compare, as on the simulator
"""

import math
from dataclasses import dataclass, field

import numpy as np

from rungs.data.runs import name_of
from rungs.statistics import paired, verdict
from rungs.statistics.interval import Ratio

ABSENT = {"status": "failed", "message": "no row: its process ended before", "time_median_us": math.nan}
CLOSED_BY_STATUS = (verdict.BROKEN, verdict.REPAIRED, verdict.NOT_TIMED)


@dataclass(frozen=True)
class Judged:
    """A row of both builds and its verdict; `noise` is its A/A noise in percent, NaN where not known."""

    key: tuple
    verdict: str
    old_us: float = math.nan
    new_us: float = math.nan
    ratio: Ratio | None = None  # old over new
    noise: float = math.nan
    pairs: int = 0
    why: str = ""


@dataclass
class Collected:
    """The rows of all processes so far. `old` and `new` hold a dict {key: row} for each process, pair after pair; a
    row that was not asked for in a pair is absent from both."""

    changed: set                      # names of the variants to judge; others are unchanged, or ceilings
    unchanged: set = field(default_factory=set)  # names of those whose code is known to be the same
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)

    def medians(self, key: tuple) -> paired.Medians:
        """The times of a row in all processes."""
        old, new = (np.array([process.get(key, ABSENT)["time_median_us"] for process in side], dtype=float)
                    for side in (self.old, self.new))
        return paired.Medians(old, new, key[2])


def judge(collected: Collected, threshold: float, looks: int = 1) -> tuple[list[Judged], float]:
    """([Judged] of the rows of the changed variants, the threshold in percent that they were judged by). `looks` is how
    often rows are judged in this run at most; it is part of their error."""
    met = dict.fromkeys(key for process in collected.old + collected.new for key in process)
    keys, still = ([key for key in met if name_of(key) in names] for names in (collected.changed, collected.unchanged))
    alpha = paired.FAMILY / max(len(keys) + len(still), 1) / looks
    medians = [collected.medians(key) for key in keys + still]
    ratios = paired.ratios(medians, alpha)
    beyond = max(threshold, paired.moved(ratios[len(keys):]))
    return [_judged(collected, key, medians[at], ratios[at], beyond) for at, key in enumerate(keys)], beyond


def _judged(collected: Collected, key: tuple, medians: paired.Medians, ratio: Ratio | None, beyond: float) -> Judged:
    old, new = (_worst(side, key) for side in (collected.old, collected.new))
    old_us, new_us = (float(np.nanmedian(side)) if not np.isnan(side).all() else math.nan
                      for side in (medians.old, medians.new))
    noise = 100 * float(paired.noise_of(medians.old, medians.new))
    found, why = verdict.by_status({**old, "time_median_us": old_us}, {**new, "time_median_us": new_us})
    if not found and ratio is None:
        found, why = verdict.CANNOT_TELL, f"{medians.pairs} pair of processes with a time; expected 2 or more"
    if not found and ratio is not None:
        found = verdict.verdict_of(ratio, beyond)
    return Judged(key, found, old_us, new_us, ratio, noise, medians.pairs, why)


def _worst(side: list[dict], key: tuple) -> dict:
    """The row of the worst status among a build's processes. One that failed in some of them is not lost behind those
    that ended well. An unstable row is one that was timed: the spread between processes says how well."""
    found = [process[key] for process in side if key in process] or [ABSENT]
    worst = max(found, key=lambda row: verdict.RANK[row["status"]])
    return {**worst, "status": "ok"} if worst["status"] == "unstable" else worst


def open_names(judged: list[Judged]) -> set:
    """Names of the variants with a row that more pairs may decide."""
    return {name_of(row.key) for row in judged if row.verdict == verdict.CANNOT_TELL}


def regressed(judged: list[Judged]) -> bool:
    """Whether a row is slower or broken."""
    return any(row.verdict in verdict.REGRESSIONS for row in judged)
