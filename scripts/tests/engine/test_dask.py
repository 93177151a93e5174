"""The baseline of the case pipeline that is written in Python, verified by the case."""

import pytest
from test_engine import ROOT, bench, pytestmark  # noqa: F401

FILE = ROOT / "cases" / "pipeline" / "peer" / "with_dask.py"


@pytest.mark.parametrize("tree", ["deck", "chain"])
def test_dask_makes_the_image(tree):
    pytest.importorskip("dask.array")
    done = bench(FILE, "--filter=^pipeline/peer/dask", "--verify-only", "--sizes=97x101,63x15", "--param",
                 f"tree={tree}", "--param", "tile=40", "--progress=never")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("peer/dask  correct") == 2, done.stdout
    # An image that is smaller than a halo.
    done = bench(FILE, "--filter=^pipeline/peer/dask", "--verify-only", "--sizes=5", "--progress=never")
    assert done.returncode == 0 and "unsupported: Dask: The overlapping depth 14 is larger" in done.stdout
