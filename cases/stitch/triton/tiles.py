"""The pattern by a Triton program for each tile of the target: a row of programs for each row of the target.

Compared with gpu/modulo, a program computes 1024 columns with one remainder each, and Triton chooses the width of the
loads and stores. The pattern stays in the caches."""

import triton
import triton.language as tl

import rungs

COLUMNS = 1024


@triton.jit
def kernel(target, repeater, width, repeater_width, repeater_height, columns: tl.constexpr):
    y = tl.program_id(0)
    x = tl.program_id(1) * columns + tl.arange(0, columns)
    values = tl.load(repeater + (y % repeater_height) * repeater_width + x % repeater_width, mask=x < width)
    tl.store(target + y.to(tl.int64) * width + x, values, mask=x < width)


@rungs.variant(framework="torch", libraries=("triton",), improves="gpu/modulo",
               no_technique="another language, whose compiler chooses",
               idea="a Triton program per 1024 columns of a row, coordinates modulo the pattern's sides")
def tiles(p):
    repeater_width, repeater_height = p.pair("repeater")
    repeater = p.input("repeater", "float32", (repeater_height, repeater_width))
    target = p.output("target", "float32", (p.height, p.width))
    grid = (p.height, -(-p.width // COLUMNS))

    def call():
        kernel[grid](target, repeater, p.width, repeater_width, repeater_height, columns=COLUMNS)
    return call
