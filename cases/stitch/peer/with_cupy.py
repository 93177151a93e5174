"""CuPy's ways to tile a pattern."""

import rungs


@rungs.variant("stitch/peer/cupy_tile", framework="cupy", returns="target",
               idea="cupy.tile to whole patterns, and a view of the part asked for")
def tile(p):
    import cupy

    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    times = (-(-p.height // rows), -(-p.width // columns))
    return lambda: cupy.tile(repeater, times)[:p.height, :p.width]


@rungs.variant("stitch/peer/cupy_index", framework="cupy", returns="target",
               idea="fancy indexing by coordinates modulo the pattern's sides, made beforehand")
def index(p):
    import cupy

    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    y = (cupy.arange(p.height, dtype=cupy.int32) % rows)[:, None]
    x = (cupy.arange(p.width, dtype=cupy.int32) % columns)[None, :]
    return lambda: repeater[y, x]
