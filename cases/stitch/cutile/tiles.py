"""The pattern by a cuTile block for each tile of the target: a part of a row, gathered from the pattern.

Compared with gpu/modulo, a block computes 1024 columns with one remainder each, as in triton/tiles; the compiler
chooses threads, loads and stores. cuTile's own tiled loads need tiles that begin at multiples of their width, which a
pattern's repetitions do not."""

import cuda.tile as ct

import rungs

COLUMNS = 1024


@ct.kernel
def kernel(target, repeater, width, repeater_width, repeater_height, columns: ct.Constant[int]):
    y = ct.bid(0)
    x = ct.bid(1) * columns + ct.arange(columns, dtype=ct.int32)
    values = ct.gather(repeater, (y % repeater_height, x % repeater_width), check_bounds=False)
    ct.store(target, index=(y, ct.bid(1)), tile=ct.reshape(values, (1, columns)))


@rungs.variant(framework="torch", libraries=("cuda.tile",), improves="gpu/modulo",
               no_technique="another language, whose compiler chooses",
               idea="a cuTile block per 1024 columns of a row, coordinates modulo the pattern's sides")
def tiles(p):
    repeater_width, repeater_height = p.pair("repeater")
    repeater = p.input("repeater", "float32", (repeater_height, repeater_width))
    target = p.output("target", "float32", (p.height, p.width))
    grid = (p.height, -(-p.width // COLUMNS))

    def call():
        ct.launch(p.stream, grid, kernel, (target, repeater, p.width, repeater_width, repeater_height, COLUMNS))
    return call
