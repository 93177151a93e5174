"""Predicted occupancy: how many of an SM's places for warps a kernel can fill, as far as its registers and its static
shared memory tell. Formula: NVIDIA's occupancy calculator, as the toolkit's header cuda_occupancy.h has it.
"""

from dataclasses import dataclass, fields

from rungs.data.records import packaged

REGISTERS = 65536          # an SM's
REGISTER_UNIT = 256        # registers are given to a warp in units of this
PARTITIONS = 4             # a warp's registers lie in one of the SM's four partitions
WARP = 32
ASSUMED_THREADS = 256      # a block, where the kernel does not say


@dataclass(frozen=True)
class Limits:
    """What an SM holds at most; the columns of multiprocessors.csv."""

    warps: int
    blocks: int
    shared: int
    reserved: int
    shared_unit: int


LIMITS = {line["architecture"]: Limits(*(int(line[one.name]) for one in fields(Limits)))
          for line in packaged("static/multiprocessors.csv")}


def _rounded_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def limits(architecture: str) -> Limits | None:
    """The Limits of '90' or '90a', or None where they are not known here."""
    return LIMITS.get(architecture.rstrip("af"))


def resident_blocks(sm: Limits, threads: int, registers: int, shared: int) -> int:
    """Blocks of `threads` threads that an SM holds at once; `registers` a thread, `shared` bytes a block.

    Dynamic shared memory is asked for at the launch, so that a kernel which uses it may have fewer.
    """
    warps = _rounded_up(threads, WARP) // WARP
    of_warp = _rounded_up(registers * WARP, REGISTER_UNIT)
    found = min(sm.blocks, sm.warps // warps)
    if of_warp:  # each partition holds whole warps only
        found = min(found, REGISTERS // PARTITIONS // of_warp * PARTITIONS // warps)
    of_block = _rounded_up(shared + sm.reserved, sm.shared_unit)
    if of_block:
        found = min(found, sm.shared // of_block)
    return found


def percent(sm: Limits, threads: int, blocks: int) -> float:
    """Occupancy: resident warps over the most that an SM holds, in percent."""
    return 100 * blocks * (_rounded_up(threads, WARP) // WARP) / sm.warps
