"""What the simulator lacks is told in one line, by the build and by `rungs try`."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from command_line import program
from conftest import ROOT, captured

from rungs.tables.side_tables import lacking
from rungs.tries import compiling

PROBES = ROOT / "harness" / "tests" / "probes"


def said_of(options, path, kernel):
    """What a try says of a file with this kernel; '' if it compiles."""
    path.write_text(f"#include <rungs/device.hpp>\n{kernel}", encoding="utf-8")
    try:
        compiling.compiled(path, "simulator", options, 100)
    except compiling.DoesNotCompile as error:
        assert Path(error.file) == path and 1 < error.line <= 2 + kernel.count("\n"), (error.file, error.line, kernel)
        return error.text
    return ""


@pytest.fixture(scope="module")
def options(cache, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        found = compiling.options_of(Path(program()), "simulator", "")
        said_of(found, tmp_path_factory.mktemp("first") / "first.cu", "")  # precompiles the headers
        yield found


def test_each_feature_is_named_in_one_line(options, tmp_path):
    probes = lacking(PROBES)
    files = [tmp_path / f"kernel_{number}.cu" for number in range(len(probes))]
    with ThreadPoolExecutor(2) as pool:
        said = pool.map(partial(said_of, options), files, (kernel for *_, kernel in probes))
    assert len(probes) >= 20
    for (tried, named, _), line in zip(probes, said):
        assert line.startswith(f"{named} is not on the simulator; "), tried


def test_a_build_says_at_most_twenty_lines(options, tmp_path):
    kernel = tmp_path / "kernel.cu"
    kernel.write_text("".join(f"int number_{i} = nowhere;\n" for i in range(50)), encoding="utf-8")
    done = captured(*options.launcher, *options.words, "-o", tmp_path / "kernel.o", "-c", kernel, cwd=options.folder)
    lines = done.stderr.splitlines()
    assert done.returncode == 1 and not done.stdout and len(lines) == 20
    assert "kernel.cu:1:" in lines[0] and "nowhere" in lines[0] and lines[-1].endswith(" more lines)")


def test_what_only_nvcc_accepts_is_compiled(options, tmp_path):
    kernel = """extern __shared__ double of_the_file[];
template <class T> __device__ T first() { extern __shared__ T values[]; return values[0]; }
__global__ void kernel(float* out) {
  __shared__ alignas(16) float there[4];
  extern __shared__ __align__(16)
      unsigned char bytes[];
  out[0] = there[0] = static_cast<float>(first<float>() + first<int>() + of_the_file[0] + bytes[3]);
}
"""
    assert said_of(options, tmp_path / "kernel.cu", kernel) == ""
