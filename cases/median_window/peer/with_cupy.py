"""CuPy's median filter. It filters the border too, which the case leaves alone and does not compare."""

import rungs


@rungs.variant("median_window/peer/cupy_median_filter", framework="cupy", returns="filtered",
               border=lambda p: int(p.params["window"]) // 2,
               idea="cupyx.scipy.ndimage.median_filter, which filters the border too")
def median_filter(p):
    from cupyx.scipy import ndimage

    image = p.input("image", "uint" + p.params["bits"], (p.height, p.width))
    return lambda: ndimage.median_filter(image, size=int(p.params["window"]))
