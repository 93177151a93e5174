"""PyTorch's ways to tile a pattern."""

import rungs


@rungs.variant("stitch/peer/torch_repeat", framework="torch", returns="target",
               idea="Tensor.repeat to whole patterns, and a view of the part asked for")
def repeat(p):
    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    times = (-(-p.height // rows), -(-p.width // columns))
    return lambda: repeater.repeat(*times)[:p.height, :p.width]


@rungs.variant("stitch/peer/torch_compile_index", framework="torch", returns="target",
               idea="torch.compile of indexing by coordinates modulo the pattern's sides")
def compile_index(p):
    import torch

    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    down = torch.arange(p.height, device="cuda")[:, None]
    along = torch.arange(p.width, device="cuda")[None, :]
    return rungs.torch_compiled(lambda tile, y, x: tile[y % rows, x % columns], repeater, down, along)
