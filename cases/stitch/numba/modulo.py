"""gpu/modulo in Numba: one thread per target pixel, coordinates modulo the pattern's sides."""

from numba import cuda

import rungs


@cuda.jit
def kernel(target, repeater):
    x, y = cuda.grid(2)
    if y < target.shape[0] and x < target.shape[1]:
        target[y, x] = repeater[y % repeater.shape[0], x % repeater.shape[1]]


@rungs.variant(framework="numba", improves="gpu/modulo",
               no_technique="another compiler", idea="the same kernel, compiled by Numba from Python")
def modulo(p):
    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    target = p.output("target", "float32", (p.height, p.width))
    block = (32, 8)
    grid = (-(-p.width // block[0]), -(-p.height // block[1]))

    def call():
        kernel[grid, block, p.stream](target, repeater)
    return call
