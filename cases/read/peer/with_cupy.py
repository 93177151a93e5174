"""CuPy's sum: reads a plane once."""

import rungs


@rungs.variant("read/peer/cupy_sum", framework="cupy", idea="cupy.sum of a matrix, modulo 2^32")
def total(p):
    import cupy

    source = p.input("source", "uint32", (p.height, p.width))
    result = p.output("sum", "uint32", (1,)).reshape(())

    def call():
        cupy.sum(source, dtype=cupy.uint32, out=result)
    return call
