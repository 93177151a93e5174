"""bench says when a source is newer than it: it must know every file that it is compiled from, and no other."""

from pathlib import Path

import pytest
from command_line import program
from conftest import ROOT


def test_it_knows_the_files_that_it_is_compiled_from():
    listed = Path(program() + ".sources")
    if not listed.exists():
        pytest.skip("bench does not lie in its build folder")
    files = {str(Path(line).relative_to(ROOT)) for line in listed.read_text().splitlines()}
    named = {f"cases/{path}" for path in ("edm/case.hpp", "stitch/gpu/modulo.cu", "median/host/3x3_scalar.cpp")}
    named |= {f"harness/{path}" for path in (
        "cli/main.cpp", "core/registry.cpp", "verify/verify.hpp", "measure/sampler.cpp", "output/provenance.cpp",
        "simulator/block_runner.hpp", "simulator/include/cuda/atomic", "include/rungs/main.hpp")}
    assert sorted(named - files) == []
    for kind in ("host", "gpu"):
        variants = {str(path.relative_to(ROOT)) for path in ROOT.glob(f"cases/*/{kind}/*.c*")}
        assert len(variants) > 30 and sorted(variants - files) == []
    assert not [file for file in files if "/tests/" in file or not (ROOT / file).exists()]
