"""How one sample is taken, on a GPU and on the host, by the rules of harness/measure (cuda_probe, host_executor)."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WARM_UP_S = 0.2
LEAST_US = 1e-3  # a row has no time of 0, however coarse the clock
BATCH_US = 200  # hot: launches back to back a sample, so that a short one is long beside the clock's own cost


class GpuProbe:
    """Samples of a call that queues work on a device's stream, between two events on it.

    `device` has event(), record(event), done(event), elapsed_us(start, stop), wait(event), hold(cycles), flush(dirty).
    `cache` is cold, dirty or hot.

    So that the cost of calling from Python is not in the time, the stream is held by a kernel of so many cycles that
    the host has queued the whole sample before the device passes the first event. Where it has passed it already, the
    sample is thrown away and taken again behind a longer hold. A call that waits for the device inside can never be
    queued whole: after the longest hold its samples count as they are, and `held` is False.
    """

    FIRST_CYCLES, MOST_CYCLES = 1 << 18, 1 << 26  # about 0.15 ms and 35 ms
    MOST_QUEUED = 32

    def __init__(self, device: Any, call: Callable, cache: str) -> None:
        self._device, self._call, self._cold, self._dirty = device, call, cache != "hot", cache == "dirty"
        self._start, self._stop = device.event(), device.event()
        self._launches, self._cycles = 1, self.FIRST_CYCLES
        self.held = True

    def warm_up(self) -> None:
        """Brings clocks up and finishes lazy loading."""
        end = time.monotonic() + WARM_UP_S
        us = self._once(0)
        while time.monotonic() < end:
            us = self._once(0)
        if not self._cold:
            self._launches = max(1, min(int(BATCH_US / max(us, 1.0)), self.MOST_QUEUED))

    def take(self) -> tuple[float, ...]:
        tries = 0
        while self.held:
            us = self._once(self._cycles)
            if not self._late:
                return us, us * self._launches
            tries += 1
            if tries % 2 == 0:  # once may be a hiccup of the host
                self._cycles *= 2
                self.held = self._cycles <= self.MOST_CYCLES
        us = self._once(0)
        return us, us * self._launches

    def _once(self, cycles: int) -> float:
        """Microseconds of a launch; `_late` says whether the device was ahead of the host."""
        device = self._device
        if self._cold:
            device.flush(self._dirty)
        if cycles:
            device.hold(cycles)
        # Hot means that the same launch ran just before: the first of the batch fills the caches, untimed.
        if not self._cold:
            self._call()
        device.record(self._start)
        for _ in range(self._launches):
            self._call()
        device.record(self._stop)
        self._late = device.done(self._start)
        device.wait(self._stop)
        return max(device.elapsed_us(self._start, self._stop), LEAST_US) / self._launches


class HostProbe:
    """Samples of a call on the host, by the steady clock; `flush()` makes the caches cold. `cache` is cold or hot."""

    MOST_LAUNCHES = 1000

    def __init__(self, device: Any, call: Callable, cache: str) -> None:
        self._device, self._call, self._cold, self._launches = device, call, cache != "hot", 1
        self.held = True

    def warm_up(self) -> None:
        first, _ = self.take()
        if not self._cold:
            self._launches = max(1, min(int(BATCH_US / max(first, 0.01)), self.MOST_LAUNCHES))

    def take(self) -> tuple[float, ...]:
        if self._cold:
            self._device.flush()
        start = time.perf_counter()
        for _ in range(self._launches):
            self._call()
        us = max((time.perf_counter() - start) * 1e6, LEAST_US)
        return us / self._launches, us


@contextmanager
def pinned() -> Iterator:
    """Keeps this thread on one CPU for as long as it lasts, where the system lets it."""
    try:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(before)})
    except (AttributeError, OSError):
        yield
        return
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
