"""How sure `rungs try` is, on made-up times: wrong alarms where nothing differs, and differences that are found."""

import math

import numpy as np
import pytest

from rungs.statistics import paired

LOOKS = (4, 8, 12)  # numbers of processes


def made_up(rows, slower=0.0, seed=1):
    """(old, new, whether a row has two groups): medians of (rows, processes).

    A row's processes differ by 0.05 to 0.5 %; a fifth of the rows falls into two groups 1 % apart, by their pages; the
    clock wanders and drifts by 0.5 % in a run.
    """
    draw = np.random.default_rng(seed)
    times = (rows, 2 * LOOKS[-1])
    logs = draw.normal(0, 1, times) * 10 ** draw.uniform(-3.3, -2.3, (rows, 1))
    groups = draw.random((rows, 1)) < 0.2
    logs += groups * (draw.random(times) < 0.5) * 0.01
    logs += np.cumsum(draw.normal(0, 2e-4, times), -1)
    logs += np.linspace(0, 0.005, times[1]) * draw.normal(0, 1, (rows, 1))
    return 100 * np.exp(logs[:, ::2]), 100 * np.exp(logs[:, 1::2] + slower), groups[:, 0]


def called(old, new, looks, beyond=0.0, error=paired.ERROR):
    """Whether each row is called slower and faster at any of the looks; `beyond` as a logarithm."""
    slower = faster = np.zeros(len(old), bool)
    for look in looks:
        estimate, reach = paired.intervals(old[:, :look], new[:, :look], error / len(looks))
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
    assert paired.ratio_of(3.2 * six, 3.21 * six, "cuda", 0.01).high >= 1
    assert paired.ratio_of(3.2 * six, 3.21 * six, "host", 0.01).high < 1
    assert paired.ratio_of(320 * six, 321 * six, "cuda", 0.01).high < 1
    old, new = np.array([100.0, np.nan, 101, 100, 100, 101]), np.array([110.0, 110, np.nan, 111, 110, 111])
    whole = paired.ratio_of(old, new, "cuda", 0.05)
    assert whole.ratio == pytest.approx(100.25 / 110.5, rel=2e-3) and whole.high < 1
    assert paired.ratio_of(old, np.nan * six, "cuda", 0.05) is None
    assert paired.ratio_of(old[:2], new[:2], "cuda", 0.05) is None


def test_the_spread_is_at_least_that_from_process_to_process():
    old, new = np.array([100.0, 102, 100, 102]), np.array([101.0, 103.02, 101, 103.02])  # 1 % apart in each
    assert np.isclose(paired.noise_of(old, new), np.log(1.02))
    assert paired.ratio_of(old, new, "host", 0.01).low < 1 < paired.ratio_of(old, new, "host", 0.01).high
