"""A program of its own that lets NVBench time one kernel: `python -m rungs.profile.nvbench_child`, called by
`rungs check clocks`.

NVBench can run once a process only, writes to stdout, and ends the process where a kernel waits inside its launch; in
here it may. Without arguments the program prints NVBench's name and version.
"""

import json
import sys
from typing import Any

from rungs.data.errors import BadUsage, LibraryMissing, one_line
from rungs.data.libraries import import_library
from rungs.profile.launches import Failed, Kernel, Launches

TIMEOUT_S = 2  # of each of NVBench's two measurements; their other stop rules are NVBench's own


def nvbench() -> Any:
    """NVBench's package; raises LibraryMissing where it, or the driver that it needs, is not there."""
    bench = import_library("cuda.bench")
    try:
        getattr(bench, "run_all_benchmarks")  # noqa: B009 (loads the part that needs a driver)
    except Exception as error:
        raise LibraryMissing(f"cannot be loaded ({one_line(error)})") from None
    return bench


def main(arguments: Any) -> None:
    """`arguments` are none, or one JSON text: library, kernel (its fields), seed, out (the file for NVBench's JSON)."""
    bench = nvbench()
    if not arguments:
        print(f"NVBench (cuda-bench {bench.__version__})")
        return
    wanted = json.loads(arguments[0])
    with Launches(wanted["library"]).open(Kernel(*wanted["kernel"]), wanted["seed"]) as opened:
        def kernel(state: Any) -> None:
            launch = opened.on(state.get_stream().addressof())
            state.exec(lambda _: launch(), batched=True)
        bench.register(kernel)
        bench.run_all_benchmarks(["nvbench", "--devices", "0", "--timeout", str(TIMEOUT_S), "--json", wanted["out"]])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (BadUsage, Failed, LibraryMissing) as stopped:
        sys.exit(str(stopped))
