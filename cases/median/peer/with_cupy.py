"""CuPy's median filter. It filters the border too, which the case leaves alone and does not compare."""

import rungs


def filtered(p, side):
    from cupyx.scipy import ndimage

    frames = int(p.params["frames"])
    image = p.input("image", "uint8", (frames, p.height, p.width))
    if frames == 1:
        image = image[0]
    size = (side, side) if frames == 1 else (1, side, side)
    return lambda: ndimage.median_filter(image, size=size).reshape(frames, p.height, p.width)


@rungs.variant("median/peer/cupy_median_filter_3x3", framework="cupy", returns="filtered", border=1,
               idea="cupyx.scipy.ndimage.median_filter, which filters the border too")
def median_3x3(p):
    return filtered(p, 3)


@rungs.variant("median/peer/cupy_median_filter_5x5", framework="cupy", returns="filtered", border=2, result=1,
               idea="cupyx.scipy.ndimage.median_filter, which filters the border too")
def median_5x5(p):
    return filtered(p, 5)
