"""cuCIM's distance transform: exact and unbounded, so the squares are cut off here, inside the time."""

import rungs


@rungs.variant("distance/peer/cucim_distance_transform", framework="cupy", libraries=("cucim",), returns="out",
               idea="cuCIM's distance_transform_edt, with the inversion before it and the cut-off after it")
def distance_transform(p):
    import cupy

    if p.params["mask"] == "empty":
        raise rungs.Unsupported("has no nearest pixel to find in an empty mask")
    from cucim.core.operations.morphology import distance_transform_edt

    limit = int(p.params["distance_max"]) ** 2
    image = p.input("image", "uint8", (p.height, p.width))

    def call():
        # Roots of integers as float: squares below 2^24 are rounded to what they were.
        distance = distance_transform_edt(image == 0)
        return cupy.minimum(cupy.rint(distance * distance), limit).astype(cupy.uint32)
    return call
