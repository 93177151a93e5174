"""median_expected.csv, which the reference's own test reads, against NumPy, SciPy and OpenCV."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import ndimage

EXPECTED = Path(__file__).parent / "median_expected.csv"


@pytest.fixture(scope="module")
def planes():
    """The image and what is expected of either window; -1 on the border, which is not filtered."""
    table = pd.read_csv(EXPECTED).fillna(-1).astype(int)
    width = 1 + table["x"].max()
    assert list(table["y"] * width + table["x"]) == list(range(len(table)))
    return {name: table[name].to_numpy().reshape(-1, width) for name in table.columns[2:]}


def inner(plane, window):
    border = window // 2
    return plane[border:-border, border:-border]


@pytest.mark.parametrize(("name", "window"), [("median3", 3), ("median5", 5), ("cross5", 3), ("ten3", 3)])
def test_border_is_not_filtered(planes, name, window):
    plane = planes[name]
    assert (inner(plane, window) >= 0).all()
    assert (plane < 0).sum() == plane.size - inner(plane, window).size


@pytest.mark.parametrize("window", [3, 5])
def test_numpy_and_scipy_agree(planes, window):
    squares = np.lib.stride_tricks.sliding_window_view(planes["pixel"], (window, window))
    for filtered in (np.median(squares, axis=(2, 3)), inner(ndimage.median_filter(planes["pixel"], window), window)):
        assert (filtered == inner(planes[f"median{window}"], window)).all()


def test_scipy_agrees_of_a_cross_and_of_ten_filters(planes):
    cross = ndimage.median_filter(planes["pixel"], footprint=ndimage.generate_binary_structure(2, 1))
    assert (inner(cross, 3) == inner(planes["cross5"], 3)).all()
    plane = planes["pixel"].copy()  # its border stays the image's
    for _ in range(10):
        inner(plane, 3)[:] = inner(ndimage.median_filter(plane, 3), 3)
    assert (inner(plane, 3) == inner(planes["ten3"], 3)).all()


@pytest.mark.parametrize("window", [3, 5])
def test_opencv_agrees(planes, window):
    cv2 = pytest.importorskip("cv2")
    filtered = cv2.medianBlur(planes["pixel"].astype(np.uint8), window)
    assert (inner(filtered, window) == inner(planes[f"median{window}"], window)).all()
