"""PyTorch's ways to tile a pattern."""

import rungs


@rungs.variant("stitch/peer/torch_repeat", framework="torch", returns="target",
               idea="Tensor.repeat to whole patterns, and a view of the part asked for")
def repeat(p):
    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    times = (-(-p.height // side), -(-p.width // side))
    return lambda: repeater.repeat(*times)[:p.height, :p.width]


@rungs.variant("stitch/peer/torch_compile_index", framework="torch", returns="target",
               idea="torch.compile of indexing by coordinates modulo the pattern's side")
def compile_index(p):
    import torch

    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    rows = torch.arange(p.height, device="cuda")[:, None]
    columns = torch.arange(p.width, device="cuda")[None, :]
    return rungs.torch_compiled(lambda tile, y, x: tile[y % side, x % side], repeater, rows, columns)
