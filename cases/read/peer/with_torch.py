"""PyTorch's sum: reads a plane once. Words as int32; sums modulo 2^32 have the same bits."""

import rungs


@rungs.variant("read/peer/torch_sum", framework="torch", returns="sum", idea="torch.sum of a matrix, modulo 2^32")
def total(p):
    import torch

    source = p.input("source", "int32", (p.height, p.width))
    return lambda: torch.sum(source, dtype=torch.int32)
