"""CuPy's distance transform: exact and unbounded, so the squares are cut off here, inside the time."""

import rungs


@rungs.variant("distance/peer/cupy_distance_transform", framework="cupy", returns="out",
               idea="cupyx.scipy.ndimage.distance_transform_edt, with the inversion before it and the cut-off after it")
def distance_transform(p):
    import cupy

    if p.params["mask"] == "empty":
        raise rungs.Unsupported("has no nearest pixel to find in an empty mask")
    from cupyx.scipy import ndimage

    limit = int(p.params["distance_max"]) ** 2
    image = p.input("image", "uint8", (p.height, p.width))

    def call():
        # The distances are roots of integers in double: their squares are less than a half off.
        distance = ndimage.distance_transform_edt(image == 0)
        return cupy.minimum(cupy.rint(distance * distance), limit).astype(cupy.uint32)
    return call
