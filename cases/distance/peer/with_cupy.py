"""The distance transforms of CuPy and cuCIM: exact and unbounded, so the squares are cut off here, inside the time."""

import rungs

IDEA = "distance_transform_edt, with the inversion before it and the cut-off after it"


def cut_off(p, transform):
    import cupy

    if p.params["mask"] == "empty":
        raise rungs.Unsupported("has no nearest pixel to find in an empty mask")
    limit = int(p.params["distance_max"]) ** 2
    image = p.input("image", "uint8", (p.height, p.width))

    def call():
        # Distances are roots of integers, CuPy's in double, cuCIM's in float: below 2^24 their squares are less than a
        # half off.
        distance = transform(image == 0)
        return cupy.minimum(cupy.rint(distance * distance), limit).astype(cupy.uint32)
    return call


@rungs.variant("distance/peer/cupy_distance_transform", framework="cupy", returns="out",
               idea=f"cupyx.scipy.ndimage.{IDEA}")
def of_cupy(p):
    from cupyx.scipy import ndimage

    return cut_off(p, ndimage.distance_transform_edt)


@rungs.variant("distance/peer/cucim_distance_transform", framework="cupy", libraries=("cucim",), returns="out",
               idea=f"cuCIM's {IDEA}")
def of_cucim(p):
    from cucim.core.operations.morphology import distance_transform_edt

    return cut_off(p, distance_transform_edt)
