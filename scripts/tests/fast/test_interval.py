"""How sure a ratio is: the bootstrap is one, and a run-to-run term keeps two runs of one build from being different."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rungs.statistics import interval
from rungs.statistics.interval import Side, ratio_of, run_sd


@pytest.fixture
def random():
    return np.random.default_rng(7)


def side(values):
    low, middle, high = np.percentile(values, [25, 50, 75])
    return Side(middle, 100 * (high - low) / middle, len(values), np.array(values))


def without_samples(made):
    return replace(made, values=None)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 200, 201])
def test_the_bootstrap_is_that_of_resampling(n, random):
    values = random.exponential(10, n) + 100
    quick = interval.bootstrapped_medians(values, 40000, np.random.default_rng(1))
    plain = np.median(values[random.integers(0, n, (40000, n))], axis=1)
    # The share of draws below each value's neighbourhood: two empirical distributions, at most this far apart.
    places = np.quantile(values, np.linspace(0.05, 0.95, 19)) + 1e-9
    apart = np.abs((quick[:, None] <= places).mean(axis=0) - (plain[:, None] <= places).mean(axis=0))
    assert apart.max() < 0.012


def test_the_interval_holds_the_ratio_as_often_as_it_says(monkeypatch, random):
    """Without the run-to-run term, which these samples do not have: 95 % of the intervals hold the true ratio."""
    monkeypatch.setattr(interval, "run_sd", lambda side: 0.0)
    for make in (lambda made: made, without_samples):
        ratios = [ratio_of(*(make(side(random.normal(100, 1, 100))) for _ in range(2))) for _ in range(300)]
        assert 0.92 <= np.mean([ratio.low <= 1 <= ratio.high for ratio in ratios]) <= 0.99


def test_a_run_that_wanders_is_less_sure_than_one_that_is_as_noisy_but_steady(random):
    wave = 100 + np.sin(np.linspace(0, 4, 1000)) + random.normal(0, 0.01, 1000)
    steady = random.permutation(wave)  # the same quartiles
    assert run_sd(side(wave)) > 5 * run_sd(side(steady))
    assert run_sd(without_samples(side(wave))) == run_sd(without_samples(side(steady)))


def test_the_interval_never_shrinks_below_what_two_runs_differ_by(random):
    quiet = [side(random.normal(us, 0.001, 20000)) for us in (1000, 1001.5)]
    for pair in (quiet, list(map(without_samples, quiet))):
        ratio = ratio_of(*pair)
        assert ratio.low < ratio.ratio < ratio.high
        assert ratio.high > 1 and 0.004 < ratio.high - ratio.low < 0.008
    host = [Side(1000, 0.01, 100, None, "host"), Side(1050, 0.01, 100, None, "host")]
    assert ratio_of(*host).high > 1
    # A row of 2.5 us without noise jumps by a tick of the clock, 1.3 %: more than the threshold.
    ratio = ratio_of(Side(2.528, 0.0, 5000), Side(2.56, 0.0, 5000))
    assert ratio.ratio < 0.99 and ratio.high > 1


def test_few_samples_are_less_sure():
    ratios = {n: ratio_of(Side(100, 1, n), Side(100, 1, n)) for n in (2, 3, 5, 10, 1000)}
    width = {n: ratio.high / ratio.low for n, ratio in ratios.items()}
    assert width[2] > 1.2 and width[3] > 1.5 * width[5] - 0.5 and width[3] > width[10] > width[1000]
    for n in (2, 3):
        values = [100.0, 102.0, 101.0][:n]
        ratio = ratio_of(side(values), side(values))
        assert ratio.low < 0.99 and ratio.high > 1.01 and math.isfinite(ratio.high)


def test_the_same_samples_give_the_same_interval_and_the_sides_mirror(random):
    old, new = side(random.normal(100, 1, 50)), side(random.normal(103, 1, 50))
    ratio, back = ratio_of(old, new), ratio_of(new, old)
    assert ratio == ratio_of(old, new) and ratio.source == "samples" and ratio.p_value < 1e-6
    assert back.ratio == pytest.approx(1 / ratio.ratio)
    assert back.low == pytest.approx(1 / ratio.high, rel=0.003)
    assert ratio_of(without_samples(old), new).source == "quartiles"
    # More confidence is a wider interval.
    pair = [side(random.normal(100, 1, 50)) for _ in range(2)]
    for sides in (pair, list(map(without_samples, pair))):
        ratios = [ratio_of(*sides, confidence) for confidence in (80, 95, 99)]
        widths = [ratio.high / ratio.low for ratio in ratios]
        assert widths == sorted(widths) and widths[0] < widths[2]
