"""NumPy's volume, surface and projected surface against the C++ reference, which is compiled here as a shared library."""

import numpy as np
import outside
import pytest

C_FACE = """
#include "reference/height_map.hpp"
extern "C" double measure(const float* heights, std::size_t width, std::size_t height, unsigned what) {
  return reference::measure_heights({heights, width * height}, width, static_cast<reference::Measure>(what)).value;
}
"""

library = outside.compiled("height_map", C_FACE)


def surface(heights):
    """The triangles' areas by cross products of their sides, each side in three dimensions."""
    y, x = np.mgrid[0:heights.shape[0], 0:heights.shape[1]]
    points = np.stack([x, y, heights.astype(np.float64)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, :-1], points[1:, 1:]
    return sum(np.linalg.norm(np.cross(left - corner, right - corner), axis=-1).sum() / 2
               for corner, left, right in [(a, b, c), (d, c, b)])


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 40), (40, 1), (2, 2), (31, 33), (700, 513)])
def test_agrees_with_numpy(library, width, height):
    heights = np.random.default_rng(width * height).normal(0.5, 3, (height, width)).astype(np.float32)
    found = [library.measure(heights, width, height, what) for what in range(3)]
    assert found[0] == pytest.approx(heights.sum(dtype=np.float64), rel=1e-9, abs=1e-9)
    assert found[1] == pytest.approx(surface(heights), rel=1e-12)
    assert found[2] == np.count_nonzero(heights > 0)
