"""Kernels are the same code on the simulator as on a GPU: those of the tree, and planted ones that are not."""

import pytest
from conftest import ROOT

from rungs.tries import same_code

KERNEL = """
__global__ void right(float* out) {
  if (threadIdx.x == 0) { out[0] = 1; }  // RUNGS_SIMULATOR is fine here
}
"""


def test_kernels_of_the_tree_are_the_same_code_everywhere():
    files = [path for path in ROOT.glob("cases/**/*") if path.suffix in (".cu", ".hpp")]
    assert len(files) > 200
    assert [line for path in files for line in same_code.differences(path)] == []


@pytest.mark.parametrize(("text", "places"), [
    ("#ifdef RUNGS_SIMULATOR\n#include <vector>\n#endif" + KERNEL, []),
    ("#ifndef RUNGS_SIMULATOR\n" + KERNEL + "\n#endif", []),
    ("#ifndef RUNGS_SIMULATOR\n#else\n" + KERNEL + "\n#endif", ["4: a kernel for the simulator alone"]),
    ("#if defined(RUNGS_SIMULATOR)\n" + KERNEL + "\n#endif", ["3: a kernel for the simulator alone"]),
    (KERNEL.replace("  if", "#ifdef __CUDA_ARCH__\n#endif\n  if"), ["3: #ifdef __CUDA_ARCH__ in a kernel"]),
    (KERNEL.replace("{ out", "{ RUNGS_GPU_ONLY(out[1] = 1;) out"), ["3: RUNGS_GPU_ONLY in a kernel"]),
    ("__global__ void declared(float* out);\n#ifdef __CUDA_ARCH__\n#endif" + KERNEL, []),
])
def test_planted_differences_are_found(tmp_path, text, places):
    file = tmp_path / "planted.cu"
    file.write_text(text)
    assert same_code.differences(file) == [f"{file}:{place}" for place in places]
