"""PyTorch's Euclidean distance matrix."""

import rungs


@rungs.variant("edm/peer/torch_cdist", framework="torch", returns="distances",
               idea="torch.cdist by differences; its other way, by products, is not exact enough")
def cdist(p):
    import torch

    points = p.input("points", "float32", (p.width, 2))
    return lambda: torch.cdist(points, points, compute_mode="donot_use_mm_for_euclid_dist")


@rungs.variant("edm/peer/torch_compile_broadcast", framework="torch", returns="distances",
               idea="torch.compile of broadcast differences, squares and root")
def compile_broadcast(p):
    import torch

    points = p.input("points", "float32", (p.width, 2))
    x, y = (points[:, axis].contiguous() for axis in (0, 1))

    def lengths(x, y):
        dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
        return torch.sqrt(dx * dx + dy * dy)

    return rungs.torch_compiled(lengths, x, y)
