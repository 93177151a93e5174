"""With --isolate=none a debugger, a sanitizer and a profiler see the variant itself: planted errors are reported."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# The command line over the tests' cases.
PLANTED = Path(os.environ.get("RUNGS_BENCH", "/dev/null/bench")).parent / "harness/tests/harness_tests"
CRASH = "--backend=host --isolate=none --filter=ramp/host/w_segfault$"


@pytest.mark.parametrize(("tool", "options", "words"), [
    ("gdb -batch -ex run -ex backtrace --args", CRASH, ["received signal SIGSEGV", "mischief::segfault"]),
    ("cuda-gdb -batch -ex run -ex backtrace --args", CRASH, ["received signal SIGSEGV", "mischief::segfault"]),
    ("compute-sanitizer --tool memcheck", "--backend=cuda --isolate=none --verify-only --filter=ramp/gpu/crashes$",
     ["Invalid __global__ write of size 4 bytes"]),
    ("ncu --clock-control none --metrics gpu__time_duration.sum", "--backend=cuda --profile --filter=ramp/gpu/right$",
     ["add_step", "gpu__time_duration.sum"])])
def test_a_tool_sees_what_a_variant_does(tool, options, words):
    name, *given = tool.split()
    path = shutil.which(name)
    if path is None or not PLANTED.exists():
        pytest.skip(f"no {name} here" if path is None else f"no {PLANTED.name} next to bench")
    if "gdb" not in name and b"__asan_init" in PLANTED.read_bytes():
        pytest.skip(f"{name} runs no program with AddressSanitizer; the preset gpu builds {PLANTED.name} without it")
    done = subprocess.run([path, *given, PLANTED, "--bench", "--progress=never", "--sizes=64", *options.split()],
                          capture_output=True, text=True, errors="replace", timeout=300, check=False)
    text = done.stdout + done.stderr
    if "no CUDA device" in text or "ptrace" in text and "SIGSEGV" not in text:
        pytest.skip("no CUDA device" if "no CUDA device" in text else "here no program can be debugged")
    assert all(word in text for word in words), text
