#!/usr/bin/env python3
"""Compiles the device code of every variant for other GPUs; see --help. No GPU is needed."""

import argparse
import re
import sys
from dataclasses import replace
from pathlib import Path

from rungs import chips, cuda_tools, files, static_gather
from rungs.records import RowsError


def parse_arguments(arguments):
    known = "\n".join(f"  sm_{name:<4} {gpus}" for name, gpus in chips.CHIPS.items())
    parser = argparse.ArgumentParser(
        prog="chips.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compiles the device code of every gpu and peer variant for several GPUs, with the options of a\n"
                    "build, and shows registers, spills and predicted occupancy of each kernel on each of them.",
        epilog=f"Architectures:\n{known}\n\nOn two cores all of them take about 20 minutes.\n"
               "Exit codes: 0 all compile, 1 some do not (they are named), 2 bad usage.")
    parser.add_argument("build", nargs="?", type=Path, default=Path("build"),
                        help="a build's folder, configured with CUDA; it need not be built (default: build)")
    parser.add_argument("--architectures", metavar="LIST", default=",".join(chips.CHIPS),
                        help="such as 75,90 (default: all below)")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only variants whose case/name it is found in")
    parser.add_argument("--out", type=Path, metavar="FILE.md",
                        help="write a page there (whole or not at all); without it the table is printed")
    return parser.parse_args(arguments)


def compiler_of(nvcc):
    """'CUDA 13.0.88', as the compiler says."""
    found = re.search(r"\bV(\d+\.\d+\.\d+)", cuda_tools.call([nvcc, "--version"], "the compiler's version"))
    return f"CUDA {found[1]}" if found else "CUDA"


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        sources = static_gather.chosen_sources(options.build, options.filter)
        nvcc = sources[0].command[0]
        architectures = static_gather.architectures_of(options.architectures, sources[0], options.build)
        if options.out and not options.out.parent.is_dir():
            raise RowsError(f"--out={options.out}: no such folder")
        tools = replace(cuda_tools.find(nvcc), nvdisasm="")  # instructions are not counted here
        failures = []
        facts = static_gather.gather(sources, architectures, tools, failures)
        least = {source.name: chips.needs(source.file.read_text(encoding="utf-8")) for source in sources}
        failures = [(source.name, architecture, why) for source, architecture, why in failures]
        if options.out:
            files.write_whole(options.out, chips.page(facts, failures, architectures, least, compiler_of(nvcc)))
        else:
            print("\n".join(chips.table(facts, failures, architectures, least)))
        for name, architecture, why in failures:
            print(f"chips.py: {name} does not compile for sm_{architecture}: {why}", file=sys.stderr)
        if not failures:
            print(f"{len(sources)} variants compile for {', '.join(f'sm_{name}' for name in architectures)}")
        return 1 if failures else 0
    except (RowsError, OSError) as error:
        print(f"chips.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
