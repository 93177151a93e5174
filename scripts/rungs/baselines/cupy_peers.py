"""CuPy's calls for the cases. Imports nothing of CuPy: `lib.cupy` is the module, `lib.ndimage` cupyx.scipy.ndimage."""

from typing import Any

import numpy as np

from rungs.baselines import reference
from rungs.baselines.registry import peer
from rungs.baselines.shared import BORDER_TOO, FILL_VALUE, no_white_pixel, pattern, whole_patterns


@peer("cupy", "fill", "fill", "ndarray.fill")
def fill(lib: Any, p: Any, inputs: Any) -> Any:
    target = lib.empty((p.height, p.width), np.uint32)

    def call() -> Any:
        target.fill(FILL_VALUE)
        return target
    return call


@peer("cupy", "copy", "copyto", "cupy.copyto")
def copyto(lib: Any, p: Any, inputs: Any) -> Any:
    source = lib.put(inputs["source"].view(np.uint32).reshape(p.height, p.width))
    target = lib.empty(source.shape, np.uint32)

    def call() -> Any:
        lib.cupy.copyto(target, source)
        return target
    return call


@peer("cupy", "read", "sum", "cupy.sum of a matrix, modulo 2^32")
@peer("cupy", "reduce", "sum", "cupy.sum of a matrix, modulo 2^32", params={"op": "sum"})
def total(lib: Any, p: Any, inputs: Any) -> Any:
    source = lib.put(inputs["source"].view(np.uint32).reshape(p.height, p.width))
    result = lib.empty((), np.uint32)
    return lambda: lib.cupy.sum(source, dtype=np.uint32, out=result)


@peer("cupy", "reduce", "max", "cupy.max of a matrix", params={"op": "max"})
def maximum(lib: Any, p: Any, inputs: Any) -> Any:
    source = lib.put(inputs["source"].view(np.uint32).reshape(p.height, p.width))
    result = lib.empty((), np.uint32)
    return lambda: lib.cupy.max(source, out=result)


@peer("cupy", "stitch", "tile", "cupy.tile to whole patterns, and a view of the part asked for",
      note="the result is a view of a plane of whole patterns")
def tile(lib: Any, p: Any, inputs: Any) -> Any:
    repeater = lib.put(pattern(p, inputs))
    times = whole_patterns(p)
    return lambda: lib.cupy.tile(repeater, times)[:p.height, :p.width]


@peer("cupy", "stitch", "index", "fancy indexing by coordinates modulo the pattern's side, made beforehand")
def index(lib: Any, p: Any, inputs: Any) -> Any:
    side = int(p.params["repeater"])
    repeater = lib.put(pattern(p, inputs))
    rows = lib.put(np.arange(p.height, dtype=np.int32)[:, None] % np.int32(side))
    columns = lib.put(np.arange(p.width, dtype=np.int32)[None, :] % np.int32(side))
    return lambda: repeater[rows, columns]


def _median_filter(lib: Any, p: Any, inputs: Any, side: Any) -> Any:
    frames = int(p.params["frames"])
    shape = (p.height, p.width) if frames == 1 else (frames, p.height, p.width)
    size = (side, side) if frames == 1 else (1, side, side)
    image = lib.put(inputs["image"].reshape(shape))
    filtered = lib.empty(shape, np.uint8)

    def call() -> Any:
        lib.ndimage.median_filter(image, size=size, output=filtered)
        return filtered
    return call


@peer("cupy", "median", "median_filter_3x3", "cupyx.scipy.ndimage.median_filter",
      result=reference.MEDIAN_3X3, border=1, note=BORDER_TOO)
def median_3x3(lib: Any, p: Any, inputs: Any) -> Any:
    return _median_filter(lib, p, inputs, 3)


@peer("cupy", "median", "median_filter_5x5", "cupyx.scipy.ndimage.median_filter",
      result=reference.MEDIAN_5X5, border=2, note=BORDER_TOO)
def median_5x5(lib: Any, p: Any, inputs: Any) -> Any:
    return _median_filter(lib, p, inputs, 5)


@peer("cupy", "distance", "distance_transform", "cupyx.scipy.ndimage.distance_transform_edt, exact and unbounded",
      result=reference.DISTANCE_SQUARED, refuse=no_white_pixel,
      note="inversion before the transform, square and cut-off after it are in the time")
def distance_transform(lib: Any, p: Any, inputs: Any) -> Any:
    limit = int(p.params["distance_max"]) ** 2
    image = lib.put(inputs["image"].reshape(p.height, p.width))

    def call() -> Any:
        # The distances are roots of whole numbers in double: their squares are less than a half off.
        distance = lib.ndimage.distance_transform_edt(image == 0)
        return lib.cupy.minimum(lib.cupy.rint(distance * distance), limit).astype(np.uint32)
    return call


@peer("cupy", "edm", "fuse", "broadcast differences, squares and root in one kernel by cupy.fuse")
def fuse(lib: Any, p: Any, inputs: Any) -> Any:
    points = inputs["points"].view(np.float32).reshape(-1, 2)
    x, y = (lib.put(np.ascontiguousarray(points[:, axis])) for axis in (0, 1))

    @lib.cupy.fuse()
    def length(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
        dx, dy = ax - bx, ay - by
        return lib.cupy.sqrt(dx * dx + dy * dy)

    return lambda: length(x[:, None], y[:, None], x[None, :], y[None, :])
