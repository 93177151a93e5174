"""Predicted occupancy: how many of an SM's places for warps a kernel can fill, as far as its registers and its static
shared memory tell. Formula: NVIDIA's occupancy calculator, as the toolkit's header cuda_occupancy.h has it."""

from rungs.data.records import packaged

REGISTERS = 65536          # an SM's
REGISTER_UNIT = 256        # registers are given to a warp in units of this
PARTITIONS = 4             # a warp's registers lie in one of the SM's four partitions
WARP = 32
ASSUMED_THREADS = 256      # a block, where the kernel does not say

# What an SM of each architecture holds at most.
LIMITS = {line["architecture"]: {name: int(value) for name, value in line.items()}
          for line in packaged("static/multiprocessors.csv")}


def _rounded_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def estimate(architecture: str, threads: int, registers: int, shared: int) -> tuple[int, float] | None:
    """(blocks of `threads` threads that an SM of '90' or '90a' holds at once, occupancy: resident warps over the most
    that it holds, in percent); None where its limits are not known here. `registers` a thread, `shared` bytes a block.

    Dynamic shared memory is asked for at the launch, so that a kernel which uses it may have fewer."""
    sm = LIMITS.get(architecture.rstrip("af"))
    if sm is None:
        return None
    warps = _rounded_up(threads, WARP) // WARP
    of_warp = _rounded_up(registers * WARP, REGISTER_UNIT)
    found = min(sm["blocks"], sm["warps"] // warps)
    if of_warp:  # each partition holds whole warps only
        found = min(found, REGISTERS // PARTITIONS // of_warp * PARTITIONS // warps)
    of_block = _rounded_up(shared + sm["reserved"], sm["shared_unit"])
    if of_block:
        found = min(found, sm["shared"] // of_block)
    return found, 100 * found * warps / sm["warps"]
