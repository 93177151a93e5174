"""Other tools' clocks on our kernels: NVBench and Triton's do_bench. Each is used where it is found."""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rungs.data.clock_files import Timing
from rungs.data.errors import BadUsage, LibraryMissing, one_line
from rungs.data.libraries import import_library
from rungs.profile.launches import Failed, Kernel, Launches

PLANE = "10240x10240"
KERNELS = (
    *(f"{name}:{size}" for name in ("read/gpu/vector_read_one_launch", "reduce/gpu/tickets", "reduce/gpu/evict_first",
                                    "reduce/gpu/one_launch", "reduce/peer/cub") for size in ("4000x4000", PLANE)),
    "edm/gpu/plain_stores", "edm/gpu/branch_free_root", f"fill/gpu/plain_store:{PLANE}",
    f"copy/gpu/vector_copy:{PLANE}", f"copy/peer/memcpy:{PLANE}", "stitch/gpu/vector_stores")

_CHILD_LIMIT_S = 120
_SEED = 1  # of the inputs, as bench's
_TIMEOUT_S = 2  # of each of NVBench's two measurements; their other stop rules are NVBench's own
_WARM_UP_MS, _MEASURED_MS = 100, 500  # wall time of do_bench; what it sets to zero counts
_TAGS = {"nvbench_cold": "nv/cold/time/gpu/median", "nvbench_batch": "nv/batch/time/gpu/mean"}


def nvbench_times(document: Any) -> dict[str, float]:
    """{clock: microseconds} from NVBench's JSON of one kernel. Raises Failed.

    `nvbench_cold` is the median of its cold samples; `nvbench_batch` is a mean: NVBench takes one time around many
    launches."""
    try:
        state, = document["benchmarks"][0]["states"]
        if state.get("is_skipped"):
            raise Failed(f"NVBench skipped it: {one_line(state.get('skip_reason'), 200)}")
        found = {summary["tag"]: value["value"] for summary in state["summaries"] or ()
                 for value in summary["data"] if value["name"] == "value"}
        if not found.keys() >= set(_TAGS.values()):
            raise Failed("NVBench gave no time")
        times = {clock: 1e6 * float(found[tag]) for clock, tag in _TAGS.items()}
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise Failed(f"NVBench's JSON has another shape than expected ({one_line(repr(error), 100)})") from None
    if not all(0 < us < math.inf for us in times.values()):
        raise Failed("NVBench gave a time that is not a number above 0")
    return times


def _nvbench() -> tuple[str, Callable]:
    """NVBench's cold and batched measurements, each kernel in a process of its own."""
    try:
        tool = _child()
    except Failed as error:
        raise LibraryMissing(str(error)) from None

    def times(launches: Any, kernel: Any, opened: Any) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "times.json"
            _child(json.dumps({"library": str(Path(launches.path).resolve()), "out": str(out),
                               "kernel": [kernel.name, kernel.size, kernel.params]}))
            try:
                return nvbench_times(json.loads(out.read_text(encoding="utf-8")))
            except (OSError, ValueError) as error:
                raise Failed(f"NVBench wrote no JSON ({one_line(error, 100)})") from None
    return tool, times


def _child(*arguments: str) -> str:
    """The last line that the child prints; raises Failed with it where the child fails."""
    path = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
    try:
        done = subprocess.run([sys.executable, "-m", "rungs.profile.other_clocks", *arguments],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=_CHILD_LIMIT_S, check=False, env={**os.environ, "PYTHONPATH": path})
    except subprocess.TimeoutExpired:
        raise Failed(f"NVBench had not ended after {_CHILD_LIMIT_S} s") from None
    said = [line for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]
    if done.returncode or not said and not arguments:
        raise Failed(one_line(said[-1], 400) if said else f"NVBench ended with exit code {done.returncode}")
    return said[-1] if said else ""


def _do_bench() -> tuple[str, Callable]:
    """Triton's do_bench: a median, with 256 MB set to zero before each launch."""
    torch, testing = import_library("torch"), import_library("triton.testing")
    tool = f"Triton {import_library('triton').__version__}"
    if not torch.cuda.is_available():
        raise LibraryMissing("PyTorch sees no GPU")

    def times(launches: Any, kernel: Any, opened: Any) -> dict[str, float]:
        launch = opened.on(torch.cuda.current_stream().cuda_stream)
        try:
            ms = testing.do_bench(launch, warmup=_WARM_UP_MS, rep=_MEASURED_MS, return_mode="median")
        except RuntimeError as error:  # PyTorch's, of CUDA
            raise Failed(f"do_bench: {one_line(error, 200)}") from None
        if not 0 < ms < math.inf:
            raise Failed(f"do_bench: gave a time of {ms} ms; expected one above 0")
        return {"do_bench": 1e3 * ms}
    return tool, times


# Of each tool what opens it: it returns the name with the version, and a function that gives {clock: microseconds}
# of a kernel or raises Failed. Raises LibraryMissing where it cannot be used.
TOOLS = {"NVBench": _nvbench, "Triton's do_bench": _do_bench}


def open_tools(say: Callable) -> list[tuple[str, Callable]]:
    """The tools that can be used here; `say` is called with one line for each other. Raises BadUsage without any."""
    opened, missing = [], []
    for title, opens in TOOLS.items():
        try:
            opened.append(opens())
        except LibraryMissing as error:
            missing.append(f"{title}: {error}")
    if not opened:
        raise BadUsage(f"no tool can be used: {'; '.join(missing)}; expected a Python that has one of them")
    for text in missing:
        say(f"{text}; its times are left out")
    return opened


def timed(launches: Any, kernel: Kernel, tools: list, say: Callable) -> list[Timing]:
    """The times of one kernel, verified first. A tool that fails is left out, and `say` is called with the
    reason. Raises Failed where the kernel itself fails or is incorrect."""
    timings, (case, _, variant) = [], kernel.name.partition("/")
    with launches.open(kernel, _SEED) as opened:
        opened.on(0)()
        opened.check()
        for tool, times in tools:
            try:
                found = times(launches, kernel, opened)
            except Failed as error:
                say(f"{kernel}: {error}")
                continue
            timings += [Timing(case, variant, kernel.size, kernel.params, clock, us, tool, launches.device())
                        for clock, us in found.items()]
        return timings


def main(arguments: Any) -> None:
    """A program of its own, in which NVBench times one kernel: it can run once a process only, writes to stdout, and
    ends the process where a kernel waits inside its launch. `arguments` are none, to print NVBench's name and version,
    or one JSON text: library, kernel (its fields), out (the file for NVBench's JSON)."""
    bench = import_library("cuda.bench")
    try:
        getattr(bench, "run_all_benchmarks")  # noqa: B009 (loads the part that needs a driver)
    except Exception as error:
        raise LibraryMissing(f"cannot be loaded ({one_line(error)})") from None
    if not arguments:
        print(f"NVBench (cuda-bench {bench.__version__})")
        return
    wanted = json.loads(arguments[0])
    with Launches(wanted["library"]).open(Kernel(*wanted["kernel"]), _SEED) as opened:
        def kernel(state: Any) -> None:
            launch = opened.on(state.get_stream().addressof())
            state.exec(lambda _: launch(), batched=True)
        bench.register(kernel)
        bench.run_all_benchmarks(["nvbench", "--devices", "0", "--timeout", str(_TIMEOUT_S), "--json", wanted["out"]])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (BadUsage, Failed, LibraryMissing) as stopped:
        sys.exit(str(stopped))
