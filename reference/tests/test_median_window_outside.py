"""The median reference against SciPy, for every window and pixels of 8 and 16 bits."""

import numpy as np
import pytest
from outside import compiled
from scipy import ndimage

C_API = """
#include "reference/median.hpp"
template <class Pixel>
void filter(const Pixel* image, unsigned width, unsigned height, unsigned window, Pixel* output) {
  const std::size_t pixels = std::size_t{width} * height;
  reference::median(std::span<const Pixel>(image, pixels), width, height, window, std::span<Pixel>(output, pixels));
}
extern "C" void median8(const unsigned char* image, unsigned width, unsigned height, unsigned window,
                        unsigned char* output) { filter(image, width, height, window, output); }
extern "C" void median16(const std::uint16_t* image, unsigned width, unsigned height, unsigned window,
                         std::uint16_t* output) { filter(image, width, height, window, output); }
"""
median = compiled("median", C_API)


@pytest.mark.parametrize("window", range(3, 16, 2))
@pytest.mark.parametrize("bits", [8, 16])
def test_scipy_agrees(median, bits, window):
    dtype = np.dtype(f"uint{bits}")
    noise = np.random.default_rng(window).integers(0, 1 << bits, (47, 131))
    for image in (noise, noise // 13 * 13, np.add.outer(np.arange(47), 3 * np.arange(131))):
        image = np.ascontiguousarray(image.astype(dtype))
        output = np.full_like(image, 7)
        getattr(median, f"median{bits}")(image, 131, 47, window, output)
        border = window // 2
        expected = np.full_like(image, 7)
        inner = (slice(border, -border), slice(border, -border))
        expected[inner] = ndimage.median_filter(image, window)[inner]
        assert (output == expected).all()
