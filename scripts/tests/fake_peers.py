"""Made-up libraries under the names of CuPy and PyTorch: NumPy's arrays, and a timer that tells made-up times.

So peers are set up, called, judged and written as on a GPU, on a machine that has none of the libraries.
"""

import itertools
import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rungs.baselines.probes import GpuProbe, HostProbe
from rungs.baselines.reference import LIBRARY


def library_path():
    """The C functions of the references, beside the bench that is tested; skips where this build has none."""
    bench, named = os.environ.get("RUNGS_BENCH"), os.environ.get("RUNGS_REFERENCE")
    if not bench and not named:
        pytest.skip(f"neither RUNGS_BENCH nor RUNGS_REFERENCE names a build or its {LIBRARY}")
    path = Path(named) if named else Path(bench).with_name(LIBRARY)
    if not path.is_file():
        pytest.skip(f"{path}: no such file (a build with sanitizers has none)")
    return path


class FakeGpu:
    """A GPU that computes with NumPy at once; `probe` is the one that is tested. Events tell times of `times`."""

    probe = GpuProbe
    name, uuid, driver, cuda = "Fake GPU", "GPU-00000000-0000-0000-0000-000000000000", "1.2 for CUDA 13.0", "13.0"
    versions = "Fake 1.0, Python 3"

    def __init__(self, index=0, flush_caches=None, times=(100.0, 101.0, 102.0), late_below=0):
        self._times, self._late_below, self._cycles = itertools.cycle(times), late_below, 0
        self.calls = []

    def put(self, array):
        return array.copy()

    def get(self, array):
        return np.asarray(array)

    def overwrite(self, array, host):
        array[...] = host

    def flush(self, dirty=False):
        self.calls.append("flush")

    def hold(self, cycles):
        self.calls.append("hold")
        self._cycles = cycles

    def synchronise(self):
        self.calls.append("synchronise")

    def release(self):
        self.calls.append("release")

    def event(self):
        return object()

    def record(self, event):
        self.calls.append("record")

    def done(self, event):
        return self._cycles < self._late_below

    def wait(self, event):
        pass

    def elapsed_us(self, start, stop):
        return next(self._times)


class FakeCupy(FakeGpu):
    cupy = SimpleNamespace(tile=np.tile, copyto=np.copyto, sum=np.sum, max=np.max, minimum=np.minimum, rint=np.rint,
                           sqrt=np.sqrt, fuse=lambda: lambda function: function)

    @property
    def ndimage(self):
        return pytest.importorskip("scipy.ndimage", reason="SciPy stands in for cupyx.scipy")


class Tensor(np.ndarray):
    """The few methods of a tensor that the peers use."""

    def fill_(self, value):
        self[...] = value
        return self

    def copy_(self, other):
        self[...] = other
        return self

    def repeat(self, *times):
        return np.tile(np.asarray(self), times)


def cdist(a, b, compute_mode):
    assert compute_mode == "donot_use_mm_for_euclid_dist"
    difference = a[:, None, :] - b[None, :, :]
    return np.sqrt((difference * difference).sum(axis=2, dtype=np.float32))


class FakeTorch(FakeGpu):
    torch = SimpleNamespace(sum=np.sum, int32=np.int32, sqrt=np.sqrt, cdist=cdist,
                            compile=lambda function, fullgraph, dynamic: function,
                            compiler=SimpleNamespace(reset=lambda: None))

    def put(self, array):
        return array.copy().view(Tensor)


def blur(image, side, dst):
    median_filter = pytest.importorskip("scipy.ndimage", reason="SciPy stands in for OpenCV").median_filter
    dst[...] = median_filter(image, size=side, mode="nearest")


def transform(black, kind, mask):
    ndimage = pytest.importorskip("scipy.ndimage", reason="SciPy stands in for OpenCV")
    return ndimage.distance_transform_edt(black).astype(np.float32)


class FakeOpenCV(FakeGpu):
    probe = HostProbe
    name, uuid, driver, cuda = "Fake CPU", "", "", ""
    cv2 = SimpleNamespace(medianBlur=blur, distanceTransform=transform, DIST_L2=2, DIST_MASK_PRECISE=0,
                          repeat=lambda array, down, across: np.tile(array, (down, across)))


FAKES = {"cupy": FakeCupy, "torch": FakeTorch, "opencv": FakeOpenCV}
