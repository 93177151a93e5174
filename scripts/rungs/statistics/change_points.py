"""The steps of a series of medians: between which two runs the time changed.

Each split of the series has a shift: the median of what stands behind it over the median of what stands before. It
is a step where the shift is larger than

    - the threshold and, on top of it, twice the error of the two medians: that by which a run errs (half of its noise,
      and not less than what quiet runs are apart, as compare.py has it), the median over each side, divided by the root
      of the side's number of runs; both sides in quadrature;
    - twice what two neighbouring runs are apart, the median over all neighbours but those at the split.

The second keeps a series that jumps up and down from being all steps, and takes no harm from a step elsewhere. Of the
splits that pass, the one that leaves the least deviations from the two medians is the step; the largest shift would
often be a run beside it. Both sides are then searched in the same way, and a step whose own neighbours turn out to be
less than the threshold apart is dropped.
"""

import math
from dataclasses import dataclass
from statistics import median


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
    logs = [math.log(us) for us in times_us]
    threshold = math.log(1 + threshold_percent / 100)
    cuts = _split(logs, errors, threshold)
    while cuts:
        middles = _middles(logs, cuts)
        weakest = min(range(len(cuts)), key=lambda number: abs(middles[number + 1] - middles[number]))
        if abs(middles[weakest + 1] - middles[weakest]) > threshold:
            return [Step(cut, math.exp(middles[number]), math.exp(middles[number + 1]))
                    for number, cut in enumerate(cuts)]
        del cuts[weakest]
    return []


def _middles(logs: list[float], cuts: list[int]) -> list[float]:
    """The medians of the parts that the cuts leave."""
    ends = [0, *cuts, len(logs)]
    return [median(logs[a:b]) for a, b in zip(ends, ends[1:])]


def _split(logs: list[float], errors: list[float], threshold: float) -> list[int]:
    """The indices at which a series is cut, in order."""
    splits = []
    for cut in range(1, len(logs)):
        shift = abs(_shift(logs, cut))
        if shift > threshold + 2 * _error(errors, cut) and shift > 2 * _apart(logs, cut):
            splits.append((_left_over(logs, cut), cut))
    if not splits:
        return []
    cut = min(splits)[1]
    behind = _split(logs[cut:], errors[cut:], threshold)
    return [*_split(logs[:cut], errors[:cut], threshold), cut, *(cut + index for index in behind)]


def _shift(logs: list[float], cut: int) -> float:
    return median(logs[cut:]) - median(logs[:cut])


def _left_over(logs: list[float], cut: int) -> float:
    return sum(abs(value - median(part)) for part in (logs[:cut], logs[cut:]) for value in part)


def _error(errors: list[float], cut: int) -> float:
    return math.hypot(*(median(side) / math.sqrt(len(side)) for side in (errors[:cut], errors[cut:])))


def _apart(logs: list[float], cut: int) -> float:
    apart = [abs(b - a) for index, (a, b) in enumerate(zip(logs, logs[1:]), start=1) if index != cut]
    return median(apart) if apart else 0.0
