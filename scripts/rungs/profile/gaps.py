"""How long the GPU idles between the kernels of one launch, from the timeline that CUPTI records (PyTorch's profiler).

Nsight Compute profiles kernels one by one, so that its times have no such gaps; bench's times have them.
"""

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage
from rungs.data.libraries import import_library
from rungs.profile.launches import Failed, Launches

LAUNCHES = 20
_PAUSE_S = 0.002        # between launches: their kernels are recognised by it
_APART_US = 1000        # kernels farther apart than this are of two launches
# the GPU waits about 0.1 ms, so that all kernels of a launch are queued before the first starts
_BLOCKING_CYCLES = 200_000
_ON_GPU = {"kernel", "gpu_memset", "gpu_memcpy"}


def gaps_of(document: dict[str, list], launches: int = LAUNCHES) -> float:
    """Median over the launches of the idle time within one, in microseconds, from a Chrome trace (a dict).

    A launch begins with the kernel that blocks the stream, which does not count. Raises Failed where the trace does not
    hold so many launches with as many operations each.
    """
    events = sorted((float(event["ts"]), float(event["dur"])) for event in document.get("traceEvents", ())
                    if event.get("cat") in _ON_GPU)
    groups = []
    for start, duration in events:
        if not groups or start - sum(groups[-1][-1]) > _APART_US:
            groups.append([])
        groups[-1].append((start, duration))
    if len(groups) != launches or len({len(group) for group in groups}) != 1 or len(groups[0]) < 2:
        raise Failed(f"the timeline has {len(events)} operations in {len(groups)} groups; expected {launches} groups "
                     "of as many each")
    # From the first start to the last end, without the operations themselves.
    return statistics.median(sum(group[-1]) - group[1][0] - sum(duration for _, duration in group[1:])
                             for group in groups)


class Gaps:
    """Measures them. Raises BadUsage where `library` is none, LibraryMissing without PyTorch or a GPU."""

    def __init__(self, library: Any) -> None:
        self._torch = import_library("torch")
        self._profiler = import_library("torch.profiler")
        self._launches = Launches(library)
        self._launches.device()

    def us(self, case: str, variant: str, size: str, params: str) -> Any:
        """Idle microseconds within one launch of a variant; raises Failed."""
        try:
            kernel = self._launches.kernel(":".join(filter(None, [f"{case}/{variant}", size, params])))
        except BadUsage as error:
            raise Failed(str(error)) from None
        with self._launches.open(kernel, 1) as opened, tempfile.TemporaryDirectory(prefix="rungs-gaps-") as folder:
            launch = opened.on(self._torch.cuda.current_stream().cuda_stream)
            launch()
            self._torch.cuda.synchronize()
            with self._profiler.profile(activities=[self._profiler.ProfilerActivity.CUDA]) as profile:
                for _ in range(LAUNCHES):
                    time.sleep(_PAUSE_S)
                    self._torch.cuda._sleep(_BLOCKING_CYCLES)
                    launch()
                    self._torch.cuda.synchronize()
            trace = Path(folder, "trace.json")
            profile.export_chrome_trace(str(trace))
            return gaps_of(json.loads(trace.read_text(encoding="utf-8")))
