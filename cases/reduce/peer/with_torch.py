"""PyTorch's sum. Words as int32: sums modulo 2^32 have the same bits. A maximum of unsigned words has not, so there is
no variant for it."""

import rungs


@rungs.variant("reduce/peer/torch_sum", framework="torch", returns="result", idea="torch.sum, modulo 2^32")
def total(p):
    import torch

    if p.params["op"] != "sum":
        raise rungs.Unsupported("computes op=sum only")
    source = p.input("source", "int32", (p.height, p.width))
    return lambda: torch.sum(source, dtype=torch.int32)
