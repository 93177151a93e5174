"""CuPy's reductions of a matrix."""

import rungs


def reduced(p, op, function, **more):
    """`function` of the source, for problems with this operation."""
    if p.params["op"] != op:
        raise rungs.Unsupported(f"computes op={op} only")
    source = p.input("source", "uint32", (p.height, p.width))
    result = p.output("result", "uint32", (1,)).reshape(())

    def call():
        function(source, out=result, **more)
    return call


@rungs.variant("reduce/peer/cupy_sum", framework="cupy", idea="cupy.sum, modulo 2^32")
def total(p):
    import cupy

    return reduced(p, "sum", cupy.sum, dtype=cupy.uint32)


@rungs.variant("reduce/peer/cupy_max", framework="cupy", idea="cupy.max")
def maximum(p):
    import cupy

    return reduced(p, "max", cupy.max)
