"""Distances to white pixels, their masks and profiles, and distances between points, by SciPy and NumPy."""

import numpy as np
import pytest
from scipy import ndimage
from scipy.spatial import distance

pytest_plugins = ["compiled_references"]
THREADS = (0, 1, 3)  # 0: one per core; none changes a result


def squared_by_scipy(image, most):
    """Squared distances to the nearest white pixel, `most` squared at most."""
    if not image.any():
        return np.full(image.shape, most * most, dtype=np.uint32)
    exact = np.rint(ndimage.distance_transform_edt(image == 0) ** 2)
    return np.minimum(exact, most * most).astype(np.uint32)


@pytest.mark.parametrize("most", [1, 15, 255])
@pytest.mark.parametrize("share", [0, 0.0005, 0.5, 1])
def test_distances_to_white_pixels_and_their_profile(references, most, share):
    sizes = [(1, 1), (1, 700), (700, 1), (31, 33), (257, 263)]
    if most < 255:  # bands are really cut, and one is wider than what is combined at a time
        sizes += [(701, 803), (5003, 301), (97, 2111)]
    for width, height in sizes:
        random = np.random.default_rng(width * height + most)
        white = random.random((height, width)) < share
        image = (white * random.integers(1, 256, (height, width))).astype(np.uint8)
        table = random.random(most * most + 1, dtype=np.float32)
        expected = squared_by_scipy(image, most)
        for threads in THREADS:
            out, z = np.full(image.shape, 0xA5A5A5A5, dtype=np.uint32), np.full(image.shape, -1, dtype=np.float32)
            references.bounded_distance(image, width, height, most, out, threads)
            np.testing.assert_array_equal(out, expected)
            references.distance_profile(image, width, height, most, table, z, threads)
            np.testing.assert_array_equal(z, table[expected])


BLOBS, NOISE_1, NOISE_50, EDGE, EMPTY, FULL, SINGLE = range(7)


def painted(references, mask, width=1020, height=1030, seed=1, threads=0):
    image = np.full((height, width), 0xA5, np.uint8)
    references.paint_mask(image, width, mask, seed, threads)
    return image


@pytest.mark.parametrize(("mask", "share", "within"), [
    (BLOBS, 0.5, 0.05), (NOISE_1, 0.01, 0.001), (NOISE_50, 0.5, 0.005), (EDGE, 0.5, 0), (EMPTY, 0, 0), (FULL, 1, 0),
    (SINGLE, 1 / 1020 / 1030, 1e-12)])
def test_masks_have_the_share_of_white_that_their_names_say(references, mask, share, within):
    image = painted(references, mask)
    assert np.count_nonzero(image) / image.size == pytest.approx(share, abs=within)
    assert mask in (EMPTY, SINGLE) or len(np.unique(image)) >= 255, "every value that counts as white"
    for threads in (1, 3, 5):
        np.testing.assert_array_equal(painted(references, mask, threads=threads), image)
    assert mask == EMPTY or not np.array_equal(painted(references, mask, seed=2), image)


def table_of(references, profile, most, seed=3):
    table = np.full(most * most + 1, -1, np.float32)
    references.fill_profile(table, most, ["random", "bevel", "step", "dome"].index(profile), seed)
    return table


@pytest.mark.parametrize("most", [1, 2, 7, 15, 255])
def test_profiles(references, most):
    d = np.sqrt(np.arange(most * most + 1))
    for profile, heights in {"bevel": d, "step": np.floor(4 * d / most) * most / 4,
                             "dome": np.sqrt(most**2 - (most - d) ** 2)}.items():
        assert table_of(references, profile, most) == pytest.approx(heights, rel=1e-6, abs=1e-6)
        np.testing.assert_array_equal(table_of(references, profile, most, 4), table_of(references, profile, most))
    table = table_of(references, "random", most)
    assert np.diff(table).all() and not np.array_equal(table, table_of(references, "random", most, 4))


# Where the points lie. Far ones are the only ones whose differences float has to round.
PATTERNS = {
    "uniform": lambda random, n: random.random((n, 2), dtype=np.float32),
    "grid": lambda random, n: random.integers(0, 1024, (n, 2)).astype(np.float32),
    "coincident": lambda random, n: np.resize(random.random((2, 2), dtype=np.float32), (n, 2)),
    "far": lambda random, n: (random.random((n, 2), dtype=np.float32)
                              * random.choice([-2**20, -1, 1, 2**20], (n, 2)).astype(np.float32))}


def some_points(pattern, n):
    return PATTERNS[pattern](np.random.default_rng(n), n)


def by_scipy(points, columns=None):
    """The matrix in double, and rounded to float once."""
    exact = distance.cdist(points, points if columns is None else columns)
    return exact, exact.astype(np.float32)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("n", "first", "end"), [*((n, 0, n) for n in (1, 2, 33, 257, 1500)), (131, 40, 53)])
def test_rows_of_scipy_are_right(references, pattern, n, first, end):
    points, columns = some_points(pattern, n), some_points(pattern, n + 1)
    exact, rounded = by_scipy(points, columns)
    for threads in THREADS:
        found = references.check_edm(points, columns, first, rounded[first:end], 1, threads)
        assert found.mismatches == 0
        # Where SciPy's double is rounded another way than the reference's, the errors differ by that.
        assert found.max_error == pytest.approx(np.abs(rounded - exact)[first:end].max(), abs=1e-15 * exact.max())
    if n > 2 and pattern != "coincident":
        assert references.check_edm(points, columns, first + 1, rounded[first:end - 1], 1, 0).mismatches > n / 2


@pytest.mark.parametrize("roundings", [1, 3])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_changed_element_is_found(references, pattern, roundings):
    """One unit in the last place more than the roundings allowed is too much: a rounding is less than a unit,
    and the element is half a unit off at most. Where the distance is 0, the smallest number is too much."""
    n = 1100
    points = some_points(pattern, n)
    rows = by_scipy(points)[1][100:110]
    for row, column in [(0, 0), (0, n - 1), (3, 1023), (3, 1024), (4, 104), (9, n - 1)]:
        changed = rows.copy()
        for _ in range(roundings + 1):
            changed[row, column] = np.nextafter(changed[row, column], np.float32(np.inf))
        found = references.check_edm(points, points, 100, changed, roundings, 0)
        assert (found.mismatches, found.first) == (1, row * n + column)
        assert found.max_error >= changed[row, column] - rows[row, column] - np.spacing(rows[row, column])


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -1, 0])
def test_what_is_no_distance_is_found(references, wrong):
    points = some_points("uniform", 997)
    changed = by_scipy(points)[1]
    changed[5, 6] = changed[8, 9] = wrong
    for threads in THREADS:
        found = references.check_edm(points, points, 0, changed, 3, threads)
        assert (found.mismatches, found.first) == (2, 5 * 997 + 6)
        assert np.isinf(found.max_error) == (not np.isfinite(wrong))


def test_float_arithmetic_has_three_roundings(references):
    points = some_points("far", 300)
    dx, dy = (points[:, None, side] - points[None, :, side] for side in (0, 1))
    rows = np.sqrt(dx * dx + dy * dy)
    assert rows.dtype == np.float32 and references.check_edm(points, points, 0, rows, 3, 0).mismatches == 0
    assert references.check_edm(points, points, 0, rows, 1, 0).mismatches > 0


@pytest.mark.parametrize("scale", [2**-20, 2**-10, 1, 1000, 2**17])
def test_the_nearest_half_is_right_and_the_next_but_one_is_not(references, scale):
    points = some_points("uniform", 40) * np.float32(scale)
    with np.errstate(over="ignore"):
        halves = by_scipy(points)[0].astype(np.float16).view(np.uint16)
    assert references.check_edm_half(points, points, 0, halves, 0).mismatches == 0
    for step in (-2, 2):  # a unit in the last place beyond the nearest half
        inside = (halves > 2) & (halves < 0x7BFE)
        changed = np.where(inside, halves.astype(int) + step, halves).astype(np.uint16)
        assert references.check_edm_half(points, points, 0, changed, 0).mismatches == np.count_nonzero(inside) > 300


@pytest.mark.parametrize(("row", "wrong"), [
    ([0, 0, 0x7BFF, 0x7C00, 0x7C00], []), ([0, 0x8000, 0x7BFF, 0x7BFF, 0x7C00], []),
    ([0, 1, 0x7BFF, 0x7C00, 0x7C00], [1]), ([0, 0, 0x7C00, 0x7C00, 0x7C00], [2]),
    ([0, 0, 0x7BFF, 0x7C00, 0x7BFF], [4]), ([0, 0, 0x7BFF, 0x7C01, 0x7C00], [3])])
def test_zero_is_for_zero_and_infinity_for_what_no_half_holds(references, row, wrong):
    points = np.array([0, 0, 0, 0, 65519, 0, 65520, 0, 1e6, 0], np.float32)
    found = references.check_edm_half(points, points, 0, np.array(row, np.uint16), 0)
    assert [found.first] * found.mismatches == wrong
