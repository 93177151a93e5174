"""Dask: chunks of the tile's size, with map_overlap where a node needs surroundings, on the threads' scheduler.

The chunks' pixels are computed by the nodes' own functions of the host (cases/pipeline/nodes/nodes.h), which Python's
lock does not hold up. Dask computes all chunks in one go, each once; rows of chunks go out in order.
"""

import contextlib
import ctypes
import os
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rungs

CPUS = os.sched_getaffinity(0)  # before the harness keeps the thread that calls variants on one of them
POINTER = ctypes.c_void_p
#: {function: (result, arguments)}
FUNCTIONS = {
    "rungs_pipeline_error": (ctypes.c_char_p, []),
    "rungs_pipeline_open": (POINTER, [ctypes.c_uint32, ctypes.c_uint32, ctypes.c_char_p, POINTER]),
    "rungs_pipeline_close": (None, [POINTER]),
    "rungs_pipeline_nodes": (ctypes.c_char_p, [POINTER]),
    "rungs_pipeline_fill": (ctypes.c_int, [POINTER, *[ctypes.c_uint32] * 5, POINTER, POINTER]),
    "rungs_pipeline_begin": (ctypes.c_int, [POINTER, POINTER]),
    "rungs_pipeline_take": (ctypes.c_int, [POINTER, POINTER, ctypes.c_size_t]),
    "rungs_pipeline_finish": (ctypes.c_int, [POINTER, POINTER, POINTER]),
}


class Plane(ctypes.Structure):
    """RungsPlane."""

    _fields_ = [("pixels", POINTER), ("pitch", ctypes.c_size_t)]


@contextlib.contextmanager
def on_all_cpus():
    """The calling thread, and threads that it starts, may run on all CPUs of the program."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CPUS)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def check(library, result):
    """Raises RuntimeError with what the library says if a call failed; returns its result."""
    if not result:
        raise RuntimeError(library.rungs_pipeline_error().decode())
    return result


class Nodes:
    """The nodes of a problem's tree as arrays of Dask."""

    def __init__(self, p):
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(p.c_api, name)
            function.restype, function.argtypes = result, arguments
        self.c_api = p.c_api
        params = ";".join(f"{name}={value}" for name, value in p.params.items())
        seeds = p.input("seeds", "uint32", (4,))
        self.handle = check(p.c_api, p.c_api.rungs_pipeline_open(p.width, p.height, params.encode(),
                                                                     seeds.ctypes.data))
        self.close = weakref.finalize(self, p.c_api.rungs_pipeline_close, self.handle)
        self.lines = p.c_api.rungs_pipeline_nodes(self.handle).decode().splitlines()
        self.tile = int(p.params["tile"])

    def array(self, number=-1):
        """The node of a line, by default the root; its chunks are squares of the tile's side, or of the halo's."""
        import dask.array as da
        from dask.array.overlap import ensure_minimum_chunksize

        number %= len(self.lines)
        width, height, size, *children = self.lines[number].split("\t")
        shape, dtype = (int(height), int(width)), np.dtype(f"u{size}")
        children = [tuple(map(int, child.split(","))) for child in children]
        halos = [halo for *_, halo in children]
        sides = da.core.normalize_chunks((self.tile, self.tile), shape, dtype=dtype)
        try:
            chunks = tuple(ensure_minimum_chunksize(max(halos, default=0), side) for side in sides)
        except ValueError as error:
            raise rungs.Unsupported(f"Dask: {error}") from None
        arrays = [placed(self.array(child), x, y, shape, chunks) for child, x, y, _ in children]
        starts = [np.cumsum((0, *side)) for side in chunks]

        def fill(*planes, block_id):
            row, column = block_id
            out = np.empty((chunks[0][row], chunks[1][column]), dtype)
            self.fill(number, int(starts[1][column]), int(starts[0][row]), out, planes)
            return out

        how = {"chunks": chunks, "dtype": dtype, "meta": np.empty((0, 0), dtype)}
        if any(halos):
            return da.map_overlap(fill, *arrays, depth=list(halos), boundary=[0] * len(halos), trim=False, **how)
        return da.map_blocks(fill, *arrays, **how)

    def fill(self, number, x, y, out, planes):
        """Computes a chunk of a node from the children's planes."""
        # A chunk that is padding alone is one pixel with steps of 0.
        planes = [plane if plane.strides[1] == plane.itemsize else np.ascontiguousarray(plane) for plane in planes]
        given = (Plane * len(planes))()
        for to, plane in zip(given, planes):
            to.pixels, to.pitch = plane.ctypes.data, plane.strides[0] // plane.itemsize
        height, width = out.shape
        check(self.c_api, self.c_api.rungs_pipeline_fill(self.handle, number, x, y, width, height,
                                                             out.ctypes.data, given))


def placed(array, x, y, shape, chunks):
    """An array as its parent sees it: its first pixel at (x, y), 0 where it has none."""
    import dask.array as da

    if (x, y) == (0, 0) and array.shape == shape:
        return array.rechunk(chunks)
    spans = [(max(-at, 0), max(min(side, whole - at), 0), max(at, 0))
             for at, side, whole in zip((y, x), array.shape, shape)]
    inside = array[tuple(slice(first, last) for first, last, _ in spans)]
    margins = [(before, whole - before - (last - first)) for (first, last, before), whole in zip(spans, shape)]
    return da.pad(inside, margins, constant_values=0).rechunk(chunks)


class Stream:
    """What chunks are stored to: collects rows of chunks, and hands them on in order, one thread at a time."""

    def __init__(self, nodes, shape):
        self.nodes, self.shape = nodes, shape
        self.counting, self.handing_on = threading.Lock(), threading.Lock()
        self.strips, self.next = {}, 0  # {first row: [pixels, how many of them are missing]}

    def __setitem__(self, where, chunk):
        rows, columns = where
        with self.counting:
            strip = self.strips.get(rows.start)
            if strip is None:
                pixels = np.empty((chunk.shape[0], self.shape[1]), chunk.dtype)
                strip = self.strips[rows.start] = [pixels, pixels.size]
        strip[0][:, columns] = chunk
        with self.counting:
            strip[1] -= chunk.size
        while self.is_complete() and self.handing_on.acquire(blocking=False):
            try:
                while self.is_complete():
                    self.hand_on()
            finally:
                self.handing_on.release()

    def is_complete(self):
        """Whether all pixels of the next rows are there."""
        strip = self.strips.get(self.next)
        return strip is not None and strip[1] == 0

    def hand_on(self):
        pixels, _ = self.strips.pop(self.next)
        library = self.nodes.c_api
        check(library, library.rungs_pipeline_take(self.nodes.handle, pixels.ctypes.data, pixels.nbytes))
        self.next += len(pixels)


@rungs.variant("pipeline/peer/dask", framework="numpy", libraries=("dask",), all_cores=True,
               idea="Dask: chunks with map_overlap, on the threads' scheduler")
def dask(p):
    import dask
    import dask.array as da

    nodes = Nodes(p)
    image = nodes.array()
    digest, samples = (p.output(name, "uint8", (p.output_bytes(name),)) for name in ("digest", "samples"))
    figures = p.output("figures", "float64", (p.output_bytes("figures") // 8,))
    pool = ThreadPoolExecutor(len(CPUS))

    def call():
        library = nodes.c_api
        with on_all_cpus(), dask.config.set(scheduler="threads", pool=pool):
            check(library, library.rungs_pipeline_begin(nodes.handle, samples.ctypes.data))
            da.store(image, Stream(nodes, image.shape), lock=False)
            check(library, library.rungs_pipeline_finish(nodes.handle, digest.ctypes.data, figures.ctypes.data))
    return call
