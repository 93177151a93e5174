"""CuPy's Euclidean distance matrix."""

import rungs


@rungs.variant("edm/peer/cupy_fuse", framework="cupy", returns="distances",
               idea="broadcast differences, squares and root in one kernel by cupy.fuse")
def fuse(p):
    import cupy

    points = p.input("points", "float32", (p.width, 2))
    x, y = (cupy.ascontiguousarray(points[:, axis]) for axis in (0, 1))

    @cupy.fuse()
    def length(ax, ay, bx, by):
        dx, dy = ax - bx, ay - by
        return cupy.sqrt(dx * dx + dy * dy)

    return lambda: length(x[:, None], y[:, None], x[None, :], y[None, :])
