"""Where peers run: the part of each library that places arrays, queues, and tells time. One class a library.

They are made from a GPU's index and `flush_caches(array)`, which takes an array out of the computer's caches; each uses
one of the two. All have `put`, `get`, `overwrite`, `flush`, `synchronise`, `release`, `probe`, and facts for the rows;
those on a GPU also what probes.GpuProbe needs. The current stream, which the library's calls go to, is the one that is
timed.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rungs.baselines import facts
from rungs.baselines.probes import GpuProbe, HostProbe
from rungs.data.errors import LibraryMissing, one_line
from rungs.data.libraries import import_library

HOLD = """extern "C" __global__ void hold(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {}
}"""


class CupyDevice:
    """CuPy on GPU `index`. Raises LibraryMissing where there is no CuPy or no such GPU."""

    probe = GpuProbe

    def __init__(self, index: int, flush_caches: Any = None) -> None:
        self.cupy = import_library("cupy")
        self.ndimage = import_library("cupyx.scipy.ndimage")
        runtime = self.cupy.cuda.runtime
        try:
            self.cupy.cuda.Device(index).use()
            properties = runtime.getDeviceProperties(index)
            self._hold = self.cupy.RawKernel(HOLD, "hold")
            self.hold(1)
            self._over = self.cupy.empty(2 * properties["l2CacheSize"], np.uint8)
            self._clean = self.cupy.zeros(properties["l2CacheSize"], np.uint32)  # four times the L2, read only
            self._sum = self.cupy.zeros((), np.uint32)
        except Exception as error:
            raise LibraryMissing(f"cannot use GPU {index} ({one_line(error, 160)})") from None
        self.name = properties["name"].decode()
        self.uuid = facts.uuid(properties.get("uuid", b""))
        self.driver = facts.driver(facts.driver_cuda())
        self.cuda = facts.cuda_version(runtime.runtimeGetVersion())
        self.versions = facts.versions("CuPy", self.cupy.__version__)
        self._value = 0

    def put(self, array: Any) -> Any:
        return self.cupy.asarray(array)

    def get(self, array: Any) -> Any:
        return self.cupy.asnumpy(array)

    def overwrite(self, array: Any, host: Any) -> None:
        array.set(host)

    def flush(self, dirty: bool = False) -> None:
        """Empties the L2 by writing over it; unless it is to be `dirty`, memory that nobody writes is read after that,
        so
        that no line waits to be written back."""
        self._value = (self._value + 1) % 256
        self._over.data.memset_async(self._value, self._over.nbytes)
        if not dirty:
            self.cupy.sum(self._clean, dtype=np.uint32, out=self._sum)

    def synchronise(self) -> None:
        self.cupy.cuda.Device().synchronize()

    def release(self) -> None:
        """Gives the pool's memory back, for the other library on the same GPU."""
        self.cupy.get_default_memory_pool().free_all_blocks()

    def hold(self, cycles: int) -> None:
        self._hold((1,), (1,), (np.int64(cycles),))

    def event(self) -> Any:
        return self.cupy.cuda.Event()

    def record(self, event: Any) -> None:
        event.record()

    def done(self, event: Any) -> bool:
        return event.done

    def wait(self, event: Any) -> None:
        event.synchronize()

    def elapsed_us(self, start: Any, stop: Any) -> float:
        return 1e3 * self.cupy.cuda.get_elapsed_time(start, stop)


class TorchDevice:
    """PyTorch on GPU `index`. Raises LibraryMissing where there is no PyTorch or no such GPU."""

    probe = GpuProbe

    def __init__(self, index: int, flush_caches: Any = None) -> None:
        self.torch = import_library("torch")
        try:
            self.torch.cuda.set_device(index)
            properties = self.torch.cuda.get_device_properties(index)
            self.hold(1)
            self._over = self.torch.empty(2 * properties.L2_cache_size, dtype=self.torch.uint8, device="cuda")
            self._clean = self.torch.zeros(properties.L2_cache_size, dtype=self.torch.float32, device="cuda")
        except Exception as error:
            raise LibraryMissing(f"cannot use GPU {index} ({one_line(error, 160)})") from None
        self.name = properties.name
        self.uuid = facts.uuid(getattr(properties, "uuid", ""))
        self.driver = facts.driver(facts.driver_cuda())
        self.cuda = self.torch.version.cuda
        self.versions = facts.versions("PyTorch", self.torch.__version__)
        self._value = 0

    def put(self, array: Any) -> Any:
        # A writable copy: tensors know no arrays that are read-only.
        return self.torch.from_numpy(np.array(array, order="C")).to("cuda")

    def get(self, array: Any) -> Any:
        return array.cpu().numpy()

    def overwrite(self, array: Any, host: Any) -> None:
        array.copy_(self.torch.from_numpy(host))

    def flush(self, dirty: bool = False) -> None:
        """As CupyDevice.flush."""
        self._value = (self._value + 1) % 256
        self._over.fill_(self._value)
        if not dirty:
            self._clean.sum()

    def synchronise(self) -> None:
        self.torch.cuda.synchronize()

    def release(self) -> None:
        """Gives the pool's memory back, for the other library on the same GPU."""
        self.torch.cuda.empty_cache()

    def hold(self, cycles: int) -> None:
        self.torch.cuda._sleep(cycles)

    def event(self) -> Any:
        return self.torch.cuda.Event(enable_timing=True)

    def record(self, event: Any) -> None:
        event.record()

    def done(self, event: Any) -> bool:
        return event.query()

    def wait(self, event: Any) -> None:
        event.synchronize()

    def elapsed_us(self, start: Any, stop: Any) -> float:
        return 1e3 * start.elapsed_time(stop)


class HostDevice:
    """OpenCV on one pinned thread. Raises LibraryMissing where there is no OpenCV."""

    probe = HostProbe

    def __init__(self, index: int, flush_caches: Callable | None) -> None:
        self.cv2 = import_library("cv2")
        self.cv2.setNumThreads(1)
        self.name, self.uuid, self.driver, self.cuda = facts.cpu_name(), "", "", ""
        self.versions = facts.versions("OpenCV", self.cv2.__version__)
        self._flush_caches: Any = flush_caches
        self._placed = []

    def put(self, array: np.ndarray) -> np.ndarray:
        self._placed.append(np.array(array, order="C"))
        return self._placed[-1]

    def get(self, array: np.ndarray) -> np.ndarray:
        return array

    def overwrite(self, array: np.ndarray, host: np.ndarray) -> None:
        array[...] = host

    def flush(self, dirty: bool = False) -> None:
        for array in self._placed:
            self._flush_caches(array)

    def synchronise(self) -> None:
        """Nothing is ever queued."""

    def release(self) -> None:
        self._placed.clear()


OPENERS = {"cupy": CupyDevice, "torch": TorchDevice, "opencv": HostDevice}
