"""How sure `rungs ab` is, on made-up runs: wrong alarms where nothing changed, and slow-downs that are found."""

import math

import numpy as np
import pytest

from rungs.statistics import ab, paired
from rungs.statistics.interval import Ratio
from rungs.statistics.verdict import BROKEN, CANNOT_TELL, FASTER, NOT_TIMED, REPAIRED, SAME, SLOWER

ROWS = 100


def made_up(runs, pairs, slower=0.0, seed=1):
    """(old, new, whether a row has two groups): medians of (runs, ROWS, pairs) in the order of the run.

    A row's processes differ by 0.05 to 0.5 %; a fifth of the rows falls into two groups 1 % apart, by their pages; the
    clock wanders and drifts by 0.5 % in a run.
    """
    draw = np.random.default_rng(seed)
    spread = 10 ** draw.uniform(-3.3, -2.3, (runs, ROWS, 1))
    logs = draw.normal(0, 1, (runs, ROWS, 2 * pairs)) * spread
    groups = draw.random((runs, ROWS, 1)) < 0.2
    logs += groups * (draw.random(logs.shape) < 0.5) * 0.01
    logs += np.cumsum(draw.normal(0, 2e-4, (runs, 1, 2 * pairs)), -1)
    logs += np.linspace(0, 0.005, 2 * pairs) * draw.normal(0, 1, (runs, 1, 1))
    pair = np.arange(pairs)
    first, second = logs[..., 2 * pair], logs[..., 2 * pair + 1]
    old, new = np.where(pair % 2, second, first), np.where(pair % 2, first, second)
    return 100 * np.exp(old), 100 * np.exp(new + slower), groups[..., 0]


def called(old, new, looks, beyond=0.0):
    """Whether each row is called slower and faster at any of the looks; `beyond` as a logarithm."""
    slower = faster = np.zeros(old.shape[:2], bool)
    for look in looks:
        seen = old[..., :look], new[..., :look]
        typical = np.median(paired.noise_of(*seen), axis=-1, keepdims=True)
        estimate, reach = paired.intervals(*seen, typical, paired.FAMILY / ROWS / len(looks))
        slower, faster = slower | (estimate - reach > beyond), faster | (estimate + reach < -beyond)
    return slower, faster


@pytest.mark.parametrize("looks", [(6,), (12,), paired.LOOKS[:3]])
def test_at_most_one_run_in_a_hundred_raises_a_wrong_alarm(looks):
    alarms = np.zeros(1000, bool)
    for part in range(10):  # for memory
        old, new, _ = made_up(100, max(looks), seed=part)
        alarms[100 * part:100 * part + 100] = np.logical_or(*called(old, new, looks)).any(axis=1)
    assert alarms.sum() <= 10
    estimate, reach = paired.intervals(*made_up(50, 12)[:2], 0.0, 0.05)
    assert (np.abs(estimate) > reach).any(axis=1).mean() > 0.5, "an interval of 95 % would raise many"


@pytest.mark.parametrize(("slower", "pairs", "least"), [(0.01, 12, 0.7), (0.01, 24, 0.95), (0.005, 48, 0.75)])
def test_slow_downs_are_found(slower, pairs, least):
    old, new, groups = made_up(50, pairs, slower)
    found, wrong = called(old, new, (pairs,), beyond=math.log(1.002))
    assert found[~groups].mean() > least and not wrong.any()


def test_a_linear_drift_moves_no_estimate():
    logs = np.linspace(0, 0.3, 24)
    old = np.exp([logs[2 * k + (k % 2)] for k in range(12)])
    new = np.exp([logs[2 * k + 1 - (k % 2)] for k in range(12)])
    estimate, _ = paired.intervals(old, new, 0.0, 0.01)
    assert abs(estimate) < 1e-12 < abs(np.log(old / new)).min()


def test_processes_in_two_groups_that_fall_apart_by_luck_are_no_alarm():
    old, new = np.full(6, 100.0), np.full(6, 101.0)
    rows = [paired.Medians(old, new), *(paired.Medians(old * np.exp(noise), old * np.exp(-noise))
                                        for noise in np.random.default_rng(2).normal(0, 0.007, (9, 6)))]
    ratio = paired.ratios(rows, 1e-4)[0]
    assert ratio.low < 1 < ratio.high
    alone = paired.ratios(rows[:1], 1e-4)[0]
    assert alone.high < 1  # without the others nothing tells that it was luck


def test_a_tick_of_the_timer_is_no_change_and_missing_times_are_left_out():
    rows = [paired.Medians(np.full(6, 3.2), np.full(6, 3.21))]
    assert paired.ratios(rows, 0.01)[0].high >= 1
    assert paired.ratios([paired.Medians(np.full(6, 320.0), np.full(6, 321.0))], 0.01)[0].high < 1
    old, new = np.array([100.0, np.nan, 101, 100, 100, 101]), np.array([110.0, 110, np.nan, 111, 110, 111])
    rows = [paired.Medians(old, new), paired.Medians(old, np.full(6, np.nan))]
    whole, none = paired.ratios(rows, 0.05)
    assert none is None and rows[0].pairs == 4
    assert whole.ratio == pytest.approx(100.25 / 110.5, rel=2e-3) and whole.high < 1


def collected(times, **status):
    """Collected of variants {name: (old medians, new medians)}; status: {name: (old, new)} of the first process."""
    made = ab.Collected(set(times) - {"fill/host/set"}, {"fill/host/set"})
    for at in range(6):
        for side, processes in ((0, made.old), (1, made.new)):
            processes.append({})
            for name, both in times.items():
                case, _, variant = name.partition("/")
                us = both[side][at] if both[side] else math.nan
                state = status.get(variant, ("ok", "ok"))[side] if at == 0 else "ok"
                if us is not None:
                    processes[at][(case, variant, "host", "8x8", "", "cold")] = {
                        "status": state, "message": "why" if state != "ok" else "", "time_median_us": us}
    return made


def quiet(us, seed):
    return list(us * np.exp(np.random.default_rng(seed).normal(0, 1e-4, 6)))


def test_the_verdicts():
    made = collected({"a/slow": (quiet(100, 1), quiet(103, 2)), "a/fast": (quiet(100, 3), quiet(97, 4)),
                      "a/same": (quiet(100, 5), quiet(100, 6)), "a/open": (quiet(100, 7), quiet(100.2, 8)),
                      "a/untimed": (None, None), "a/gone": (quiet(100, 9), [None] * 6),
                      "a/breaks": (quiet(100, 1), quiet(100, 2)), "a/mended": (quiet(100, 1), quiet(100, 2)),
                      "a/shaky": (quiet(100, 5), quiet(100, 6))},
                     breaks=("ok", "failed"), mended=("incorrect", "ok"), shaky=("ok", "unstable"))
    found, beyond = ab.judge(made, 0.2)
    assert beyond == 0.2
    assert {row.key[1]: row.verdict for row in found} == {
        "slow": SLOWER, "fast": FASTER, "same": SAME, "open": CANNOT_TELL, "untimed": NOT_TIMED, "gone": BROKEN,
        "breaks": BROKEN, "mended": REPAIRED, "shaky": SAME}
    assert ab.regressed(found) and ab.open_names(found) == {"a/open"}
    why = {row.key[1]: row.why for row in found}
    assert "no row" in why["gone"] and "why" in why["breaks"]


def test_intervals_are_wider_with_more_rows_and_looks():
    times = {"a/one": (quiet(100, 1), quiet(100, 2))}
    more = {f"a/{number}": times["a/one"] for number in range(9)}
    widths = [ab.judge(collected(made), 0.2, looks)[0][0].ratio for made, looks in (
        (times, 1), ({**times, **more}, 1), ({**times, "fill/host/set": times["a/one"]}, 1), (times, 4))]
    alone, many, ceiling, looks = (ratio.high - ratio.low for ratio in widths)
    assert many > looks > ceiling > alone * 1.05


def test_by_as_much_as_unchanged_code_moved_no_other_is_called_slower():
    times = {"a/slow": (quiet(100, 1), quiet(103, 2)), "fill/host/set": (quiet(50, 3), quiet(52.5, 4))}
    found, beyond = ab.judge(collected(times), 0.2)
    assert 4.5 < beyond < 5 and [row.verdict for row in found] == [SAME]
    assert paired.moved([Ratio(1, 0.99, 1.01), None]) == 0
    assert paired.moved([Ratio(0.95, 0.94, 0.96)]) == pytest.approx(4.1667, abs=1e-3)
