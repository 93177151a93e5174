"""PyTorch's reductions of a height map; the surface is one expression of shifted views."""

import rungs


def measured(heights, measure):
    """The measure of a plane of heights, as in reference/height_map.hpp."""
    if measure == "volume":
        return heights.sum()
    if measure == "projected":
        return (heights > 0).sum().float()
    across, down = heights.diff(dim=1), heights.diff(dim=0)
    upper_left = (1 + across[:-1] ** 2 + down[:, :-1] ** 2).sqrt()
    lower_right = (1 + across[1:] ** 2 + down[:, 1:] ** 2).sqrt()
    return 0.5 * (upper_left + lower_right).sum()


@rungs.variant("height_map/peer/torch_sum", framework="torch", returns="result", idea="torch.sum of the terms")
def total(p):
    heights = p.input("heights", "float32", (p.height, p.width))
    return lambda: measured(heights, p.params["measure"])


@rungs.variant("height_map/peer/torch_compile_sum", framework="torch", returns="result", idea="the same, compiled")
def compiled(p):
    heights = p.input("heights", "float32", (p.height, p.width))
    return rungs.torch_compiled(lambda heights: measured(heights, p.params["measure"]), heights)
