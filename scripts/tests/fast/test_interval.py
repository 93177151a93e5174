"""How sure a ratio is: as often right as it says, and a run-to-run term keeps two runs of one build from being
different."""

import numpy as np
import pytest

from rungs.statistics import interval
from rungs.statistics.interval import Side, ratio_of


@pytest.fixture
def random():
    return np.random.default_rng(7)


def side(values):
    low, middle, high = np.percentile(values, [25, 50, 75])
    return Side(middle, 100 * (high - low) / middle, len(values))


def test_the_interval_holds_the_ratio_as_often_as_it_says(monkeypatch, random):
    """Without the run-to-run term, which these samples do not have: 95 % of the intervals hold the true ratio."""
    monkeypatch.setattr(interval, "run_sd", lambda side: 0.0)
    ratios = [ratio_of(*(side(random.normal(100, 1, 100)) for _ in range(2))) for _ in range(300)]
    assert 0.92 <= np.mean([ratio.low <= 1 <= ratio.high for ratio in ratios]) <= 0.99


def test_the_interval_never_shrinks_below_what_two_runs_differ_by(random):
    ratio = ratio_of(*(side(random.normal(us, 0.001, 20000)) for us in (1000, 1001.5)))
    assert ratio.low < ratio.ratio < ratio.high
    assert ratio.high > 1 and 0.004 < ratio.high - ratio.low < 0.008
    host = [Side(1000, 0.01, 100, "host"), Side(1050, 0.01, 100, "host")]
    assert ratio_of(*host).high > 1
    # A row of 2.5 us without noise jumps by a tick of the clock, 1.3 %: more than the threshold.
    ratio = ratio_of(Side(2.528, 0.0, 5000), Side(2.56, 0.0, 5000))
    assert ratio.ratio < 0.99 and ratio.high > 1


def test_few_samples_are_less_sure():
    ratios = {n: ratio_of(Side(100, 1, n), Side(100, 1, n)) for n in (2, 3, 5, 10, 1000)}
    width = {n: ratio.high / ratio.low for n, ratio in ratios.items()}
    assert width[2] > 1.2 and width[3] > 1.5 * width[5] - 0.5 and width[3] > width[10] > width[1000]
