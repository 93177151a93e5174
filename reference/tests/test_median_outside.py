"""median_expected.csv, which the reference's own test reads, against NumPy, SciPy and OpenCV."""

import csv
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

EXPECTED = Path(__file__).parent / "median_expected.csv"


@pytest.fixture(scope="module")
def planes():
    """The image and what is expected of either window; -1 on the border, which is not filtered."""
    with open(EXPECTED, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    width = 1 + max(int(row["x"]) for row in rows)
    assert [int(row["y"]) * width + int(row["x"]) for row in rows] == list(range(len(rows)))
    return {name: np.array([int(row[name] or -1) for row in rows]).reshape(-1, width)
            for name in ("pixel", "median3", "median5")}


def inner(plane, window):
    border = window // 2
    return plane[border:-border, border:-border]


@pytest.mark.parametrize("window", [3, 5])
def test_border_is_not_filtered(planes, window):
    plane = planes[f"median{window}"]
    assert (inner(plane, window) >= 0).all()
    assert (plane < 0).sum() == plane.size - inner(plane, window).size


@pytest.mark.parametrize("window", [3, 5])
def test_numpy_agrees(planes, window):
    squares = np.lib.stride_tricks.sliding_window_view(planes["pixel"], (window, window))
    assert (np.median(squares, axis=(2, 3)) == inner(planes[f"median{window}"], window)).all()


@pytest.mark.parametrize("window", [3, 5])
def test_scipy_agrees(planes, window):
    ndimage = pytest.importorskip("scipy.ndimage")
    filtered = ndimage.median_filter(planes["pixel"], window)
    assert (inner(filtered, window) == inner(planes[f"median{window}"], window)).all()


@pytest.mark.parametrize("window", [3, 5])
def test_opencv_agrees(planes, window):
    cv2 = pytest.importorskip("cv2")
    filtered = cv2.medianBlur(planes["pixel"].astype(np.uint8), window)
    assert (inner(filtered, window) == inner(planes[f"median{window}"], window)).all()
