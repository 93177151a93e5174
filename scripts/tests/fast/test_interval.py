"""How sure a ratio is: as often right as it says, and a run-to-run term keeps two runs of one build from being
different. And how sure `rungs try` is: wrong alarms where nothing differs, and differences that are found."""

import math

import numpy as np
import pytest

from rungs.statistics import interval
from rungs.statistics.interval import ratio_of
from rungs.tries import timing


@pytest.fixture
def random():
    return np.random.default_rng(7)


def row(*figures):
    return dict(zip(("time_median_us", "iqr_percent", "samples", "backend"), (*figures, "cuda")))


def side(values):
    low, middle, high = np.percentile(values, [25, 50, 75])
    return row(middle, 100 * (high - low) / middle, len(values))


def test_the_interval_holds_the_ratio_as_often_as_it_says(monkeypatch, random):
    """Without the run-to-run term, which these samples do not have: 95 % of the intervals hold the true ratio."""
    monkeypatch.setattr(interval, "run_sd", lambda side: 0.0)
    ratios = [ratio_of(*(side(random.normal(100, 1, 100)) for _ in range(2))) for _ in range(300)]
    assert 0.92 <= np.mean([ratio.low <= 1 <= ratio.high for ratio in ratios]) <= 0.99


def test_the_interval_never_shrinks_below_what_two_runs_differ_by(random):
    ratio = ratio_of(*(side(random.normal(us, 0.001, 20000)) for us in (1000, 1001.5)))
    assert ratio.low < ratio.ratio < ratio.high > 1 and 0.004 < ratio.high - ratio.low < 0.008
    host = [row(1000, 0.01, 100, "host"), row(1050, 0.01, 100, "host")]
    assert ratio_of(*host).high > 1
    # A row of 2.5 us without noise jumps by a tick of the clock, 1.3 %: more than the threshold.
    ratio = ratio_of(row(2.528, 0.0, 5000), row(2.56, 0.0, 5000))
    assert ratio.ratio < 0.99 and ratio.high > 1


LOOKS = (4, 8, 12)  # numbers of processes


def made_up(rows, slower=0.0, seed=1):
    """(old, new, whether a row has two groups): medians of (rows, processes).

    A row's processes differ by 0.05 to 0.5 %; a fifth of the rows falls into two groups 1 % apart, by their pages; the
    clock wanders and drifts by 0.5 % in a run."""
    draw = np.random.default_rng(seed)
    times = (rows, 2 * LOOKS[-1])
    logs = draw.normal(0, 1, times) * 10 ** draw.uniform(-3.3, -2.3, (rows, 1))
    groups = draw.random((rows, 1)) < 0.2
    logs += groups * (draw.random(times) < 0.5) * 0.01
    logs += np.cumsum(draw.normal(0, 2e-4, times), -1)
    logs += np.linspace(0, 0.005, times[1]) * draw.normal(0, 1, (rows, 1))
    return 100 * np.exp(logs[:, ::2]), 100 * np.exp(logs[:, 1::2] + slower), groups[:, 0]


def called(old, new, looks, beyond=0.0, error=timing.ERROR):
    """Whether each row is called slower and faster at any of the looks; `beyond` as a logarithm."""
    slower = faster = np.zeros(len(old), bool)
    for look in looks:
        estimate, reach = timing.intervals(old[:, :look], new[:, :look], error / len(looks))
        slower, faster = slower | (estimate - reach > beyond), faster | (estimate + reach < -beyond)
    return slower, faster


@pytest.mark.parametrize("looks", [LOOKS[:1], LOOKS])
def test_at_most_one_in_a_hundred_is_a_wrong_alarm(looks):
    old, new, _ = made_up(20000)
    assert np.logical_or(*called(old, new, looks)).mean() <= 0.01
    assert np.logical_or(*called(old, new, looks, error=0.2)).mean() > 0.02, "an interval of 80 % would raise many"


@pytest.mark.parametrize(("slower", "looks", "least"), [(0.02, LOOKS, 0.95), (0.03, LOOKS, 0.99),
                                                        (0.03, LOOKS[:1], 0.7)])
def test_slow_downs_are_found(slower, looks, least):
    old, new, groups = made_up(5000, slower)
    found, wrong = called(old, new, looks, beyond=math.log(1.01))
    assert found[~groups].mean() > least and not wrong.any()


def test_a_tick_of_the_timer_is_no_change_and_missing_times_are_left_out():
    six = np.ones(6)
    assert timing.ratio_over_processes(3.2 * six, 3.21 * six, "cuda", 0.01).high >= 1
    assert timing.ratio_over_processes(3.2 * six, 3.21 * six, "host", 0.01).high < 1
    assert timing.ratio_over_processes(320 * six, 321 * six, "cuda", 0.01).high < 1
    old, new = np.array([100.0, np.nan, 101, 100, 100, 101]), np.array([110.0, 110, np.nan, 111, 110, 111])
    whole = timing.ratio_over_processes(old, new, "cuda", 0.05)
    assert whole.ratio == pytest.approx(100.25 / 110.5, rel=2e-3) and whole.high < 1
    assert timing.ratio_over_processes(old, np.nan * six, "cuda", 0.05) is None
    assert timing.ratio_over_processes(old[:2], new[:2], "cuda", 0.05) is None


def test_the_spread_is_at_least_that_from_process_to_process():
    old, new = np.array([100.0, 102, 100, 102]), np.array([101.0, 103.02, 101, 103.02])  # 1 % apart in each
    assert np.isclose(timing.noise_of(old, new), np.log(1.02))
    found = timing.ratio_over_processes(old, new, "host", 0.01)
    assert found.low < 1 < found.high
