"""OpenCV's distance transform from Python, on one thread: exact and unbounded, so the squares are cut off here."""

import rungs

LONGEST_EXACT_SIDE = 4096  # OpenCV squares coordinates in float, which holds integers up to the square of that


# Named apart from the C++ variant of the same call.
@rungs.variant("distance/peer/opencv_python_distance_transform", framework="numpy", libraries=("cv2",), returns="out",
               idea="cv2.distanceTransform, with the inversion before it and the cut-off after it")
def distance_transform(p):
    import numpy

    if max(p.width, p.height) > LONGEST_EXACT_SIDE:
        raise rungs.Unsupported(f"is exact for sides up to {LONGEST_EXACT_SIDE} pixels: squares are floats")
    if p.params["mask"] == "empty":
        raise rungs.Unsupported("has no nearest pixel to find in an empty mask")
    import cv2

    cv2.setNumThreads(1)
    limit = int(p.params["distance_max"]) ** 2
    image = p.input("image", "uint8", (p.height, p.width))

    def call():
        black = (image == 0).view(numpy.uint8)
        distance = cv2.distanceTransform(black, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
        return numpy.minimum(numpy.rint(distance * distance), limit).astype(numpy.uint32)
    return call
