"""The pattern by a Triton program for each tile of the target: a row of programs for each row of the target.

Compared with gpu/modulo, a program computes 1024 columns with one remainder each, and Triton chooses the width of the
loads and stores. The pattern stays in the caches.
"""

import triton
import triton.language as tl

import rungs

COLUMNS = 1024


@triton.jit
def kernel(target, repeater, width, side, columns: tl.constexpr):
    y = tl.program_id(0)
    x = tl.program_id(1) * columns + tl.arange(0, columns)
    values = tl.load(repeater + (y % side) * side + x % side, mask=x < width)
    tl.store(target + y.to(tl.int64) * width + x, values, mask=x < width)


@rungs.variant(framework="torch", libraries=("triton",), improves="gpu/modulo",
               idea="a Triton program per 1024 columns of a row, coordinates modulo the pattern's side")
def tiles(p):

    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    target = p.output("target", "float32", (p.height, p.width))
    grid = (p.height, -(-p.width // COLUMNS))

    def call():
        kernel[grid](target, repeater, p.width, side, columns=COLUMNS)
    return call
