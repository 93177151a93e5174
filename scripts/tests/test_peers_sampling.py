"""Stop rules, statistics and probes of `rungs peers` on made-up samples and a made-up clock."""

import itertools

import pytest
from fake_peers import FakeGpu

from rungs.baselines.probes import GpuProbe, HostProbe
from rungs.baselines.rules import StopRules
from rungs.baselines.sampling import sample, summarise


class List:
    """A probe that gives made-up times, over and over, of launches that it calls once a sample."""

    def __init__(self, *times):
        self._times, self.warmed = itertools.cycle(times), 0

    def warm_up(self):
        self.warmed += 1

    def take(self):
        us = next(self._times)
        return us, us


def clock(step=0.0):
    """Seconds that go on by `step` each time one asks."""
    return itertools.count(0, step).__next__ if step else lambda: 0.0


def test_quantiles_interpolate_between_order_statistics():
    summary = summarise([5, 1, 4, 2])
    assert (summary.min, summary.median, summary.mean) == (1, 3, 3)
    assert summary.p95 == pytest.approx(4.85)
    assert summary.iqr_percent == pytest.approx(100 * (4.25 - 1.75) / 3)
    assert summarise([7]).iqr_percent == 0


def test_ten_samples_and_the_least_time_and_little_noise_are_enough():
    probe = List(1000.0)
    measured = sample(probe, StopRules(), clock())
    assert (len(measured.times), measured.stop_reason, probe.warmed) == (100, "converged", 1)  # long launches
    assert len(sample(List(100_000.0), StopRules(), clock()).times) == 10
    assert len(sample(List(100_000.0), StopRules(min_samples=3, min_time_s=0.1), clock()).times) == 3
    assert len(sample(List(50.0), StopRules(min_time_s=0.01), clock()).times) in (200, 201)  # a sum of floats


def test_a_steady_spread_is_settled_and_a_drift_goes_on():
    measured = sample(List(100.0, 120.0), StopRules(min_time_s=0.001), clock())
    assert (measured.stop_reason, len(measured.times) >= 100) == ("settled", True)

    class Drift(List):
        def take(self):
            i = next(self._times)
            us = 100 + 20 * (i % 2) + 0.01 * i  # the halves of the first hundred are 0.5 us apart
            return us, us
    drifting = Drift()
    drifting._times = itertools.count()
    measured = sample(drifting, StopRules(min_time_s=0.001, time_limit_s=5), clock(0.01))
    assert measured.stop_reason == "time limit"
    assert 400 < len(measured.times) < 600


def test_at_least_one_sample_is_taken_whatever_it_costs():
    measured = sample(List(3.0), StopRules(time_limit_s=0.001), clock(100))
    assert (measured.times, measured.stop_reason) == ([3.0], "time limit")


def gpu_probe(device, cache="cold"):
    calls = device.calls
    return GpuProbe(device, lambda: calls.append("call"), cache)


def test_cold_flushes_before_each_sample_and_holds_before_the_first_event():
    device = FakeGpu()
    probe = gpu_probe(device)
    assert probe.take() == (100.0, 100.0)
    assert device.calls == ["flush", "hold", "record", "call", "record"]


def test_hot_launches_back_to_back_after_one_that_is_not_timed(monkeypatch):
    monkeypatch.setattr("rungs.baselines.probes.WARM_UP_S", 0)
    device = FakeGpu(times=(50.0, 200.0))
    probe = gpu_probe(device, "hot")
    probe.warm_up()
    assert "flush" not in device.calls
    device.calls.clear()
    assert probe.take() == (50.0, 200.0)
    assert device.calls == ["hold", "call", "record", *["call"] * 4, "record"]


def test_a_sample_that_the_device_was_ahead_of_is_taken_again_behind_a_longer_hold():
    device = FakeGpu(late_below=4 * GpuProbe.FIRST_CYCLES)
    probe = gpu_probe(device)
    probe.take()
    assert probe.held and device.calls.count("call") == 5  # two each at once and twice the cycles
    device.calls.clear()
    probe.take()
    assert device.calls.count("call") == 1


def test_a_call_that_waits_inside_is_timed_without_a_hold_in_the_end():
    device = FakeGpu(late_below=2**62)
    probe = gpu_probe(device)
    probe.take()
    assert not probe.held
    device.calls.clear()
    probe.take()
    assert device.calls == ["flush", "record", "call", "record"]


def test_the_host_is_cold_by_writing_over_and_hot_in_batches():
    class Device:
        flushed = 0

        def flush(self, dirty=False):
            self.flushed += 1
    device, calls = Device(), []
    cold = HostProbe(device, lambda: calls.append(1), "cold")
    cold.warm_up()
    us, measured = cold.take()
    assert (device.flushed, len(calls), us) == (2, 2, measured)
    calls.clear()
    hot = HostProbe(device, lambda: calls.append(1), "hot")
    hot.warm_up()
    hot._launches = 5
    us, measured = hot.take()
    assert (device.flushed, len(calls)) == (2, 6)
    assert us == pytest.approx(measured / 5) and us > 0
