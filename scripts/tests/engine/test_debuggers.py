"""With --isolate=none a debugger, a sanitizer and a profiler see the variant itself: planted errors are reported."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# The command line over the tests' cases.
PLANTED = Path(os.environ.get("RUNGS_BENCH", "/dev/null/bench")).parent / "harness/tests/harness_tests"


def seen_by(tool, *options):
    """What a tool prints, both streams together, about a run of a planted variant; skips where it cannot run."""
    path = shutil.which(tool[0])
    if path is None or not PLANTED.exists():
        pytest.skip(f"no {tool[0]} here" if path is None else f"no {PLANTED.name} next to bench")
    if "gdb" not in tool[0] and b"__asan_init" in PLANTED.read_bytes():
        pytest.skip(f"{tool[0]} runs no program with AddressSanitizer; the preset gpu builds {PLANTED.name} without it")
    done = subprocess.run([path, *tool[1:], PLANTED, "--bench", "--progress=never", "--sizes=64", *options],
                          capture_output=True, text=True, errors="replace", timeout=300, check=False)
    text = done.stdout + done.stderr
    if "no CUDA device" in text:
        pytest.skip("no CUDA device")
    return text


@pytest.mark.parametrize("debugger", ["gdb", "cuda-gdb"])
def test_a_debugger_stops_where_a_variant_crashes(debugger):
    text = seen_by([debugger, "-batch", "-ex", "run", "-ex", "backtrace", "--args"], "--backend=host",
                   "--isolate=none", "--filter=ramp/host/w_segfault$")
    if "ptrace" in text and "SIGSEGV" not in text:
        pytest.skip("this system does not let a program be debugged")
    assert "received signal SIGSEGV" in text
    assert "mischief::segfault" in text


def test_compute_sanitizer_reports_a_write_outside():
    text = seen_by(["compute-sanitizer", "--tool", "memcheck"], "--backend=cuda", "--isolate=none", "--verify-only",
                   "--filter=ramp/gpu/crashes$")
    assert "Invalid __global__ write of size 4 bytes" in text


def test_nsight_compute_sees_the_kernel():
    text = seen_by(["ncu", "--clock-control", "none", "--metrics", "gpu__time_duration.sum"], "--backend=cuda",
                   "--profile", "--filter=ramp/gpu/right$")
    assert "add_step" in text and "gpu__time_duration.sum" in text
