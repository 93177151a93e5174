"""Sums and maxima of many values, and measures of a height map, by NumPy."""

import numpy as np
import pytest

pytest_plugins = ["compiled_references"]
THREADS = (0, 1, 3, 8)  # 0: one per core; none changes a result
VOLUME, SURFACE, PROJECTED = range(3)


@pytest.mark.parametrize("count", [0, 1, 31, 262_145, 1_000_003])
def test_sums(references, count):
    random = np.random.default_rng(count)
    words = random.integers(0, 2**32, count, dtype=np.uint32)
    floats = (random.choice([-1, 1], count) * 2 ** random.uniform(-20, 10, count)).astype(np.float32)
    first = references.float_sum_of(floats, 1)
    for threads in THREADS:
        assert references.sum_of(words, threads) == int(words.sum(dtype=np.uint64)) % 2**32
        found = references.float_sum_of(floats, threads)
        assert (found.sum, found.magnitude) == (first.sum, first.magnitude)
        assert found.magnitude == pytest.approx(np.abs(floats).sum(dtype=np.float64), rel=1e-12)
        assert found.sum == pytest.approx(floats.sum(dtype=np.float64), abs=1e-12 * found.magnitude)


@pytest.mark.parametrize(("name", "others", "largest", "none"), [
    ("maximum_of", np.uint32(2**31 - 1), 2**31, 0), ("float_maximum_of", np.float32(-2), -1.5, -np.inf)])
def test_a_maximum_is_found_wherever_it_lies(references, name, others, largest, none):
    find = getattr(references, name)
    assert find(np.array([], others.dtype), 0) == none
    for place in (0, 1, 333_333, 500_001, 1_000_002):
        values = np.full(1_000_003, others)
        values[place] = largest
        assert {find(values, threads) for threads in THREADS} == {largest}


@pytest.mark.parametrize("value", [1 / 3, 0.7, 1 + 2**-23, -0.1])
def test_the_bound_of_a_sum_holds_for_chains_of_1024_additions(references, value):
    """All are rounded up or all down as far as can be: the same value over and over, in one chain."""
    floats = np.full(1025, value, np.float32)
    exact = references.float_sum_of(floats, 0)
    bound = references.bound_of_sum(exact)
    assert abs(np.add.accumulate(floats)[-1] - exact.sum) <= bound < abs(value), "a value too many is found"


def areas(heights):
    """The triangles' areas by cross products of their sides, each side in three dimensions."""
    y, x = np.mgrid[0:heights.shape[0], 0:heights.shape[1]]
    points = np.stack([x, y, heights.astype(np.float64)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, :-1], points[1:, 1:]
    return [np.linalg.norm(np.cross(left - corner, right - corner), axis=-1) / 2
            for corner, left, right in [(a, b, c), (d, c, b)]]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 40), (40, 1), (2, 2), (31, 33), (1031, 517)])
def test_measures_of_a_height_map(references, width, height):
    heights = np.random.default_rng(width * height).normal(0.5, 3, (height, width)).astype(np.float32)
    heights.flat[0] = -0.0  # the ground has no projection
    for threads in THREADS:
        found = [references.measure_heights(heights, width, measure, threads).value for measure in range(3)]
        assert found[VOLUME] == pytest.approx(heights.sum(dtype=np.float64), rel=1e-9, abs=1e-9)
        assert found[SURFACE] == pytest.approx(sum(map(np.sum, areas(heights))), rel=1e-12)
        assert found[PROJECTED] == np.count_nonzero(heights > 0)
        assert found == [references.measure_heights(heights, width, measure, 1).value for measure in range(3)]


def test_the_bound_of_a_measure_holds_for_floats_and_finds_a_missing_term(references):
    heights = np.random.default_rng(7).uniform(-8, 8, (2, 1025)).astype(np.float32)
    one = np.float32(1)
    across, down = np.diff(heights), np.diff(heights, axis=0)[0]
    roots = [np.sqrt(one + across[row] * across[row] + step * step) * (one + np.float32(5 * 2**-24))
             for row, step in ((0, down[:-1]), (1, down[1:]))]  # 5 roundings too large, as a GPU's may be
    chain = np.add.accumulate(np.float32(0.5) * (roots[0] + roots[1]))
    exact = references.measure_heights(heights, 1025, SURFACE, 0)
    assert chain.dtype == np.float32
    assert abs(chain[-1] - exact.value) <= references.bound_of_heights(exact) < 1, "a cell's least area"
    for measure, term in ((VOLUME, 5), (PROJECTED, 1)):
        assert references.bound_of_heights(references.measure_heights(heights, 1025, measure, 0)) < term
    # A projection is exact up to 2^24.
    type_ = type(exact)
    assert references.bound_of_heights(type_(2**24, 2**24, PROJECTED)) == 0
    assert references.bound_of_heights(type_(2**25, 2**25, PROJECTED)) > 0
