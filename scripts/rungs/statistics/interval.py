"""The ratio of two rows' medians, old over new (above 1 is faster), and how sure it is.

Two things make a median uncertain. One is sampling: another thousand samples of the same run would have a slightly
other median. The other is the run: clock, temperature, placement in memory and neighbours are the same for all samples
of a run and other ones in the next. The second does not shrink with the number of samples, and it is mostly the larger:
two runs of one build are far more of their sampling errors apart than chance allows. An interval without it would call
them different. So each side also errs by a run-to-run term, a standard deviation of the median's logarithm:

    with samples       the standard deviation of the medians of up to 10 blocks, the samples cut in the order in which
                       they were taken: what wandered while a run lasted may wander as far until the next
    without            half of the row's noise (the interquartile range over the median)
    in either case     at least 0.1 % on a GPU and 3 % on a host, and half a tick of the GPU's clock

The least of it is what two runs of one build were apart where each by itself was quiet: on GPUs up to 0.25 %, on a
shared host up to 9 %, for a process gets its pages once, and no sample of it knows how others would have lain.

With samples of both sides the interval is a percentile bootstrap of the ratio of medians, the run-to-run term added to
each draw (Student's t with blocks - 1 degrees of freedom, for it is itself estimated). Without, it is symmetric in the
logarithm: the standard error of a median is 1.25 s / sqrt(n) with s = IQR / 1.349 (both hold for a normal
distribution), the run-to-run term joins it in quadrature, and the quantile is Student's t of the smaller n - 1.

Mann-Whitney's U says whether one side's samples tend to be larger. It knows nothing of runs, and with thousands of
samples finds a shift of a tenth of a tick; its p-value is reported and decides nothing.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

DRAWS = 10000
SEED = 1          # of every row's bootstrap, so that a row's interval does not depend on the other rows
BLOCKS = 10
LEAST_RUN_SD = {"cuda": 0.001, "host": 0.03}
TICK_US = {"cuda": 0.032, "host": 0.0}  # the times of CUDA events are multiples of it
SHORT_US, START_US = 10, 1  # a GPU row below the one proves nothing by a change below the other
LEAST_SAMPLES = 2  # one sample has no spread
LARGEST_RATIO = 1e9  # one beyond it, or below its inverse, is a mistake


@dataclass(frozen=True)
class Side:
    """What is known of one row's time."""

    median_us: float
    iqr_percent: float           # interquartile range over median; NaN where unknown
    samples: float                 # their number; NaN where unknown
    values: np.ndarray | None = None  # the raw times in microseconds, in the order taken
    backend: str = "cuda"          # or host


@dataclass(frozen=True)
class Ratio:
    """Old over new, with the ends of its confidence interval."""

    ratio: float
    low: float
    high: float
    source: str                # 'samples' or 'quartiles'
    p_value: float = math.nan  # Mann-Whitney's, two-sided; NaN without samples

    def scaled(self, by: float) -> "Ratio":
        """The ratio of cycles where `by` is the old clock over the new one."""
        return replace(self, ratio=self.ratio * by, low=self.low * by, high=self.high * by)


class NotKnown(Exception):
    """Why there is no interval."""


def ratio_of(old: Side, new: Side, confidence: float = 95.0) -> Ratio:
    """The Ratio of two Sides at a confidence in percent; raises NotKnown where a side's spread is not known."""
    for name, side in (("old", old), ("new", new)):
        if not side.samples >= LEAST_SAMPLES:
            count = "an unknown number" if math.isnan(side.samples) else f"{side.samples:.0f}"
            raise NotKnown(f"{count} of samples in the {name} run, of which there must be {LEAST_SAMPLES}")
    ratio = old.median_us / new.median_us
    if not 1 / LARGEST_RATIO <= ratio <= LARGEST_RATIO:
        raise NotKnown(f"a ratio of {ratio:g}")
    if old.values is not None and new.values is not None:
        return _from_samples(old, new, confidence)
    for name, side in (("old", old), ("new", new)):
        if math.isnan(side.iqr_percent):
            raise NotKnown(f"noise not known in the {name} run")
    return _from_quartiles(old, new, confidence)


def start_may_explain(backend: str, first_us: float, second_us: float) -> bool:
    """Whether two medians of a short GPU row are no further apart than launches of two runs may start."""
    return backend == "cuda" and max(first_us, second_us) < SHORT_US and abs(first_us - second_us) < START_US


def run_sd(side: Side) -> float:
    """The run-to-run term of a side: a standard deviation of the logarithm of its median."""
    if side.values is None:
        wander = side.iqr_percent / 100 / 2
    else:
        blocks = np.array_split(np.log(side.values), min(BLOCKS, len(side.values)))
        wander = float(np.std([np.median(block) for block in blocks], ddof=1))
    return math.hypot(max(wander, LEAST_RUN_SD[side.backend]), TICK_US[side.backend] / side.median_us / 2)


def _from_quartiles(old: Side, new: Side, confidence: float) -> Ratio:
    errors = [1.25 * side.iqr_percent / 100 / 1.349 / math.sqrt(side.samples) for side in (old, new)]
    error = math.hypot(*errors, run_sd(old), run_sd(new))
    reach = error * stats.t.ppf(0.5 + confidence / 200, min(old.samples, new.samples) - 1)
    ratio = old.median_us / new.median_us
    # Far beyond any verdict, and still a number.
    reach = math.exp(min(float(reach), 50.0))
    return Ratio(ratio, ratio / reach, ratio * reach, "quartiles")


def _from_samples(old: Side, new: Side, confidence: float) -> Ratio:
    random = np.random.default_rng(SEED)
    draws = np.zeros(DRAWS)
    assert old.values is not None and new.values is not None
    for sign, side, values in ((1, old, old.values), (-1, new, new.values)):
        blocks = min(BLOCKS, len(values))
        run = np.clip(run_sd(side) * random.standard_t(blocks - 1, DRAWS), -25, 25)
        draws += sign * (np.log(bootstrapped_medians(values, DRAWS, random)) + run)
    tail = (100 - confidence) / 2
    low, high = np.exp(np.percentile(draws, [tail, 100 - tail]))
    p_value = float(stats.mannwhitneyu(old.values, new.values).pvalue)
    return Ratio(float(np.median(old.values) / np.median(new.values)), float(low), float(high), "samples", p_value)


def bootstrapped_medians(values: np.ndarray, draws: int, random: Any) -> np.ndarray:
    """Medians of `draws` resamples of `values`, a resample as large as they are, in an array of `draws`.

    No resample is made. Its indices are n uniform numbers times n, rounded down, and its m-th smallest value is that at
    the m-th smallest index: so drawing the m-th of n uniform numbers, which is distributed as Beta(m, n - m + 1), gives
    the same median at no cost. Above it the remaining n - m numbers are uniform, and the smallest of them is the other
    one that an even n takes the mean with.
    """
    ordered, n = np.sort(values), len(values)
    m = (n + 1) // 2
    place = random.beta(m, n - m + 1, draws)
    middle = ordered[_index(place, n)]
    if n % 2:
        return middle
    above = place + (1 - place) * random.beta(1, n - m, draws)
    return (middle + ordered[_index(above, n)]) / 2


def _index(place: np.ndarray, n: int) -> np.ndarray:
    return np.minimum((place * n).astype(int), n - 1)
