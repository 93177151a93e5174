"""OpenCV's tiling, on one thread."""

import rungs


@rungs.variant("stitch/peer/opencv_repeat", framework="numpy", libraries=("cv2",), returns="target",
               idea="cv2.repeat to whole patterns, and a view of the part asked for")
def repeat(p):
    import cv2

    cv2.setNumThreads(1)
    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    times = (-(-p.height // side), -(-p.width // side))
    return lambda: cv2.repeat(repeater, *times)[:p.height, :p.width]
