"""A reduction by cuTile blocks: each folds tiles of the matrix and adds its sum to the result by an atomic.

Sums are modulo 2^32: words go as int32, whose sums have the same bits. A maximum of unsigned words has not, so this
computes sums only."""

import cuda.tile as ct
import torch

import rungs

STEP = 4096  # words of a tile


@ct.kernel
def fold(result, source, tiles, step: ct.Constant[int]):
    sums = ct.zeros((step,), dtype=ct.int32)
    for tile in range(ct.bid(0), tiles, ct.num_blocks(0)):
        sums += ct.load(source, index=(tile,), shape=(step,), padding_mode=ct.PaddingMode.ZERO)
    ct.atomic_add(result, 0, ct.sum(sums))


@rungs.variant(framework="torch", libraries=("cuda.tile",), improves="gpu/vector_loads",
               no_technique="another language, whose compiler chooses",
               idea="a cuTile block per multiprocessor strides through the matrix, an atomic addition for each")
def atomic_sum(p):
    if p.params["op"] != "sum":
        raise rungs.Unsupported("computes op=sum only")

    source = p.input("source", "int32", (p.height * p.width,))
    result = p.output("result", "int32", (1,))
    tiles = -(-p.height * p.width // STEP)
    # The compiler gives a block nearly all shared memory of a multiprocessor, for tiles on their way.
    grid = (min(tiles, torch.cuda.get_device_properties(torch.cuda.current_device()).multi_processor_count),)

    def call():
        result.zero_()
        ct.launch(p.stream, grid, fold, (result, source, tiles, STEP))
    return call
