"""OpenCV's calls for the cases, on the host and on one thread. Imports nothing of OpenCV: `lib.cv2` is the module."""

from typing import Any

import numpy as np

from rungs.baselines import reference
from rungs.baselines.registry import peer
from rungs.baselines.shared import BORDER_TOO, no_white_pixel, pattern, whole_patterns

LONGEST_EXACT_SIDE = 4096  # OpenCV squares coordinates in float, which holds whole numbers up to the square of that


def _median_blur(lib: Any, p: Any, inputs: Any, side: Any) -> Any:
    shape = (int(p.params["frames"]), p.height, p.width)
    images, filtered = lib.put(inputs["image"].reshape(shape)), lib.empty(shape, np.uint8)

    def call() -> Any:
        for image, target in zip(images, filtered):
            lib.cv2.medianBlur(image, side, dst=target)
        return filtered
    return call


@peer("opencv", "median", "median_blur_3x3", "cv2.medianBlur", result=reference.MEDIAN_3X3, border=1, note=BORDER_TOO)
def median_3x3(lib: Any, p: Any, inputs: Any) -> Any:
    return _median_blur(lib, p, inputs, 3)


@peer("opencv", "median", "median_blur_5x5", "cv2.medianBlur", result=reference.MEDIAN_5X5, border=2, note=BORDER_TOO)
def median_5x5(lib: Any, p: Any, inputs: Any) -> Any:
    return _median_blur(lib, p, inputs, 5)


def _inexact(p: Any) -> Any:
    if max(p.width, p.height) > LONGEST_EXACT_SIDE:
        return f"is exact up to sides of {LONGEST_EXACT_SIDE} pixels only: OpenCV squares coordinates in float"
    return no_white_pixel(p)


# Named apart from the C++ peer of the same call.
@peer("opencv", "distance", "python_distance_transform", "cv2.distanceTransform, exact and unbounded",
      result=reference.DISTANCE_SQUARED, refuse=_inexact,
      note="inversion before the transform, square and cut-off after it are in the time")
def distance_transform(lib: Any, p: Any, inputs: Any) -> Any:
    limit = int(p.params["distance_max"]) ** 2
    image = lib.put(inputs["image"].reshape(p.height, p.width))

    def call() -> Any:
        black = (image == 0).view(np.uint8)
        distance = lib.cv2.distanceTransform(black, lib.cv2.DIST_L2, lib.cv2.DIST_MASK_PRECISE)
        return np.minimum(np.rint(distance * distance), limit).astype(np.uint32)
    return call


@peer("opencv", "stitch", "repeat", "cv2.repeat to whole patterns, and a view of the part asked for",
      note="the result is a view of a plane of whole patterns")
def repeat(lib: Any, p: Any, inputs: Any) -> Any:
    repeater = lib.put(pattern(p, inputs))
    times = whole_patterns(p)
    return lambda: lib.cv2.repeat(repeater, *times)[:p.height, :p.width]
