"""SciPy's exact distance transform against the C++ reference, which is compiled here as a shared library."""

import numpy as np
import outside
import pytest
from scipy import ndimage

C_FACE = """
#include "reference/distance.hpp"
extern "C" void bounded_distance(const unsigned char* image, unsigned width, unsigned height, unsigned most,
                                 unsigned* out) {
  const auto area = std::size_t{width} * height;
  reference::bounded_distance({image, area}, width, height, most, {out, area});
}
"""

library = outside.compiled("distance", C_FACE)


def by_reference(library, image, most):
    """Squared distances of an image's pixels, `most` squared at most."""
    out = np.full(image.shape, 0xA5A5A5A5, dtype=np.uint32)
    library.bounded_distance(image, image.shape[1], image.shape[0], most, out)
    return out


def by_scipy(image, most):
    """The same from SciPy: unbounded distances to the nearest zero of the inverse, squared and cut off."""
    if not image.any():
        return np.full(image.shape, most * most, dtype=np.uint32)
    exact = np.rint(ndimage.distance_transform_edt(image == 0) ** 2)
    return np.minimum(exact, most * most).astype(np.uint32)


@pytest.mark.parametrize("most", [1, 2, 15, 60, 255])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 700), (700, 1), (31, 33), (257, 263), (1024, 768)])
@pytest.mark.parametrize("share", [0, 0.0005, 0.01, 0.5, 1])
def test_agrees_with_scipy(library, width, height, most, share):
    random = np.random.default_rng(width * height + most)
    white = random.random((height, width)) < share
    image = (white * random.integers(1, 256, (height, width))).astype(np.uint8)
    np.testing.assert_array_equal(by_reference(library, image, most), by_scipy(image, most))


def test_agrees_with_scipy_on_shapes(library):
    y, x = np.mgrid[0:600, 0:500]
    image = np.zeros((600, 500), dtype=np.uint8)
    for centre_x, centre_y, radius in [(100, 90, 40), (130, 120, 25), (499, 300, 33), (250, 599, 10)]:
        image[(x - centre_x) ** 2 + (y - centre_y) ** 2 <= radius * radius] = 200
    np.testing.assert_array_equal(by_reference(library, image, 15), by_scipy(image, 15))
