"""What is known of the kernels of a build without running them: registers, memory, spills, occupancy, instructions.

A source's PTX goes through ptxas as nvcc would send it. For the architectures of the build this gives the very code
that is in its objects."""

import functools
import math
import re
from pathlib import Path
from typing import Any

from rungs.data import kernel_names
from rungs.data.errors import RowsError
from rungs.static import cuda_sources, occupancy, sass

_ENTRY = re.compile(r"\.entry\s+([\w$]+)\s*(?:\([^)]*\)\s*)?([^{]*)\{")
_BLOCK = re.compile(r"\.(?:maxntid|reqntid)\s+(\d+(?:\s*,\s*\d+)*)")
_COMPILED = re.compile(r"ptxas info\s+: Compiling entry function '([^']+)'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"ptxas info\s+: Used (\d+) registers")


def block_threads(ptx: str) -> dict[str, int | None]:
    """Threads a block by kernel (mangled), as the text of PTX declares them; None where it does not."""
    declared = ((name, _BLOCK.search(directives)) for name, directives in _ENTRY.findall(ptx))
    return {name: math.prod(map(int, sides[1].split(","))) if sides else None for name, sides in declared}


def resources(report: str) -> dict[str, dict]:
    """What `ptxas -v` reports, by kernel (mangled): a dict of metric and number.

    The functions that a kernel calls stand below it; their spills are the kernel's. Its stack is that of all of them.
    """
    found, here = {}, None
    for line in report.splitlines():
        if entry := _COMPILED.search(line):
            here = found.setdefault(entry[1], dict.fromkeys(
                ("registers", "static_shared", "stack", "spill_stores", "spill_loads"), 0))
        elif here is not None and (spills := _SPILLS.search(line)):
            here["stack"] = max(here["stack"], int(spills[1]))
            here["spill_stores"] += int(spills[2])
            here["spill_loads"] += int(spills[3])
        elif here is not None and (used := _USED.search(line)):
            here["registers"] = int(used[1])
            for metric, pattern in (("stack", r"(\d+) bytes cumulative stack"), ("static_shared", r"(\d+) bytes smem")):
                if amount := re.search(pattern, line):
                    here[metric] = max(here[metric], int(amount[1]))
    return found


@functools.cache
def _with_stack(built: Path, architecture: str, cuobjdump: str) -> list[str]:
    """Mangled names of the functions of an object that have a stack. Raises RowsError."""
    usage = cuda_sources.call([cuobjdump, "-res-usage", "-arch", f"sm_{architecture}", built], str(built))
    return re.findall(r"Function (\S+):\s+REG:\d+ STACK:[1-9]", usage)


def own_name(mangled: str) -> str:
    """A function's name without its namespaces and arguments; '' where it is none of C++'s.

    It is mangled as the Itanium ABI says: _ZN6median6filterE... is median::filter."""
    rest, name = re.sub(r"^_ZN?", "", mangled), ""
    while length := re.match(r"\d+", rest):
        end = length.end() + int(length[0])
        name, rest = rest[length.end():end], rest[end:]
    return name


def may_spill(source: cuda_sources.Source, architecture: str, tools: cuda_sources.Tools) -> bool:
    """False if the build's object shows that no kernel of a variant has a stack, without which none spills.

    True if the variant must be looked at by itself: the object is its own, lacks the architecture, or shows a stack in
    a kernel of this variant or of a header."""
    if not source.shared or not tools.cuobjdump or f"sm_{architecture}" not in source.codes():
        return True
    return any("rungs_" not in name or source.namespace.search(name)
               for name in _with_stack(source.object.resolve(), architecture, tools.cuobjdump))


def occupancy_metrics(architecture: str, declared: int | None, resource: dict[str, int]) -> list[tuple]:
    """(metric, value, unit) of the occupancy estimate; the first one's name says where the block's size is from."""
    threads = declared or occupancy.ASSUMED_THREADS
    found: list[tuple] = [("block_threads_declared" if declared else "block_threads_assumed", threads, "threads")]
    if known := occupancy.estimate(architecture, threads, resource["registers"], resource["static_shared"]):
        found += [("resident_blocks_estimate", known[0], "blocks"),
                  ("occupancy_estimate", round(known[1], 2), "percent")]
    return found


def facts(source: cuda_sources.Source, architecture: str, tools: cuda_sources.Tools, folder: str) -> list[tuple]:
    """Rows (tuples as fact_files.COLUMNS) of one variant on one architecture; none if it only calls a library.

    Writes its files to `folder`, which must be empty. Counts of instructions are left out where their tool is missing.
    Raises RowsError."""
    what = f"{source.name} for sm_{architecture}"
    declared, report, code = _assembled(source, architecture, tools, folder)
    counts = sass.count(code)
    found = {}
    for name, resource in resources(report).items():
        found[name] = [*((metric, value, "registers" if metric == "registers" else "bytes")
                         for metric, value in resource.items()),
                       *occupancy_metrics(architecture, declared.get(name), resource),
                       *((f"sass_{kind}", count, "instructions") for kind, count in counts.get(name, {}).items())]
    return [(source.case, source.variant, kernel, f"sm_{architecture}", metric, value, unit)
            for kernel, metrics in _named(found, tools, what) for metric, value, unit in metrics]


def loops(source: cuda_sources.Source, architecture: str, tools: cuda_sources.Tools, folder: str) -> list[tuple]:
    """Rows (tuples as fact_files.LOOP_COLUMNS, less those of the program) of the hot loops of one variant; the rest as
    for facts."""
    what = f"{source.name} for sm_{architecture}"
    if not tools.nvdisasm:
        raise RowsError(f"{what}: no nvdisasm, which --loops needs; it comes with {cuda_sources.WANTED['nvdisasm'][1]}")
    found = sass.hot_loops(_assembled(source, architecture, tools, folder)[2])
    return [(source.case, source.variant, kernel, f"sm_{architecture}", loop.whole, int(loop.is_loop),
             "\n".join(loop.instructions)) for kernel, loop in _named(found, tools, what)]


def _assembled(source: cuda_sources.Source, architecture: str, tools: cuda_sources.Tools,
               folder: str) -> tuple[dict, str, str]:
    """(threads a block by kernel, what ptxas reports, the machine code where its tool is there) of a variant; all are
    empty where it has no kernel."""
    ptx = cuda_sources.ptx_of(source, architecture, tools, folder)
    declared = block_threads(ptx.read_text(encoding="utf-8", errors="replace"))
    if not declared:
        return {}, "", ""
    what, cubin = f"{source.name} for sm_{architecture}", ptx.with_suffix(".cubin")
    report = cuda_sources.call([tools.ptxas, "-v", f"-arch=sm_{architecture}", ptx, "-o", cubin], what)
    return declared, report, cuda_sources.call([tools.nvdisasm, "-c", cubin], what) if tools.nvdisasm else ""


def _named(found: dict[str, Any], tools: cuda_sources.Tools, what: str) -> list[tuple[str, Any]]:
    """[(short name of a kernel, what is known of it)] of {mangled name: ...}, in the order of the names."""
    names = cuda_sources.call([tools.cxxfilt, *found], what).splitlines() if tools.cxxfilt and found else list(found)
    return sorted(zip(kernel_names.shorten(names), found.values()), key=lambda pair: pair[0])


def complaints(facts: list[tuple], reasons: dict[str, str], seen: set[str]) -> list[str]:
    """One line for each kernel that spills registers to memory without a word of it, and each variant that says so and
    does not.

    facts: rows as fact_files.COLUMNS; reasons: {case/variant: why, '' where it says nothing}, as `.spills` of its
    registration and so `bench --list=json` has it; seen: names of the variants that were looked at."""
    amounts = {(f"{case}/{variant}", kernel, architecture, metric): value
               for case, variant, kernel, architecture, metric, value, _ in facts}
    found, spillers = [], set()
    for name, kernel, architecture in dict.fromkeys(key[:3] for key in amounts):
        stored, loaded = (amounts[name, kernel, architecture, f"spill_{what}"] for what in ("stores", "loads"))
        if stored or loaded:
            spillers.add(name)
            if not reasons.get(name):
                found.append(f"{name}: kernel {kernel} spills on {architecture}: {stored} bytes stored, {loaded} "
                             "loaded; expected none, or a reason in its .spills")
    found += [f"{name}: says that it spills ({why!r}), and no kernel of it does; expected no .spills"
              for name, why in reasons.items() if why and name in seen and name not in spillers]
    return found
