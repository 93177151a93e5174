"""The 3x3 median by a Triton program for each piece of a row: nine loads, then minima and maxima of vectors.

Compared with gpu/3x3_v1, bytes stay bytes, and the compiler decides how many pixels a thread filters. Nothing is shared
between neighbours: all nine loads come from the caches."""

import triton
import triton.language as tl

import rungs

COLUMNS = 512


@triton.jit
def kernel(filtered, image, width, height, columns: tl.constexpr):
    plane = tl.program_id(2).to(tl.int64) * height * width
    y = tl.program_id(0) + 1
    x = tl.program_id(1) * columns + tl.arange(0, columns) + 1
    inside = x < width - 1
    start = image + plane + (y - 1).to(tl.int64) * width + x - 1
    a = tl.load(start, mask=inside)
    b = tl.load(start + 1, mask=inside)
    c = tl.load(start + 2, mask=inside)
    d = tl.load(start + width, mask=inside)
    e = tl.load(start + width + 1, mask=inside)
    f = tl.load(start + width + 2, mask=inside)
    g = tl.load(start + 2 * width, mask=inside)
    h = tl.load(start + 2 * width + 1, mask=inside)
    i = tl.load(start + 2 * width + 2, mask=inside)
    # Rows are sorted, then columns: the median is that of the largest minimum, the median of the middles and the
    # smallest maximum.
    a, b = tl.minimum(a, b), tl.maximum(a, b)
    b, c = tl.minimum(b, c), tl.maximum(b, c)
    a, b = tl.minimum(a, b), tl.maximum(a, b)
    d, e = tl.minimum(d, e), tl.maximum(d, e)
    e, f = tl.minimum(e, f), tl.maximum(e, f)
    d, e = tl.minimum(d, e), tl.maximum(d, e)
    g, h = tl.minimum(g, h), tl.maximum(g, h)
    h, i = tl.minimum(h, i), tl.maximum(h, i)
    g, h = tl.minimum(g, h), tl.maximum(g, h)
    low = tl.maximum(tl.maximum(a, d), g)
    high = tl.minimum(tl.minimum(c, f), i)
    middle = tl.maximum(tl.minimum(b, e), tl.minimum(tl.maximum(b, e), h))
    median = tl.maximum(tl.minimum(low, middle), tl.minimum(tl.maximum(low, middle), high))
    tl.store(filtered + plane + y.to(tl.int64) * width + x, median, mask=inside)


@rungs.variant("median/triton/3x3_rows", framework="torch", libraries=("triton",), improves="gpu/3x3_v1",
               no_technique="another language, whose compiler chooses",
               idea="a Triton program per 512 pixels of a row, minima and maxima of vectors of bytes")
def rows_3x3(p):

    frames = int(p.params["frames"])
    if p.width < 3 or p.height < 3:
        return lambda: None
    image = p.input("image", "uint8", (frames, p.height, p.width))
    filtered = p.output("filtered", "uint8", (frames, p.height, p.width))
    grid = (p.height - 2, -(-(p.width - 2) // COLUMNS), frames)

    def call():
        kernel[grid](filtered, image, p.width, p.height, columns=COLUMNS)
    return call
