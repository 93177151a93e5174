"""What the compiler makes of each kernel on each chip: registers, spills and predicted occupancy, side by side.

The occupancy is how many of an SM's places for warps a kernel can fill, as far as its registers and its static shared
memory tell. Formula: NVIDIA's occupancy calculator, as the toolkit's header cuda_occupancy.h has it.
"""

import re
from dataclasses import dataclass, fields

from rungs.data.records import packaged
from rungs.data.show import NOTHING, code, escape, markdown

# {compute capability: the GPUs that have it}
CHIPS = {line["architecture"]: line["gpus"] for line in packaged("static/chips.csv") if line["gpus"]}
_NEEDS = re.compile(r"rungs::require_target\([^;]*?, (\d+),")
REGISTERS = 65536          # an SM's
REGISTER_UNIT = 256        # registers are given to a warp in units of this
PARTITIONS = 4             # a warp's registers lie in one of the SM's four partitions
WARP = 32
ASSUMED_THREADS = 256      # a block, where the kernel does not say


def needs(source: str) -> int:
    """The least compute capability, times 10, that the text of a .cu file asks for; 0 where it runs on all."""
    return max(map(int, _NEEDS.findall(source)), default=0)


def _cell(metrics: dict) -> str:
    """'32, 100 %' or '64, 50 %, spills 96 B'."""
    text = str(metrics["registers"])
    if "occupancy_estimate" in metrics:
        text += f", {metrics['occupancy_estimate']:.0f} %"
    spilled = metrics["spill_stores"] + metrics["spill_loads"]
    return text + (f", spills {spilled} B" if spilled else "")


def table(facts: list[tuple], failures: list[tuple], architectures: list[str], least: dict[str, int]) -> list[str]:
    """Lines of Markdown: a line for each kernel, a column for each architecture ('75').

    facts: rows as fact_files.COLUMNS; failures: (variant, architecture, why) of what does not compile; least: {variant:
    what `needs` says of it}, for variants ('case/gpu/name').
    """
    kernels = {}
    for case, variant, kernel, architecture, metric, value, _ in facts:
        cells = kernels.setdefault((f"{case}/{variant}", kernel), {})
        cells.setdefault(architecture.removeprefix("sm_"), {})[metric] = value
    broken = {(name, architecture) for name, architecture, _ in failures}
    lines = []
    for (name, kernel), cells in kernels.items():
        # Templates have < and >, which a code span shows as they are.
        line = [code(name), f"`{kernel}`" if re.fullmatch(r"[\w<>,:()& *-]+", kernel, re.ASCII) else escape(kernel)]
        for architecture in architectures:
            too_old = int(architecture.rstrip("af")) < least.get(name, 0)
            line.append("does not compile" if (name, architecture) in broken else f"needs sm_{least[name]}" if too_old
                        else _cell(cells[architecture]) if architecture in cells else NOTHING)
        lines.append(line)
    head = ["variant", "kernel", *(f"sm_{architecture}" for architecture in architectures)]
    return markdown(head, lines) + [line for name, architecture, why in failures
                                    for line in ("", f"{code(name)} does not compile for sm_{architecture}: "
                                                     f"{escape(why)}")]


def page(facts: list[tuple], failures: list, architectures: list[str], least: dict[str, int], compiler: str) -> str:
    """The whole page as text; `compiler` is what made the code ('CUDA 13.0.88'), the rest as for `table`."""
    chips = [f"| sm_{name} | {CHIPS.get(name, NOTHING)} |" for name in architectures]
    variants = {fact[:2] for fact in facts}
    return "\n".join([
        "# Kernels on other chips", "",
        "Registers per thread, predicted occupancy in percent, and bytes spilled to memory, for each kernel and chip.",
        "These are the compiler's figures; no GPU ran. Occupancy is predicted from registers and static shared memory,",
        "for the block size that the kernel declares, else for 256 threads; dynamic shared memory can lower it. "
        "Where a", "variant needs a newer chip, it compiles, and its row says `unsupported` when it is run.", "",
        f"{len(variants)} variants with kernels of their own; {compiler}. Made by `rungs static --chips`.", "",
        "| architecture | GPUs |", "| --- | --- |", *chips, "", *table(facts, failures, architectures, least), ""])


@dataclass(frozen=True)
class Limits:
    """What an SM holds at most; the columns of chips.csv."""

    warps: int
    blocks: int
    shared: int
    reserved: int
    shared_unit: int


LIMITS = {line["architecture"]: Limits(*(int(line[one.name]) for one in fields(Limits)))
          for line in packaged("static/chips.csv")}


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
