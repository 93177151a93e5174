"""The ratio of two rows' medians, old over new (above 1 is faster), and how sure it is.

Two things make a median uncertain. One is sampling: another thousand samples of the same run would have a slightly
other median. The other is the run: clock, temperature, placement in memory and neighbours are the same for all samples
of a run and other ones in the next. The second does not shrink with the number of samples, and it is mostly the larger:
two runs of one build are far more of their sampling errors apart than chance allows. An interval without it would call
them different. So each side also errs by a run-to-run term, a standard deviation of the median's logarithm:

    half of the row's noise (the interquartile range over the median), at least 0.1 % on a GPU and 3 % on a host, and
    half a tick of the GPU's clock

The least of it is what two runs of one build were apart where each by itself was quiet: on GPUs up to 0.25 %, on a
shared host up to 9 %, since a process keeps its pages, and no sample shows what other pages would cost.

The interval is symmetric in the logarithm: the standard error of a median is 1.25 s / sqrt(n) with s = IQR / 1.349
(both hold for a normal distribution), the run-to-run term joins it in quadrature, and the quantile is Student's t of
the smaller n - 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scipy import stats

LEAST_RUN_SD = {"cuda": 0.001, "host": 0.03}
TICK_US = {"cuda": 0.032, "host": 0.0}  # the times of CUDA events are multiples of it
SHORT_US, START_US = 10, 1  # a GPU row below the one proves nothing by a change below the other
LEAST_SAMPLES = 2  # one sample has no spread
CONFIDENCE = 95  # percent, of an interval


@dataclass(frozen=True)
class Ratio:
    """Old over new, with the ends of its confidence interval."""

    ratio: float
    low: float
    high: float


def ratio_of(old: Mapping, new: Mapping) -> Ratio | None:
    """The Ratio of two rows with a time; None where the spread of one is not known."""
    if any(not row["samples"] >= LEAST_SAMPLES or math.isnan(row["iqr_percent"]) for row in (old, new)):
        return None
    ratio = old["time_median_us"] / new["time_median_us"]
    errors = [1.25 * row["iqr_percent"] / 100 / 1.349 / math.sqrt(row["samples"]) for row in (old, new)]
    error = math.hypot(*errors, run_sd(old), run_sd(new))
    reach = error * stats.t.ppf(0.5 + CONFIDENCE / 200, min(old["samples"], new["samples"]) - 1)
    # Far beyond any verdict, and still a number.
    reach = math.exp(min(float(reach), 50.0))
    return Ratio(ratio, ratio / reach, ratio * reach)


def run_sd(row: Mapping) -> float:
    """The run-to-run term of a row: a standard deviation of the logarithm of its median."""
    return math.hypot(max(row["iqr_percent"] / 100 / 2, LEAST_RUN_SD[row["backend"]]),
                      TICK_US[row["backend"]] / row["time_median_us"] / 2)
