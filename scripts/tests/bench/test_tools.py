"""What tools see of a run. The NVTX ranges, as a profiler sees them: recorded by build/libnvtx_recorder.so, which NVTX
loads by NVTX_INJECTION64_PATH. No GPU is needed. And with --isolate=none a debugger, a sanitizer and a profiler see the
variant itself: errors that are planted in the tests' cases are reported."""

import shutil
from pathlib import Path

import pytest
from command_line import QUICK, call, program
from conftest import captured


def record(folder, *options):
    """Runs bench under the recorder; returns the lines that it wrote, split into words (the last is a text)."""
    if "nvtx      yes" not in call(folder, "--version").stdout.splitlines():
        pytest.skip("this build has no NVTX: its headers were not found")
    log, recorder = folder / "nvtx.log", Path(program()).with_name("libnvtx_recorder.so")
    if not recorder.exists():
        pytest.skip(f"{recorder.name} is not built: this build has no unit tests")
    done = call(folder, *QUICK, *options, NVTX_INJECTION64_PATH=str(recorder), RUNGS_NVTX_LOG=str(log))
    assert done.returncode == 0, done.stderr
    return log.read_text().splitlines()


def ranges(lines):
    """The ranges as (depth, category, name), in the order in which they open. There is one domain, each category has a
    name, each message was registered, each range is closed, and nothing at all happens while a row is measured."""
    categories, found, open_ranges = {}, [], []
    assert [line for line in lines if line.startswith("domain ")] == ["domain 1 rungs"], lines
    for line in lines:
        what, _, rest = line.partition(" ")
        assert what == "pop" or open_ranges[-1:] != ["measure"], f"inside a timed region: {line}"
        if what == "category":
            _, number, name = rest.split(" ", 2)
            categories[number] = name
        elif what == "push":
            domain, number, name = rest.split(" ", 2)
            assert domain == "1" and name != "(not registered)", line
            found.append((len(open_ranges), categories[number], name))
            open_ranges.append(categories[number])
        elif what == "pop":
            open_ranges.pop()
        else:
            assert what in ("domain", "string"), line
    assert not open_ranges, f"not closed: {open_ranges}"
    return found


def expected(row, *visits):
    """The ranges of a row: one around each visit, and the visit's phases in it."""
    return [one for phases in visits for one in [(0, "row", row), *((1, phase, f"{phase} {row}") for phase in phases)]]


def test_every_range_of_a_timed_run_names_its_row_and_phase(tmp_path):
    lines = record(tmp_path, "--backend=host", "--filter=stitch/host/row_copies$", "--sizes=64x48",
                   "--param=repeater=7", "--cache=cold,hot")
    found = ranges(lines)
    rows = list(dict.fromkeys(name for depth, _, name in found if depth == 0))
    visits = ["set-up", "verify", "measure", "verify"], ["set-up", "measure", "verify", "verify"]
    for row in rows:
        assert [one for one in found if one[2].endswith(row)] == expected(row, *visits)
    # Ceilings were measured too; they are rows like any other.
    assert len(rows) > 2 and {f"stitch/host/row_copies 64x48 repeater=7 on host {state}"
                              for state in ("cold", "hot")} <= set(rows)


def test_rows_that_are_only_verified_and_the_profilers_range_which_is_alone_around_a_launch(tmp_path):
    simulated = ["--backend=simulator", "--filter=stitch/gpu/modulo$"]
    row = "stitch/gpu/modulo {0} repeater=100 on simulator"
    assert ranges(record(tmp_path, *simulated, "--verify-only", "--sizes=8,9")) == [
        one for size in ("8x8", "9x9") for one in expected(row.format(size), ["set-up", "verify"])]
    assert ranges(record(tmp_path, *simulated, "--profile", "--sizes=8")) == [
        (0, "set-up", f"set-up {row.format('8x8')}"), (0, "profile", "stitch.gpu.modulo.8x8.repeater=100")]


CRASH = "--backend=host --isolate=none --filter=ramp/host/w_segfault$"


@pytest.mark.parametrize(("tool", "options", "words"), [
    ("gdb -batch -ex run -ex backtrace --args", CRASH, ["received signal SIGSEGV", "mischief::segfault"]),
    ("cuda-gdb -batch -ex run -ex backtrace --args", CRASH, ["received signal SIGSEGV", "mischief::segfault"]),
    ("compute-sanitizer --tool memcheck", "--backend=cuda --isolate=none --verify-only --filter=ramp/gpu/crashes$",
     ["Invalid __global__ write of size 4 bytes"]),
    ("ncu --clock-control none --metrics gpu__time_duration.sum", "--backend=cuda --profile --filter=ramp/gpu/right$",
     ["add_step", "gpu__time_duration.sum"])])
def test_a_tool_sees_what_a_variant_does(tool, options, words):
    name, planted = tool.split()[0], Path(program()).parent / "harness/tests/harness_tests"
    if not shutil.which(name) or not planted.exists():
        pytest.skip(f"no {name} here, or no {planted.name} next to bench")
    if "gdb" not in name and b"__asan_init" in planted.read_bytes():
        pytest.skip(f"{name} runs no program with AddressSanitizer; the preset gpu builds {planted.name} without it")
    command = (*tool.split(), planted, "--bench", "--progress=never", "--sizes=64", *options.split())
    done = captured(*command, errors="replace", timeout=300)
    text = done.stdout + done.stderr
    if "no CUDA device" in text or "ptrace" in text and "SIGSEGV" not in text:
        pytest.skip("no CUDA device" if "no CUDA device" in text else "here no program can be debugged")
    assert all(word in text for word in words), text
