"""PyTorch's Euclidean distance matrix."""

import rungs


def points_of(p):
    """The points of the rows and those of the columns: n x 2 each."""
    sets = ("points", "points" if p.params["sets"] == "one" else "columns")
    return [p.input(name, "float32", (p.width, 2)) for name in sets]


@rungs.variant("edm/peer/torch_cdist", framework="torch", returns="distances",
               idea="torch.cdist by differences; its other way, by products, is not exact enough")
def cdist(p):
    import torch

    rows, columns = points_of(p)
    return lambda: torch.cdist(rows, columns, compute_mode="donot_use_mm_for_euclid_dist")


@rungs.variant("edm/peer/torch_compile_broadcast", framework="torch", returns="distances",
               idea="torch.compile of broadcast differences, squares and root")
def compile_broadcast(p):
    import torch

    (x, y), (to_x, to_y) = ([one[:, axis].contiguous() for axis in (0, 1)] for one in points_of(p))

    def lengths(x, y, to_x, to_y):
        dx, dy = x[:, None] - to_x[None, :], y[:, None] - to_y[None, :]
        return torch.sqrt(dx * dx + dy * dy)

    return rungs.torch_compiled(lengths, x, y, to_x, to_y)
