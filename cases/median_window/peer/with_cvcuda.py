"""CV-CUDA's median filter. It filters the border too, which the case leaves alone and does not compare."""

import rungs


@rungs.variant("median_window/peer/cvcuda_median_blur", framework="cupy", libraries=("cvcuda",), returns="filtered",
               border=lambda p: int(p.params["window"]) // 2,
               idea="cvcuda.median_blur_into, with both tensors made before")
def median_blur(p):
    import cupy
    import cvcuda

    image = p.input("image", "uint" + p.params["bits"], (p.height, p.width))
    filtered = cupy.empty_like(image)
    source, target = (cvcuda.as_tensor(plane[..., None], "HWC") for plane in (image, filtered))
    window = (int(p.params["window"]),) * 2
    stream = cvcuda.as_stream(p.stream.ptr)

    def call():
        cvcuda.median_blur_into(target, source, window, stream=stream)
        return filtered
    return call
