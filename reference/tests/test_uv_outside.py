"""A plain NumPy blend of all repetitions against the C++ reference, which is compiled here as a shared library."""

import itertools

import numpy as np
import outside
import pytest

C_FACE = """
#include <algorithm>
#include <array>
#include "cases/uv/lattice_parameter.hpp"
#include "reference/uv.hpp"
extern "C" void blend(unsigned result, const float* repeater, unsigned side, const int* vectors, float* target,
                      unsigned width, unsigned height, unsigned threads) {
  const auto function = std::array{reference::uv_mean, reference::uv_sum, reference::uv_one_of}[result];
  function({{repeater, std::size_t{side} * side}, side, {vectors[0], vectors[1]}, {vectors[2], vectors[3]}, width,
            height},
           {target, std::size_t{width} * height}, threads);
}
extern "C" void lattice_of(int name, int* vectors) {
  const uv::Lattice lattice = uv::named_lattices.at(name).vectors;
  std::ranges::copy(std::array{lattice.ux, lattice.uy, lattice.vx, lattice.vy}, vectors);
}
"""

RESULTS = ["mean", "sum", "one_of"]
LATTICES = ["square", "oblique", "dense", "sparse"]
# Of the target, and the repeater's side: one pixel, row and column, repeaters without and with overlap, one far larger
# than the target.
SHAPES = [(1, 1, 100), (331, 1, 100), (1, 331, 100), (211, 223, 37), (307, 199, 101), (199, 307, 150), (13, 17, 300)]


library = outside.compiled("uv", C_FACE)


def lattice_of(library, name):
    """ux, uy, vx and vy."""
    vectors = np.zeros(4, dtype=np.intc)
    library.lattice_of(LATTICES.index(name), vectors)
    return vectors


def by_reference(library, result, repeater, vectors, width, height, threads=0):
    """A target of this size by so many threads at most."""
    target = np.full((height, width), np.nan, dtype=np.float32)
    library.blend(RESULTS.index(result), repeater, len(repeater), vectors, target, width, height, threads)
    return target


def repetitions(repeater, vectors, width, height):
    """The part of the target that each repetition covers, as slices, and the repeater's pixels on it."""
    side = len(repeater)
    ux, uy, vx, vy = (int(component) for component in vectors)
    # One that touches the target starts at most `far` from the origin in x and in y. By Cramer's rule that
    # bounds i and j.
    far = max(width, height, side)
    most_i = far * (abs(vx) + abs(vy)) // abs(ux * vy - uy * vx) + 1
    most_j = far * (abs(ux) + abs(uy)) // abs(ux * vy - uy * vx) + 1
    for i in range(-most_i, most_i + 1):
        for j in range(-most_j, most_j + 1):
            x, y = i * ux + j * vx, i * uy + j * vy
            left, right, top, bottom = max(x, 0), min(x + side, width), max(y, 0), min(y + side, height)
            if left < right and top < bottom:
                part = slice(top, bottom), slice(left, right)
                yield part, repeater[top - y:bottom - y, left - x:right - x]


def blend(repeater, vectors, width, height):
    """Sum and count of the values that cover each pixel, in whole numbers."""
    total = np.zeros((height, width), dtype=np.int64)
    count = np.zeros((height, width), dtype=np.int64)
    for part, pixels in repetitions(repeater, vectors, width, height):
        total[part] += pixels.astype(np.int64)
        count[part] += pixels != 0
    return total, count


def some_repeater(side, transparent):
    """Values of 1 to 4096, of which a share is transparent."""
    random = np.random.default_rng(side)
    values = random.integers(1, 4097, (side, side)) * (random.random((side, side)) >= transparent)
    return values.astype(np.float32)


@pytest.mark.parametrize(("lattice", "shape", "transparent", "threads"), [
    *itertools.product(LATTICES, SHAPES, [0, 0.3, 1], [0]),
    # Rows longer than the 4096 pixels that are worked on at a time, and enough of them for three threads.
    *itertools.product(["oblique"], [(4133, 48, 101)], [0.3], [1, 2, 3])])
def test_sum_and_mean_agree_with_numpy(library, lattice, shape, transparent, threads):
    width, height, side = shape
    given = some_repeater(side, transparent), lattice_of(library, lattice), width, height
    total, count = blend(*given)
    # Both numbers are exact in float, so only the division rounds.
    mean = total.astype(np.float32) / np.maximum(count, 1).astype(np.float32)
    np.testing.assert_array_equal(by_reference(library, "sum", *given, threads), total)
    np.testing.assert_array_equal(by_reference(library, "mean", *given, threads), mean)


@pytest.mark.parametrize("lattice", LATTICES)
def test_one_of_is_among_what_numpy_places(library, lattice):
    repeater = some_repeater(120, 0.8)
    target = by_reference(library, "one_of", repeater, lattice_of(library, lattice), 307, 199)
    found = np.zeros(target.shape, dtype=bool)
    covered = np.zeros(target.shape, dtype=bool)
    for part, pixels in repetitions(repeater, lattice_of(library, lattice), 307, 199):
        covered[part] |= pixels != 0
        found[part] |= (pixels != 0) & (pixels == target[part])
    assert covered.any() and not covered.all()
    np.testing.assert_array_equal(found, covered)
    assert not target[~covered].any()
