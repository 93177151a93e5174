"""OpenCV's median filter, called from Python on one thread. It filters the border too, which is not compared."""

import rungs


def blurred(p, side):
    import cv2
    import numpy

    cv2.setNumThreads(1)
    images = p.input("image", "uint8", (int(p.params["frames"]), p.height, p.width))
    result = numpy.empty_like(images)

    def call():
        for image, target in zip(images, result):
            cv2.medianBlur(image, side, dst=target)
        return result
    return call


@rungs.variant("median/peer/opencv_median_blur_3x3", framework="numpy", libraries=("cv2",), returns="filtered",
               border=1, idea="cv2.medianBlur, which filters the border too")
def median_3x3(p):
    return blurred(p, 3)


@rungs.variant("median/peer/opencv_median_blur_5x5", framework="numpy", libraries=("cv2",), returns="filtered",
               border=2, result=1, idea="cv2.medianBlur, which filters the border too")
def median_5x5(p):
    return blurred(p, 5)
