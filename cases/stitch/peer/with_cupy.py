"""CuPy's ways to tile a pattern."""

import rungs


@rungs.variant("stitch/peer/cupy_tile", framework="cupy", returns="target",
               idea="cupy.tile to whole patterns, and a view of the part asked for")
def tile(p):
    import cupy

    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    times = (-(-p.height // side), -(-p.width // side))
    return lambda: cupy.tile(repeater, times)[:p.height, :p.width]


@rungs.variant("stitch/peer/cupy_index", framework="cupy", returns="target",
               idea="fancy indexing by coordinates modulo the pattern's side, made beforehand")
def index(p):
    import cupy

    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    rows = (cupy.arange(p.height, dtype=cupy.int32) % side)[:, None]
    columns = (cupy.arange(p.width, dtype=cupy.int32) % side)[None, :]
    return lambda: repeater[rows, columns]
