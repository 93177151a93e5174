"""`rungs chips`."""

import argparse
import re
from dataclasses import replace
from pathlib import Path

from rungs.data import files
from rungs.data.errors import BadUsage
from rungs.data.terminal import complain
from rungs.static import chips, cuda_tools, gathering

DESCRIPTION = """Compiles the device code of every gpu and peer variant for several GPUs, with the options of a
build, and shows registers, spills and predicted occupancy of each kernel on each of them. No GPU is needed."""
_KNOWN = "\n".join(f"  sm_{name:<4} {gpus}" for name, gpus in chips.CHIPS.items())
EPILOG = f"""Architectures:
{_KNOWN}

On two cores all of them take about 20 minutes.
Exit codes: 0 all compile, 1 some do not (they are named), 2 bad usage."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("build", nargs="?", type=Path, default=Path("build"),
                        help="a build's folder, configured with CUDA; it need not be built (default: build)")
    parser.add_argument("--architectures", metavar="LIST", default=",".join(chips.CHIPS),
                        help="such as 75,90 (default: all below)")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only variants whose case/name matches")
    parser.add_argument("--out", type=Path, metavar="FILE.md",
                        help="write a page there (whole or not at all); without it the table is printed")


def _compiler(nvcc: str) -> str:
    """'CUDA 13.0.88', as the compiler says."""
    found = re.search(r"\bV(\d+\.\d+\.\d+)", cuda_tools.call([nvcc, "--version"], "the compiler's version"))
    return f"CUDA {found[1]}" if found else "CUDA"


def run(options: argparse.Namespace) -> int:
    sources = gathering.chosen_sources(options.build, options.filter)
    nvcc = sources[0].command[0]
    architectures = gathering.architectures_of(options.architectures, sources[0], options.build)
    if options.out and not options.out.parent.is_dir():
        raise BadUsage(f"--out={options.out}: no such folder")
    tools = replace(cuda_tools.find(nvcc), nvdisasm="")  # instructions are not counted here
    found: list = []
    facts = gathering.gather(sources, architectures, tools, found)
    least = {source.name: chips.needs(source.file.read_text(encoding="utf-8")) for source in sources}
    failures = [(source.name, architecture, why) for source, architecture, why in found]
    if options.out:
        files.write_whole(options.out, chips.page(facts, failures, architectures, least, _compiler(nvcc)))
    else:
        print("\n".join(chips.table(facts, failures, architectures, least)))
    for name, architecture, why in failures:
        complain("chips", f"{name} does not compile for sm_{architecture}: {why}")
    if not failures:
        print(f"{len(sources)} variants compile for {', '.join(f'sm_{name}' for name in architectures)}")
    return 1 if failures else 0
