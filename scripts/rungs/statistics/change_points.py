"""The steps of a series of medians: between which two runs the time changed.

The cuts are those that leave the least deviations from the medians of the parts between them, each cut at the price of
the threshold (PELT with the L1 cost, of the package ruptures). Then the weakest cut is dropped as long as the medians
beside it are no farther apart than

    - the threshold and, on top of it, twice the error of the two medians: that of a run (half of its noise, and at
      least what quiet runs differ by, as in `rungs compare`), the median over each part, divided by the root of the
      part's number of runs; both parts in quadrature;
    - twice what two neighbouring runs differ by, the median over all neighbours but those at the cut;

or where a part between two cuts is a single run. So a series that jumps up and down is not all steps, and a single run
that is off is none.
"""

import math
from dataclasses import dataclass
from statistics import median

import numpy as np
from ruptures import Pelt
from ruptures.costs import CostL1


@dataclass(frozen=True)
class Step:
    """A change of time. `index` is that of the first run behind it; the medians are those of the parts beside it."""

    index: int
    before_us: float
    after_us: float

    @property
    def percent(self) -> float:
        """The change of time; above 0 is slower."""
        return 100 * (self.after_us / self.before_us - 1)


def find(times_us: list, errors: list[float], threshold_percent: float) -> list[Step]:
    """The steps of a series, in order.

    Takes a value per run: medians in microseconds, and by how much a run's median errs, as a standard deviation of its
    logarithm (interval.run_sd).
    """
    if len(times_us) < 2:
        return []
    logs, threshold = np.log(times_us), math.log(1 + threshold_percent / 100)
    deviations = CostL1()  # the sum of a part's deviations from its median
    deviations.min_size = 1  # a part may be a single run
    cuts = Pelt(custom_cost=deviations, min_size=1, jump=1).fit(logs).predict(pen=max(threshold, 1e-9))[:-1]
    while cuts:
        ends = [0, *cuts, len(logs)]
        middles = [float(np.median(logs[a:b])) for a, b in zip(ends, ends[1:])]
        excess = [abs(middles[number + 1] - middles[number]) - _needed(logs, errors, ends[number:number + 3], threshold)
                  for number in range(len(cuts))]
        if min(excess) > 0 and all(b - a > 1 for a, b in zip(cuts, cuts[1:])):
            return [Step(cut, math.exp(before), math.exp(after))
                    for cut, before, after in zip(cuts, middles, middles[1:])]
        del cuts[excess.index(min(excess))]
    return []


def _needed(logs: np.ndarray, errors: list[float], ends: list[int], threshold: float) -> float:
    """How far apart the medians of two parts must be."""
    start, cut, end = ends
    error = math.hypot(*(median(part) / math.sqrt(len(part)) for part in (errors[start:cut], errors[cut:end])))
    apart = np.delete(np.abs(np.diff(logs)), cut - 1)
    return max(threshold + 2 * error, 2 * float(np.median(apart)) if len(apart) else 0.0)
