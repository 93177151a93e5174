"""The sampling loop, its stop rules and its statistics, for peers that are called from Python. Simpler than bench's
(harness/measure/sampler.cpp): it looks at the interquartile range, and rows have no interval of the median.

Knows no library: a probe has `warm_up()`, called once, and `take()`, which gives (microseconds of one launch,
microseconds of all launches that the sample covers). No clocks are stamped, so no sample is discarded.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

LONG_US, LONG_SAMPLES = 1000, 100  # of a launch that long, so many samples are enough whatever their time
SETTLED_SAMPLES = 100


@dataclass(frozen=True)
class Summary:
    """Times in microseconds, and the interquartile range over the median in percent."""

    min: float
    median: float
    mean: float
    p95: float
    iqr_percent: float


@dataclass(frozen=True)
class Measurement:
    """Times in microseconds in the order taken, and why sampling ended."""

    times: list
    stop_reason: str
    summary: Summary


def summarise(times: list) -> Summary:
    """Summary of at least one time. Quantiles interpolate linearly between order statistics."""
    low, median, high, p95 = np.quantile(np.asarray(times, float), [0.25, 0.5, 0.75, 0.95])
    noise = 100 * (high - low) / median if median > 0 else 0.0
    return Summary(float(min(times)), float(median), float(np.mean(times)), float(p95), float(noise))


def sample(probe: Any, rules: Any, now: Any = time.monotonic) -> Measurement:
    """Takes samples from `probe` until a rule says enough; at least one, whatever it costs. Gives a Measurement."""
    probe.warm_up()
    times, measured_s, next_look, reason = [], 0.0, rules.min_samples, "time limit"
    start = now()
    while not times or now() - start < rules.time_limit_s:
        us, measured_us = probe.take()
        times.append(us)
        measured_s += measured_us * 1e-6
        if len(times) < next_look or not _enough_time(times, measured_s, rules):
            continue
        # Sorting costs much beside a short kernel: look again only after a tenth more samples.
        next_look = len(times) + len(times) // 10 + 1
        if summarise(times).iqr_percent < rules.max_noise_percent:
            reason = "converged"
            break
        if _settled(times, measured_s, rules):
            reason = "settled"
            break
    return Measurement(times, reason, summarise(times))


def _enough_time(times: list[float], measured_s: float, rules: Any) -> bool:
    return measured_s >= rules.min_time_s or (len(times) >= LONG_SAMPLES and times[-1] >= LONG_US)


def _settled(times: list[float], measured_s: float, rules: Any) -> bool:
    """True where the noise is what it is, but the medians of both halves agree within a fifth of the limit."""
    if len(times) < SETTLED_SAMPLES or measured_s < 2 * rules.min_time_s:
        return False
    first, second = (float(np.median(half)) for half in (times[:len(times) // 2], times[len(times) // 2:]))
    return 100 * abs(first - second) <= rules.max_noise_percent / 5 * first
