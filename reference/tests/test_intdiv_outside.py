"""The walk in NumPy's integers against the C++ reference, which is compiled here as a shared library."""

import itertools

import numpy as np
import outside
import pytest

C_FACE = """
#include "reference/intdiv.hpp"
extern "C" std::uint32_t walk_checksum(std::uint64_t columns, std::uint64_t stride, unsigned steps,
                                       std::uint64_t index) {
  return reference::walk_checksum({columns, stride, steps}, index);
}
extern "C" void walk_checksums(std::uint64_t columns, std::uint64_t stride, unsigned steps,
                               std::uint64_t base, const std::uint32_t* starts, std::uint32_t* checksums,
                               std::size_t count, unsigned threads) {
  reference::walk_checksums({columns, stride, steps}, base, {starts, count}, {checksums, count}, threads);
}
"""

library = outside.compiled("intdiv", C_FACE)


def by_reference(library, walk, base, starts, threads):
    """The checksums of a walk (columns, stride, steps) from each start, by so many threads at most."""
    checksums = np.full(starts.shape, 0xA5A5A5A5, dtype=np.uint32)
    library.walk_checksums(*walk, base, starts, checksums, starts.size, threads)
    return checksums


def by_numpy(walk, base, starts):
    """The same from NumPy, all walks at once; in 64 bits the checksum never overflows before it is cut."""
    columns, stride, steps = walk
    index = starts.astype(np.uint64) + np.uint64(base)
    checksum = np.zeros(starts.shape, dtype=np.uint64)
    for _ in range(steps):
        row, column = np.divmod(index, np.uint64(columns))
        checksum = (checksum * np.uint64(31) + ((row ^ column) & np.uint64(2**32 - 1))) % np.uint64(2**32)
        index += np.uint64(stride) + column % np.uint64(2)
    return checksum.astype(np.uint32)


COLUMNS = [1, 2, 3, 7, 256, 257, 30336, 65536, 1000003, 2**31 - 1, 2**33 + 5]


@pytest.mark.parametrize(("columns", "steps", "base", "count", "threads"), [
    *itertools.product(COLUMNS, [0, 1, 3, 257], [0, 2**40, 2**63], [16], [0]),
    # A thread takes at least 2^18 steps or so: these are enough for three.
    *itertools.product([30336], [256], [2**40], [4099], [1, 2, 3])])
def test_agrees_with_numpy(library, columns, steps, base, count, threads):
    walk = columns, min(256, columns - 1), steps
    starts = np.random.default_rng(count).integers(0, 2**32, count, dtype=np.uint32)
    starts[:4] = [0, 1, 2**31, 2**32 - 1]  # the ends of the 32 bits, and others at random
    np.testing.assert_array_equal(by_reference(library, walk, base, starts, threads), by_numpy(walk, base, starts))


@pytest.mark.parametrize("index", [0, 12345, 2**32 + 1, 2**63])
def test_one_walk_agrees_with_numpy(library, index):
    walk = 1009, 31, 100
    assert library.walk_checksum(*walk, index) == by_numpy(walk, index, np.zeros(1, dtype=np.uint32))[0]
