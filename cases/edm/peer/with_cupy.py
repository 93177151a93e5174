"""CuPy's Euclidean distance matrix."""

import rungs


@rungs.variant("edm/peer/cupy_fuse", framework="cupy", returns="distances",
               idea="broadcast differences, squares and root in one kernel by cupy.fuse")
def fuse(p):
    import cupy

    sets = ("points", "points" if p.params["sets"] == "one" else "columns")
    rows, columns = (p.input(name, "float32", (p.width, 2)) for name in sets)
    (x, y), (to_x, to_y) = ([cupy.ascontiguousarray(one[:, axis]) for axis in (0, 1)] for one in (rows, columns))

    @cupy.fuse()
    def length(ax, ay, bx, by):
        dx, dy = ax - bx, ay - by
        return cupy.sqrt(dx * dx + dy * dy)

    return lambda: length(x[:, None], y[:, None], to_x[None, :], to_y[None, :])
