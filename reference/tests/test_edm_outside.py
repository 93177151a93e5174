"""SciPy's distances against the check of the C++ reference, which is compiled here as a shared library."""

import numpy as np
import outside
import pytest
from scipy.spatial import distance

C_FACE = """
#include "reference/edm.hpp"
extern "C" double point_distance(const float* points, std::size_t count, std::size_t i, std::size_t j) {
  return reference::point_distance({points, 2 * count}, i, j);
}
extern "C" void check_edm(const float* points, std::size_t count, std::size_t first_row, const float* rows,
                          std::size_t row_count, unsigned roundings, std::uint64_t* mismatches,
                          double* max_error, std::uint64_t* first) {
  const auto found =
      reference::check_edm({points, 2 * count}, first_row, {rows, row_count * count}, roundings);
  *mismatches = found.mismatches;
  *max_error = found.max_error;
  *first = found.first;
}
"""

# Where the points lie. Far ones are the only ones whose differences float has to round.
PATTERNS = {
    "uniform": lambda random, n: random.random((n, 2), dtype=np.float32),
    "grid": lambda random, n: random.integers(0, 1024, (n, 2)).astype(np.float32),
    "coincident": lambda random, n: np.resize(random.random((2, 2), dtype=np.float32), (n, 2)),
    "far": lambda random, n: (random.random((n, 2), dtype=np.float32)
                              * random.choice([-2**20, -1, 1, 2**20], (n, 2)).astype(np.float32)),
}


library = outside.compiled("edm", C_FACE)


def check(library, points, rows, first_row=0, roundings=1):
    """The mismatches in rows of the points' matrix from `first_row` on, the largest error and the first mismatch."""
    mismatches, max_error, first = np.zeros(1, np.uint64), np.zeros(1), np.zeros(1, np.uint64)
    library.check_edm(points, len(points), first_row, rows, len(rows), roundings, mismatches, max_error, first)
    return mismatches[0], max_error[0], first[0]


def some_points(pattern, n):
    return PATTERNS[pattern](np.random.default_rng(n), n)


def by_scipy(points):
    """The matrix in double, and rounded to float once."""
    exact = distance.cdist(points, points)
    return exact, exact.astype(np.float32)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("n", "first", "end"), [*((n, 0, n) for n in (1, 2, 33, 257, 1100)), (131, 40, 53)])
def test_accepts_rows_of_scipy(library, pattern, n, first, end):
    points = some_points(pattern, n)
    exact, rounded = by_scipy(points)
    mismatches, max_error, _ = check(library, points, rounded[first:end], first)
    assert mismatches == 0
    # Where SciPy's double is rounded another way than the reference's, the errors differ by that.
    assert max_error == pytest.approx(np.abs(rounded - exact)[first:end].max(), abs=1e-15 * exact.max())


@pytest.mark.parametrize("roundings", [1, 3])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_refuses_a_changed_element(library, pattern, roundings):
    """One unit in the last place more than the roundings allowed is too much: a rounding is less than a unit,
    and the element is half a unit off at most. Where the distance is 0, the smallest number is too much."""
    n = 1100
    points = some_points(pattern, n)
    rows = by_scipy(points)[1][100:110]
    for row, column in [(0, 0), (0, n - 1), (3, 1023), (3, 1024), (4, 104), (9, n - 1)]:
        changed = rows.copy()
        for _ in range(roundings + 1):
            changed[row, column] = np.nextafter(changed[row, column], np.float32(np.inf))
        mismatches, max_error, first = check(library, points, changed, 100, roundings)
        assert (mismatches, first) == (1, row * n + column)
        assert max_error >= changed[row, column] - rows[row, column] - np.spacing(rows[row, column])


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -1, 0])
def test_refuses_what_is_no_distance(library, wrong):
    points = some_points("uniform", 97)
    changed = by_scipy(points)[1]
    changed[5, 6] = changed[8, 9] = wrong
    mismatches, max_error, first = check(library, points, changed, roundings=3)
    assert (mismatches, first) == (2, 5 * 97 + 6)
    assert np.isinf(max_error) == (not np.isfinite(wrong))


def test_refuses_another_row(library):
    points = some_points("uniform", 97)
    assert check(library, points, by_scipy(points)[1][40:53], first_row=41)[0] > 13 * 90


@pytest.mark.parametrize("pattern", PATTERNS)
def test_point_distance_agrees_with_scipy(library, pattern):
    points = some_points(pattern, 33)
    actual = [[library.point_distance(points, len(points), i, j) for j in range(33)] for i in range(33)]
    np.testing.assert_allclose(actual, by_scipy(points)[0], rtol=1e-15, atol=0)
