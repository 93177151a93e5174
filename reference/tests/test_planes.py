"""Patterns that are repeated, and medians of images, by their definitions in NumPy and SciPy."""

import numpy as np
import pytest
from compiled_references import placement_of
from scipy import ndimage

pytest_plugins = ["compiled_references"]
THREADS = (0, 1, 3)  # 0: one per core; none changes a result


@pytest.mark.parametrize(("pattern", "width", "height"), [
    ((1, 1), 17, 5), ((3, 5), 1, 40), ((5, 3), 40, 1), ((7, 7), 7, 7), ((16, 16), 31, 33), ((89, 97), 61, 67),
    ((100, 1), 9, 250), ((1, 100), 250, 9), ((8, 32), 96, 64),
    # So large that bands are really cut, with bands shorter and longer than the pattern.
    ((97, 101), 1031, 2053), ((1500, 16), 4099, 1021), ((2, 3), 1, 1_500_000)])
def test_stitch(references, pattern, width, height):
    random = np.random.default_rng(7)
    repeater = random.integers(1, 2**24, pattern).astype(np.float32)
    expected = np.tile(repeater, (-(-height // pattern[0]), -(-width // pattern[1])))[:height, :width]
    mask = random.integers(0, 256, expected.shape, dtype=np.uint8) * random.integers(0, 2, expected.shape, np.uint8)
    for threads in THREADS:
        target, masked = np.full((2, *expected.shape), -1, np.float32)
        references.stitch(repeater, *pattern[::-1], target, width, height, threads)
        np.testing.assert_array_equal(target, expected)
        references.stitch_masked(repeater, *pattern[::-1], mask, masked, width, height, threads)
        np.testing.assert_array_equal(masked, np.where(mask, expected, -1))


def layers(repeater, u, v, width, height):
    """For each repetition that touches the target a plane, 0 where it covers nothing."""
    side, most = len(repeater), 2 * (width + height + 2 * len(repeater))
    for i in range(-most, most + 1):
        for j in range(-most, most + 1):
            left, top = i * u[0] + j * v[0], i * u[1] + j * v[1]
            if -side < left < width and -side < top < height:
                plane = np.zeros((height + 2 * side, width + 2 * side), np.float32)
                plane[top + side:top + 2 * side, left + side:left + 2 * side] = repeater
                yield plane[side:-side, side:-side]


def speckled(side):
    """Whole numbers from 1 to 999, about one in four replaced by 0."""
    random = np.random.default_rng(side)
    return (random.integers(1, 1000, (side, side)) * (random.random((side, side)) > 0.25)).astype(np.float32)


def filled(references, placement, threads, kind="uv_one_of"):
    target = np.full((placement.height, placement.width), np.nan, np.float32)
    getattr(references, kind)(placement, target, threads)
    return target


# All kinds of lattices: rectangular, oblique either way, negative vectors, either handedness, rows without points, a
# vector without x or without y, shorter and longer than the repeater.
@pytest.mark.parametrize(("side", "u", "v", "width", "height"), [
    (1, (1, 0), (0, 1), 1, 1), (5, (5, 0), (0, 5), 17, 13), (4, (9, 0), (0, 6), 31, 20), (10, (9, 2), (-1, 10), 37, 41),
    (10, (4, 1), (-1, 5), 29, 23), (7, (15, 2), (-2, 16), 50, 40), (3, (-2, 4), (6, 2), 19, 21),
    (6, (0, 4), (7, 0), 23, 18), (6, (3, -6), (-4, -2), 20, 22), (9, (2, 7), (3, 0), 1, 60), (9, (2, 7), (3, 0), 60, 1),
    (25, (6, 4), (-2, 8), 7, 5), (8, (97, 13), (-11, 103), 5, 4)])
def test_uv(references, side, u, v, width, height):
    repeater = speckled(side)
    placement = placement_of(repeater, u, v, width, height)
    planes = np.array(list(layers(repeater, u, v, width, height)) or [np.zeros((height, width), np.float32)])
    count, total = np.count_nonzero(planes, axis=0), planes.sum(axis=0)
    np.testing.assert_array_equal(filled(references, placement, 1, "uv_sum"), total)
    np.testing.assert_array_equal(filled(references, placement, 1, "uv_mean"),
                                  (total / np.maximum(count, 1).astype(np.float32)).astype(np.float32))
    least = np.where(count, np.where(planes, planes, np.inf).min(axis=0), 0).astype(np.float32)
    for allowed in (filled(references, placement, 1), planes.max(axis=0), least):
        assert ((planes == allowed) & (allowed > 0) | (count == 0) & (allowed == 0)).any(axis=0).all()
        assert references.uv_check_one_of(placement, np.ascontiguousarray(allowed), 1).count == 0
    wrong = count.size // 2
    for bad in (-1, 0.5, 5000, np.inf, np.nan, *[0] * bool(count.flat[wrong])):
        least.flat[wrong] = bad
        faults = references.uv_check_one_of(placement, least, 1)
        assert (faults.count, faults.first) == (1, wrong) and faults.max_error > 0
        assert np.isinf(faults.max_error) == (not np.isfinite(bad))


def test_uv_on_several_threads(references):
    """More than one piece a row, and bands that end within a row."""
    repeater = speckled(30)
    placement = placement_of(repeater, (9, 2), (-5, 31), 9001, 67)
    for kind in ("uv_mean", "uv_sum", "uv_one_of"):
        expected = filled(references, placement, 1, kind)
        for threads in THREADS:
            np.testing.assert_array_equal(filled(references, placement, threads, kind), expected)
    expected.flat[[400_001, 77, 250_000, 603_066]] = 1000.5
    for threads in THREADS:
        faults = references.uv_check_one_of(placement, expected, threads)
        assert (faults.count, faults.first) == (4, 77)


IMAGES = NOISE, GRADIENT, CHECKER, PHOTO, FLAT = range(5)


def drawn(references, kind, width, height, seed):
    image = np.zeros((height, width), np.uint8)
    references.draw_median_image(kind, image, width, seed)
    return image


def by_scipy(image, **window):
    """The medians of whole windows; around them what was there before."""
    reach = window.get("size", 3) // 2
    expected = np.full_like(image, 0xA5)
    inside = np.s_[reach:image.shape[0] - reach, reach:image.shape[1] - reach]
    expected[inside] = ndimage.median_filter(image, **window)[inside]
    return expected


def filtered(call, image, *words):
    output = np.full_like(image, 0xA5)
    call(image, *image.shape[::-1], *words[:-1], output, words[-1])
    return output


CROSS = ndimage.generate_binary_structure(2, 1)


@pytest.mark.parametrize("kind", IMAGES)
def test_medians(references, kind):
    for width, height in [(1, 1), (2, 9), (5, 5), (3, 40), (40, 3), (97, 31)]:
        image = drawn(references, kind, width, height, 11)
        for window in (3, 5, 7):
            np.testing.assert_array_equal(filtered(references.median_of_bytes, image, window, 1),
                                          by_scipy(image, size=window))
        np.testing.assert_array_equal(filtered(references.median_of_cross, image, 1), by_scipy(image, footprint=CROSS))
    image = drawn(references, kind, 61, 40, 13)
    words = image * np.uint16(256) + drawn(references, NOISE, 61, 40, 14)
    for window in range(3, 32, 2):
        for median, one in ((references.median_of_bytes, image), (references.median_of_words, words)):
            np.testing.assert_array_equal(filtered(median, one, window, 1), by_scipy(one, size=window))


@pytest.mark.parametrize(("width", "height"), [(3, 3), (2, 9), (5, 4), (64, 48)])
def test_a_repeated_median_filters_its_own_result_inside_the_images_border(references, width, height):
    before = image = drawn(references, NOISE, width, height, 9)
    for passes in range(1, 11):
        expected = by_scipy(before, size=3)
        np.testing.assert_array_equal(filtered(references.median_repeated, image, 3, passes, 1), expected)
        before = image.copy()
        before[1:-1, 1:-1] = expected[1:-1, 1:-1]


@pytest.mark.parametrize(("width", "height"), [(4099, 67), (331, 1021)])
def test_medians_on_several_threads(references, width, height):
    """Wider than a strip, and so large that bands are really cut."""
    image = drawn(references, PHOTO, width, height, 5)
    for window in (3, 11):
        for threads in THREADS:
            np.testing.assert_array_equal(filtered(references.median_of_bytes, image, window, threads),
                                          by_scipy(image, size=window))


@pytest.mark.parametrize(("kind", "values"), [(NOISE, 256), (GRADIENT, 256), (CHECKER, 2), (PHOTO, None), (FLAT, 1)])
def test_median_images(references, kind, values):
    images = [drawn(references, kind, 256, 256, seed) for seed in [*range(8), 0]]
    assert len({image.tobytes() for image in images}) == (2 if kind == CHECKER else 8), "they follow the seed"
    assert values in (None, len(np.unique(images[2])))
    if kind == PHOTO:  # one pixel in twenty is black or white, and a median removes nearly all of them
        specks = [np.isin(one, (0, 255)).mean() for one in (images[2], ndimage.median_filter(images[2], 5))]
        assert specks == pytest.approx([0.05, 0], abs=0.005)
