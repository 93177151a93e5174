"""PyTorch's fill."""

import rungs

VALUE = 0x5A5A5A5A  # case.hpp


@rungs.variant("fill/peer/torch_fill", framework="torch", idea="Tensor.fill_")
def fill(p):
    target = p.output("target", "int32", (p.height, p.width))

    def call():
        target.fill_(VALUE)
    return call
