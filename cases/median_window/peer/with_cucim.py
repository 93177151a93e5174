"""cuCIM's median filter. It filters the border too, which the case leaves alone and does not compare."""

import rungs


@rungs.variant("median_window/peer/cucim_median", framework="cupy", libraries=("cucim",), returns="filtered",
               border=lambda p: int(p.params["window"]) // 2,
               idea="cucim.skimage.filters.median: a histogram for large windows, a sort for others")
def median(p):
    import cupy
    from cucim.skimage import filters

    image = p.input("image", "uint" + p.params["bits"], (p.height, p.width))
    filtered = cupy.empty_like(image)
    window = (int(p.params["window"]),) * 2

    def call():
        filters.median(image, footprint=window, out=filtered)
        return filtered
    return call
