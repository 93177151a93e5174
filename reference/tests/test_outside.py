"""SciPy and NumPy against the C++ references, which are compiled here as shared libraries."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np
import pytest
from scipy import ndimage
from scipy.spatial import distance

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = {"float": np.float32, "double": np.float64, "unsigned": np.uintc, "unsigned char": np.uint8,
         "std::uint64_t": np.uint64, "std::size_t": np.uintp}
C_API = """
#include "reference/distance.hpp"
#include "reference/edm.hpp"
#include "reference/height_map.hpp"
extern "C" void bounded_distance(const unsigned char* image, unsigned width, unsigned height, unsigned most,
                                 unsigned* out) {
  const auto area = std::size_t{width} * height;
  reference::bounded_distance({image, area}, width, height, most, {out, area});
}
extern "C" void check_edm(const float* points, std::size_t count, std::size_t first_row, const float* rows,
                          std::size_t row_count, unsigned roundings, std::uint64_t* mismatches,
                          double* max_error, std::uint64_t* first) {
  const std::span both(points, 2 * count);
  const auto found = reference::check_edm(both, both, first_row, {rows, row_count * count}, roundings);
  *mismatches = found.mismatches;
  *max_error = found.max_error;
  *first = found.first;
}
extern "C" double measure(const float* heights, std::size_t width, std::size_t height, unsigned what) {
  return reference::measure_heights({heights, width * height}, width, static_cast<reference::Measure>(what)).value;
}
"""


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """The functions of C_API. They take and return what its text says; for a pointer a C-contiguous array."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("references")
    (folder / "c_api.cpp").write_text(C_API)
    sources = [ROOT / "reference" / f"{name}.cpp" for name in ("distance", "edm", "height_map")]
    subprocess.run([compiler, "-std=c++20", "-O2", "-shared", "-fPIC", f"-I{ROOT}", f"-I{ROOT}/harness/include",
                    folder / "c_api.cpp", *sources, "-o", folder / "references.so", "-lpthread"], check=True)
    loaded = ctypes.CDLL(str(folder / "references.so"))
    for result, function, arguments in re.findall(r'extern "C" (\S+) (\w+)\(([^)]*)\)', C_API):
        found = getattr(loaded, function)
        found.restype = None if result == "void" else np.ctypeslib.as_ctypes_type(TYPES[result])
        found.argtypes = [_type(argument) for argument in arguments.split(",")]
    return loaded


def _type(argument):
    """The ctypes of an argument such as 'const float* points'."""
    name, pointer = re.fullmatch(r"\s*(?:const )?(.+?)(\*?) \w+", argument).groups()
    return np.ctypeslib.ndpointer(TYPES[name], flags="C") if pointer else np.ctypeslib.as_ctypes_type(TYPES[name])


# Distances to the nearest white pixel, by SciPy's exact distance transform.

def distances_by_reference(references, image, most):
    """Squared distances of an image's pixels, `most` squared at most."""
    out = np.full(image.shape, 0xA5A5A5A5, dtype=np.uint32)
    references.bounded_distance(image, image.shape[1], image.shape[0], most, out)
    return out


def squared_by_scipy(image, most):
    """The same from SciPy: unbounded distances to the nearest zero of the inverse, squared and cut off."""
    if not image.any():
        return np.full(image.shape, most * most, dtype=np.uint32)
    exact = np.rint(ndimage.distance_transform_edt(image == 0) ** 2)
    return np.minimum(exact, most * most).astype(np.uint32)


@pytest.mark.parametrize("most", [1, 2, 15, 60, 255])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 700), (700, 1), (31, 33), (257, 263), (1024, 768)])
@pytest.mark.parametrize("share", [0, 0.0005, 0.01, 0.5, 1])
def test_agrees_with_scipy(references, width, height, most, share):
    random = np.random.default_rng(width * height + most)
    white = random.random((height, width)) < share
    image = (white * random.integers(1, 256, (height, width))).astype(np.uint8)
    np.testing.assert_array_equal(distances_by_reference(references, image, most), squared_by_scipy(image, most))


# Distances between points, by SciPy.

# Where the points lie. Far ones are the only ones whose differences float has to round.
PATTERNS = {
    "uniform": lambda random, n: random.random((n, 2), dtype=np.float32),
    "grid": lambda random, n: random.integers(0, 1024, (n, 2)).astype(np.float32),
    "coincident": lambda random, n: np.resize(random.random((2, 2), dtype=np.float32), (n, 2)),
    "far": lambda random, n: (random.random((n, 2), dtype=np.float32)
                              * random.choice([-2**20, -1, 1, 2**20], (n, 2)).astype(np.float32)),
}

def check(references, points, rows, first_row=0, roundings=1):
    """The mismatches in rows of the points' matrix from `first_row` on, the largest error and the first mismatch."""
    mismatches, max_error, first = np.zeros(1, np.uint64), np.zeros(1), np.zeros(1, np.uint64)
    references.check_edm(points, len(points), first_row, rows, len(rows), roundings, mismatches, max_error, first)
    return mismatches[0], max_error[0], first[0]


def some_points(pattern, n):
    return PATTERNS[pattern](np.random.default_rng(n), n)


def by_scipy(points):
    """The matrix in double, and rounded to float once."""
    exact = distance.cdist(points, points)
    return exact, exact.astype(np.float32)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("n", "first", "end"), [*((n, 0, n) for n in (1, 2, 33, 257, 1100)), (131, 40, 53)])
def test_accepts_rows_of_scipy(references, pattern, n, first, end):
    points = some_points(pattern, n)
    exact, rounded = by_scipy(points)
    mismatches, max_error, _ = check(references, points, rounded[first:end], first)
    assert mismatches == 0
    # Where SciPy's double is rounded another way than the reference's, the errors differ by that.
    assert max_error == pytest.approx(np.abs(rounded - exact)[first:end].max(), abs=1e-15 * exact.max())


@pytest.mark.parametrize("roundings", [1, 3])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_refuses_a_changed_element(references, pattern, roundings):
    """One unit in the last place more than the roundings allowed is too much: a rounding is less than a unit,
    and the element is half a unit off at most. Where the distance is 0, the smallest number is too much."""
    n = 1100
    points = some_points(pattern, n)
    rows = by_scipy(points)[1][100:110]
    for row, column in [(0, 0), (0, n - 1), (3, 1023), (3, 1024), (4, 104), (9, n - 1)]:
        changed = rows.copy()
        for _ in range(roundings + 1):
            changed[row, column] = np.nextafter(changed[row, column], np.float32(np.inf))
        mismatches, max_error, first = check(references, points, changed, 100, roundings)
        assert (mismatches, first) == (1, row * n + column)
        assert max_error >= changed[row, column] - rows[row, column] - np.spacing(rows[row, column])


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -1, 0])
def test_refuses_what_is_no_distance(references, wrong):
    points = some_points("uniform", 97)
    changed = by_scipy(points)[1]
    changed[5, 6] = changed[8, 9] = wrong
    mismatches, max_error, first = check(references, points, changed, roundings=3)
    assert (mismatches, first) == (2, 5 * 97 + 6)
    assert np.isinf(max_error) == (not np.isfinite(wrong))


def test_refuses_another_row(references):
    points = some_points("uniform", 97)
    assert check(references, points, by_scipy(points)[1][40:53], first_row=41)[0] > 13 * 90


# Volume, surface and projected surface, by NumPy.

def surface(heights):
    """The triangles' areas by cross products of their sides, each side in three dimensions."""
    y, x = np.mgrid[0:heights.shape[0], 0:heights.shape[1]]
    points = np.stack([x, y, heights.astype(np.float64)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, :-1], points[1:, 1:]
    return sum(np.linalg.norm(np.cross(left - corner, right - corner), axis=-1).sum() / 2
               for corner, left, right in [(a, b, c), (d, c, b)])


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 40), (40, 1), (2, 2), (31, 33), (700, 513)])
def test_agrees_with_numpy(references, width, height):
    heights = np.random.default_rng(width * height).normal(0.5, 3, (height, width)).astype(np.float32)
    found = [references.measure(heights, width, height, what) for what in range(3)]
    assert found[0] == pytest.approx(heights.sum(dtype=np.float64), rel=1e-9, abs=1e-9)
    assert found[1] == pytest.approx(surface(heights), rel=1e-12)
    assert found[2] == np.count_nonzero(heights > 0)
