"""How sure a difference is between two variants that several processes timed, each both of them.

The unit is a process, not a sample. A process gets its memory pages, its place in the clock's drift and its neighbours
once, so that its thousand samples share one error. What counts is the logarithm of a process's two medians, new over
old.

    estimate    the mean over the processes
    spread      the standard deviation over the processes, or that of one variant from a process to the next, whichever
                is larger
    interval    Student's t with processes - 1 degrees of freedom, and on a GPU half a tick of its timer on each side
    error       the chance that a variant is called faster or slower than its own copy is at most `ERROR` (1 %), over
                all looks: each has that over their number (Bonferroni). A look is a number of processes at which there
                is a verdict; it is fixed before the first

The t interval takes the logarithms as normal. Processes that fall into two groups, by their pages, are not: the tests
count wrong alarms on made-up times that do.
"""

import math

import numpy as np
from scipy import stats

from rungs.statistics.interval import TICK_US, Ratio

ERROR = 0.01  # the chance of a wrong alarm


def noise_of(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The standard deviation of one variant's logarithm from a process to the next, the new one's and the old one's in
    turn, of arrays of (..., processes); NaN where there is none."""
    steps = [np.diff(np.log(side), axis=-1) for side in (old, new)]
    squares = np.where(np.arange(steps[0].shape[-1]) % 2 == 0, steps[1], steps[0]) ** 2
    count = np.sum(~np.isnan(squares), axis=-1)
    return np.sqrt(np.nansum(squares, axis=-1) / np.where(count, count, np.nan))


def intervals(old: np.ndarray, new: np.ndarray, error: float,
              half_tick: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """(estimate, reach): the mean logarithm of new over old and half the width of its interval, of arrays of
    (..., processes) with NaN where a time is missing.

    `error` is the two-sided error, `half_tick` half a tick of the timer over the median. With fewer than two processes
    the reach is infinite.
    """
    change = np.log(new) - np.log(old)
    count = np.sum(~np.isnan(change), axis=-1)
    enough = count >= 2
    free = np.where(enough, count - 1, 1)
    estimate = np.where(count, np.nansum(change, axis=-1) / np.maximum(count, 1), 0.0)
    square = np.nansum((change - estimate[..., None]) ** 2, axis=-1) / free
    square = np.fmax(square, noise_of(old, new) ** 2)
    reach = stats.t.isf(error / 2, free) * np.sqrt(square / np.maximum(count, 1)) + half_tick
    return estimate, np.where(enough, reach, np.inf)


def ratio_of(old: np.ndarray, new: np.ndarray, backend: str, error: float) -> Ratio | None:
    """The Ratio, old over new, of medians in microseconds, a process each, NaN where it has none; None where fewer
    than two processes have both."""
    if np.sum(~np.isnan(old + new)) < 2:
        return None
    half_tick = TICK_US[backend] / 2 / float(np.nanmedian(np.append(old, new)))
    estimate, reach = intervals(old, new, error, half_tick)
    low, middle, high = (math.exp(min(max(float(end), -50), 50)) for end in
                         (-estimate - reach, -estimate, -estimate + reach))
    return Ratio(middle, low, high)
