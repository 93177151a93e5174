"""PyTorch's calls for the cases. Imports nothing of PyTorch: `lib.torch` is the module.

Words go as int32: PyTorch knows little of unsigned ones. Sums modulo 2^32 have the same bits; a maximum does not, and
there is no peer for it.
"""

from typing import Any

import numpy as np

from rungs.baselines.registry import peer
from rungs.baselines.shared import FILL_VALUE, pattern, whole_patterns
from rungs.data.errors import Unsupported, one_line


def compiled(lib: Any, function: Any, *arguments: Any) -> Any:
    """`function` of `arguments` through torch.compile, compiled for their shapes; raises Unsupported where that fails.

    One kernel for the whole function, or nothing: without `fullgraph` a part that is not compiled would run
    uncompiled without a word.
    """
    try:
        lib.torch.compiler.reset()  # after eight shapes of one function it is no longer compiled, without a word
        fast = lib.torch.compile(function, fullgraph=True, dynamic=False)
        fast(*arguments)
    except Exception as error:
        if type(error).__name__ == "OutOfMemoryError":
            raise
        raise Unsupported(f"torch.compile cannot be used here: {one_line(error)}") from None
    return lambda: fast(*arguments)


@peer("torch", "fill", "fill", "Tensor.fill_")
def fill(lib: Any, p: Any, inputs: Any) -> Any:
    target = lib.empty((p.height, p.width), np.int32)
    return lambda: target.fill_(FILL_VALUE)


@peer("torch", "copy", "copy", "Tensor.copy_")
def copy(lib: Any, p: Any, inputs: Any) -> Any:
    source = lib.put(inputs["source"].view(np.int32).reshape(p.height, p.width))
    target = lib.empty((p.height, p.width), np.int32)
    return lambda: target.copy_(source)


@peer("torch", "read", "sum", "torch.sum of a matrix, modulo 2^32")
@peer("torch", "reduce", "sum", "torch.sum of a matrix, modulo 2^32", params={"op": "sum"})
def total(lib: Any, p: Any, inputs: Any) -> Any:
    source = lib.put(inputs["source"].view(np.int32).reshape(p.height, p.width))
    return lambda: lib.torch.sum(source, dtype=lib.torch.int32)


@peer("torch", "stitch", "repeat", "Tensor.repeat to whole patterns, and a view of the part asked for",
      note="the result is a view of a plane of whole patterns")
def repeat(lib: Any, p: Any, inputs: Any) -> Any:
    repeater = lib.put(pattern(p, inputs))
    times = whole_patterns(p)
    return lambda: repeater.repeat(*times)[:p.height, :p.width]


@peer("torch", "stitch", "compile_index", "torch.compile of indexing by coordinates modulo the pattern's side")
def compile_index(lib: Any, p: Any, inputs: Any) -> Any:
    side, repeater = int(p.params["repeater"]), lib.put(pattern(p, inputs))
    rows = lib.put(np.arange(p.height, dtype=np.int64)[:, None])
    columns = lib.put(np.arange(p.width, dtype=np.int64)[None, :])
    return compiled(lib, lambda tile, y, x: tile[y % side, x % side], repeater, rows, columns)


@peer("torch", "edm", "cdist", "torch.cdist by differences; its other way, by products, is not exact enough")
def cdist(lib: Any, p: Any, inputs: Any) -> Any:
    points = lib.put(inputs["points"].view(np.float32).reshape(-1, 2))
    return lambda: lib.torch.cdist(points, points, compute_mode="donot_use_mm_for_euclid_dist")


@peer("torch", "edm", "compile_broadcast", "torch.compile of broadcast differences, squares and root")
def compile_broadcast(lib: Any, p: Any, inputs: Any) -> Any:
    points = inputs["points"].view(np.float32).reshape(-1, 2)
    x, y = (lib.put(np.ascontiguousarray(points[:, axis])) for axis in (0, 1))

    def lengths(x: Any, y: Any) -> Any:
        dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
        return lib.torch.sqrt(dx * dx + dy * dy)

    return compiled(lib, lengths, x, y)
