"""How sure a change is between two builds whose processes ran in turn.

The unit is a process, not a sample. A process gets its memory pages, its place in the clock's drift and its neighbours
once, so that its thousand samples share one error. Processes run in blocks old, new, new, old: a drift that is linear
cancels in each block. Two that follow each other are a pair, and what counts is the logarithm of a pair's two medians,
new over old.

    estimate    the mean over the pairs
    spread      the standard deviation of the pairs, or that of two processes of one build that follow each other in the
                same run (the A/A noise), whichever is larger. Where a row's spread is below the median of its
                backend's A/A noises, the two are pooled, the latter with the weight of 4 degrees of freedom: with few
                pairs a spread may be small by luck (a variance shrunk to that of many rows: G. K. Smyth 2004,
                "Linear models and empirical Bayes methods"; here it is only ever raised)
    interval    Student's t with pairs - 1 degrees of freedom, and on a GPU half a tick of its timer on each side
    error       the chance of any wrong alarm in the whole run is at most `FAMILY` (1 %): each row's interval has 1 %
                over the number of rows and of looks (Bonferroni; O. J. Dunn 1961, "Multiple comparisons among means").
                A look is a number of pairs at which rows are judged; it is fixed before the run

The t interval takes the pairs as normal. Processes that fall into two groups, by their pages, are not: that all old
ones are of one group and all new ones of the other has a chance of 1 in 2000 with six pairs. A/A noise and pooling keep
that rare, and the tests count alarms on made-up runs that do it.

Against an alarm for what no change of the code explains there is one more measure: rows whose machine code is unchanged
and that were run all the same, as the ceilings are. By as much as the surest of them moved, no other is called changed.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from rungs.statistics.interval import TICK_US, Ratio

FAMILY = 0.01             # the chance of one wrong alarm or more in a run
LOOKS = (6, 12, 24, 48)   # numbers of pairs at which rows are judged, as far as the budget allows
LEAST_PAIRS = 5
PRIOR = 4                 # degrees of freedom of the typical A/A noise


@dataclass(frozen=True)
class Medians:
    """The medians in microseconds of one row in processes of the old and of the new build, arrays of one length: pair
    after pair in the order of the run, NaN where a process has none."""

    old: np.ndarray
    new: np.ndarray
    backend: str = "cuda"

    @property
    def pairs(self) -> int:
        """Pairs of which both have a time."""
        return int(np.sum(~np.isnan(self.old + self.new)))


def same_build(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Differences of the logarithms of two processes of one build that follow each other, in arrays of (..., pairs):
    new and new inside a block, old and old from a block to the next."""
    steps = [np.diff(np.log(side), axis=-1) for side in (old, new)]
    inside = np.arange(steps[0].shape[-1]) % 2 == 0
    return np.where(inside, steps[1], steps[0])


def noise_of(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The A/A noise of rows, arrays of (..., pairs): the standard deviation of same_build; NaN where there is none."""
    squares = same_build(old, new) ** 2
    count = np.sum(~np.isnan(squares), axis=-1)
    return np.sqrt(np.nansum(squares, axis=-1) / np.where(count, count, np.nan))


def intervals(old: np.ndarray, new: np.ndarray, typical: np.ndarray | float, alpha: float,
              half_tick: np.ndarray | float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """(estimate, reach): the mean logarithm of new over old and half the width of its interval, of rows as arrays of
    (..., pairs) with NaN where a time is missing.

    `typical` is the median A/A noise of such rows, `alpha` the two-sided error of a row, `half_tick` half a tick of the
    timer over the median. With fewer than two pairs the reach is infinite.
    """
    change = np.log(new) - np.log(old)
    count = np.sum(~np.isnan(change), axis=-1)
    enough = count >= 2
    free = np.where(enough, count - 1, 1)
    estimate = np.where(count, np.nansum(change, axis=-1) / np.maximum(count, 1), 0.0)
    square = np.nansum((change - estimate[..., None]) ** 2, axis=-1) / free
    square = np.fmax(square, noise_of(old, new) ** 2)
    square = np.fmax(square, (free * square + PRIOR * np.square(typical)) / (free + PRIOR))
    reach = stats.t.isf(alpha / 2, free) * np.sqrt(square / np.maximum(count, 1)) + half_tick
    return estimate, np.where(enough, reach, np.inf)


def ratios(rows: list[Medians], alpha: float) -> list[Ratio | None]:
    """The Ratio, old over new, of each row at a two-sided error of `alpha`; None for one of less than two pairs.
    The rows are those of one run: their A/A noises are taken together, by backend."""
    noises = [float(noise_of(row.old, row.new)) for row in rows]
    found: list[Ratio | None] = []
    for row in rows:
        alike = [noise for other, noise in zip(rows, noises) if other.backend == row.backend and noise >= 0]
        tick = TICK_US.get(row.backend, 0.0)
        middle = float(np.nanmedian(np.append(row.old, row.new))) if row.pairs else math.inf
        estimate, reach = intervals(row.old, row.new, float(np.median(alike)) if alike else 0.0, alpha,
                                    tick / 2 / middle)
        low, middle, high = (float(np.exp(np.clip(-estimate + side, -50, 50))) for side in (-reach, 0, reach))
        found.append(Ratio(middle, low, high) if row.pairs >= 2 else None)
    return found


def moved(unchanged: list[Ratio | None]) -> float:
    """By how many percent the surest of unchanged rows moved: 0 where each interval holds 1."""
    sure = [max(ratio.low - 1, 1 / ratio.high - 1, 0.0) for ratio in unchanged if ratio]
    return 100 * max(sure, default=0.0)
