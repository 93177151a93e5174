"""numpy.tile, cut to size, against the C++ reference, which is compiled here as a shared library."""

import itertools

import numpy as np
import outside
import pytest

C_FACE = """
#include "reference/stitch.hpp"
extern "C" void stitch(const float* repeater, unsigned repeater_width, unsigned repeater_height,
                       float* target, unsigned width, unsigned height, unsigned threads) {
  reference::stitch({repeater, std::size_t{repeater_width} * repeater_height}, repeater_width,
                    repeater_height, {target, std::size_t{width} * height}, width, height, threads);
}
"""

library = outside.compiled("stitch", C_FACE)


def by_reference(library, repeater, width, height, threads):
    """A target of this size by so many threads at most."""
    target = np.full((height, width), np.nan, dtype=np.float32)
    library.stitch(repeater, repeater.shape[1], repeater.shape[0], target, width, height, threads)
    return target


def by_numpy(repeater, width, height):
    """The same from NumPy: as many whole repeaters as cover the target, cut off."""
    rows, columns = repeater.shape
    return np.tile(repeater, (-(-height // rows), -(-width // columns)))[:height, :width]


REPEATERS = [(1, 1), (1, 7), (7, 1), (13, 17), (32, 32), (100, 100), (300, 11), (11, 300)]
SIZES = [(1, 1), (1, 331), (331, 1), (31, 33), (100, 200), (211, 223)]


@pytest.mark.parametrize(("repeater_size", "size", "threads"), [
    *itertools.product(REPEATERS, SIZES, [0]),
    # A thread takes at least 2^18 pixels, so that these are enough for three.
    *itertools.product([(97, 98), (700, 701)], [(1021, 1031)], [1, 2, 3])])
def test_agrees_with_numpy(library, repeater_size, size, threads):
    columns, rows = repeater_size
    repeater = np.random.default_rng(columns * 1000 + rows).random((rows, columns), dtype=np.float32)
    np.testing.assert_array_equal(by_reference(library, repeater, *size, threads), by_numpy(repeater, *size))
