"""`rungs check clocks` with a made-up library of kernels and tools: rows, refusals, and what a tool leaves out."""

import json
import os
import re
import sys

import pytest
from command_line import program as bench_program
from conftest import Command
from fake_launches import build_library, write_tools

from rungs.data import clock_files
from rungs.data.errors import BadUsage
from rungs.data.libraries import BENCH
from rungs.profile.launches import Failed, Kernel, Launches
from rungs.profile.other_clocks import KERNELS, nvbench_times

program = Command("check clocks")

COLD, BATCH = "nv/cold/time/gpu/median", "nv/batch/time/gpu/mean"
TIMES = {COLD: 24e-6, BATCH: 21e-6}
RIGHT = ("made", "gpu/right", "32x16", "op=sum")


def document(times, **state):
    """What NVBench writes of one kernel with these summaries in seconds; its numbers are text."""
    summaries = [{"tag": tag, "name": "a", "data": [{"name": "other", "type": "int64", "value": "1"},
                                                    {"name": "value", "type": "float64", "value": str(seconds)}]}
                 for tag, seconds in times.items()]
    return {"benchmarks": [{"name": "kernel", "states": [{"name": "Device=0", "summaries": summaries, **state}]}]}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return build_library(tmp_path_factory.mktemp("library"))


@pytest.fixture
def run(library, tmp_path, monkeypatch, capfd):
    """Runs `rungs check clocks` in the test's own folder, where this Python, and those that it starts, look for
    packages first: those of write_tools. Gives (exit code, stdout, stderr)."""
    folder = tmp_path / "tools"
    monkeypatch.syspath_prepend(folder)
    for name, value in (("PYTHONPATH", str(folder)), ("FAKE_JSON", json.dumps(document(TIMES))),
                        ("FAKE_STREAMS", str(tmp_path / "streams"))):
        monkeypatch.setenv(name, value)
    def call(*arguments, out=tmp_path / "clocks.csv", **tools):
        write_tools(folder, **tools)
        code = program.run(*arguments, f"--library={library}", f"--out={out}")
        return code, *capfd.readouterr()
    yield call
    for name in ("torch", "triton", "triton.testing"):
        sys.modules.pop(name, None)


def test_a_line_for_each_kernel_and_clock(run, tmp_path):
    code, out, error = run("made/gpu/right", "made/gpu/right:64:op=max")
    assert (code, error) == (0, "")
    assert [(*one.kernel, one.clock, one.time_us, one.tool) for one in clock_files.read(tmp_path / "clocks.csv")] == [
        (*kernel, *clock) for kernel in (RIGHT, ("made", "gpu/right", "64x64", "op=max"))
        for clock in (("nvbench_cold", 24, "NVBench (cuda-bench 9.8.7)"),
                      ("nvbench_batch", 21, "NVBench (cuda-bench 9.8.7)"), ("do_bench", 30, "Triton 3.2.1"))]
    assert {one.gpu for one in clock_files.read(tmp_path / "clocks.csv")} == {"Made-up GPU"}
    assert "do_bench 30 us" in out
    # Verified on the default stream, then launched on the stream of each tool.
    assert (tmp_path / "streams").read_text().split() == ["right", "0", "right", str(2**40 + 7), "right", "5"] * 2


ALL = ["nvbench_cold", "nvbench_batch", "do_bench"]


@pytest.mark.parametrize(("kernels", "tools", "code", "error", "clocks"), [
    (["right"], {"nvbench": ""}, 0, "NVBench: not found (none of this here); its times are left out", ALL[2:]),
    (["right"], {"triton": ""}, 0, "Triton's do_bench: not found (none of this here); its times are left out", ALL[:2]),
    (["wrong", "right"], {}, 1, "made/gpu/wrong 32x16 op=sum: after a launch: 7 wrong; first (3, 4)", ALL),
    (["broken", "right"], {}, 1, "made/gpu/broken 32x16 op=sum: out of device memory", ALL),
    (["waits"], {}, 1, "made/gpu/waits 32x16 op=sum: A deadlock was detected.", ALL[2:])])
def test_what_cannot_be_timed_is_named_and_costs_its_times_alone(run, tmp_path, kernels, tools, code, error, clocks):
    found, _, said = run(*(f"made/gpu/{name}" for name in kernels), **tools)
    assert (found, said) == (code, f"rungs check: {error}\n")
    timings = clock_files.read(tmp_path / "clocks.csv")
    assert [one.clock for one in timings] == clocks and {one.variant for one in timings} == {f"gpu/{kernels[-1]}"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clocks.csv", "streams", "tools"]


@pytest.mark.parametrize(("name", "tools", "code", "words"), [
    ("wrong", {}, 1, "is not written"),
    ("right", {"triton": "def do_bench(*_, **__):\n    raise KeyboardInterrupt\n"}, 130, "nothing is written")])
def test_where_no_kernel_was_timed_and_after_ctrl_c_the_old_file_stays(run, tmp_path, name, tools, code, words):
    (tmp_path / "clocks.csv").write_text("mine")
    found, _, error = run(f"made/gpu/{name}", **tools)
    assert found == code and words in error and (tmp_path / "clocks.csv").read_text() == "mine"


NO_DRIVER = "def __getattr__(name):\n    raise ImportError('no libcuda.so.1')\n"


@pytest.mark.parametrize(("arguments", "tools", "words"), [
    (["made/gpu/right:9x"], {}, ["'made/gpu/right:9x'", "'9x'", "4000x4000"]),
    (["other/gpu/right"], {}, ["'other/gpu/right'", "not a CUDA variant"]),
    ([], {"nvbench": "", "triton": ""}, ["no tool can be used: NVBench: not found", "do_bench: not found"]),
    ([], {"nvbench": NO_DRIVER, "triton": ""}, ["NVBench: cannot be loaded (no libcuda.so.1)"]),
    ([], {"out": "/tmp"}, ["--out /tmp: expected a file"]), (["no GPU"], {}, ["no CUDA device can be used"])])
def test_what_cannot_be_is_refused_before_any_is_timed(run, tmp_path, monkeypatch, arguments, tools, words):
    if arguments == ["no GPU"]:
        monkeypatch.setenv("FAKE_NO_GPU", "1")
        arguments = []
    code, out, error = run(*(arguments or ["made/gpu/right"]), **tools)
    assert (code, out, error.count("\n")) == (2, "", 1) and error.startswith("rungs check: "), error
    assert all(word in error for word in words), error
    assert [path.name for path in tmp_path.iterdir()] == ["tools"]


@pytest.mark.parametrize(("found", "words"), [
    (document(TIMES, is_skipped=True, skip_reason="too\nshort"), "skipped it: too short"),
    (document({BATCH: 25e-6}), "gave no time"),
    (document({COLD: "nan", BATCH: 1}), "a time that is not a number above 0"),
    (document({COLD: "fast", BATCH: 1}), "another shape"), ([], "another shape")])
def test_what_is_no_time_of_nvbench_is_told(found, words):
    with pytest.raises(Failed, match=words):
        nvbench_times(found)


def test_the_kernels_timed_by_default_are_there_and_what_is_none_is_one_line():
    try:
        built = Launches(os.path.join(os.path.dirname(bench_program()), BENCH))
    except BadUsage as error:
        pytest.skip(str(error))  # a build with sanitizers or without CUDA
    kernels = [built.kernel(text) for text in KERNELS]
    assert len(set(kernels)) == len(KERNELS) == 16
    assert Kernel("edm/gpu/plain_stores", "30336x30336", "batch=256;points=uniform;rows=256;sets=one") in kernels
    assert str(built.kernel("stitch/gpu/modulo:9x8:repeater=16")) == "stitch/gpu/modulo 9x8 repeater=16"
    for text, words in {
            "stitch/gpu/modulo_with_copies": "copies between host and GPU", "stitch/host/basic": "not a CUDA variant",
            "stitch/gpu/modulo:0x4": "sides from 1", "stitch/gpu/modulo:4x4x4": "has 2 sides (width, height)",
            "stitch/gpu/modulo:4:repeater": "expected name=value", "stitch/gpu/modulo:4:side=2": "no parameter 'side'",
            "stitch/gpu/modulo:4:repeater=0": "repeater=0", "edm/gpu/plain_stores:4x5": "square"}.items():
        with pytest.raises(BadUsage, match=rf"^.*{re.escape(words)}.*\Z"):
            built.kernel(text)
