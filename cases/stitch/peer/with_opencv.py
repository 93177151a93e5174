"""OpenCV's tiling, on one thread."""

import rungs


@rungs.variant("stitch/peer/opencv_repeat", framework="numpy", libraries=("cv2",), returns="target",
               idea="cv2.repeat to whole patterns, and a view of the part asked for")
def repeat(p):
    import cv2

    cv2.setNumThreads(1)
    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    times = (-(-p.height // rows), -(-p.width // columns))
    return lambda: cv2.repeat(repeater, *times)[:p.height, :p.width]
