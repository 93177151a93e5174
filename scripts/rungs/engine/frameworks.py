"""The frameworks that variants use: arrays over memory of the harness, and work on its stream.

A framework is imported when a variant of it is prepared; nothing is imported here."""

import ctypes
import functools
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import metadata
from typing import Any

from rungs.data.errors import LibraryMissing, Unsupported, one_line
from rungs.data.libraries import import_library

GARBAGE = 90  # what a returned array is overwritten with


class DeviceMemory:
    """Memory of a GPU that others own, for frameworks that read the CUDA array interface."""

    def __init__(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> None:
        self.__cuda_array_interface__ = {"shape": shape, "typestr": dtype.str, "data": (pointer, False), "version": 3}


class Framework:
    """What the engine needs of a framework. `package` is imported by the constructor; raises Unsupported without it."""

    package = ""
    backend = "cuda"

    def __init__(self) -> None:
        try:
            self.module = import_library(self.package)
        except LibraryMissing as error:
            raise Unsupported(f"the Python package {self.package} {error}") from None

    def array(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> Any:
        """An array over memory that the harness owns."""
        raise NotImplementedError

    def stream(self, handle: int) -> Any:
        """The harness's stream as the framework's own object."""
        return self.module.cuda.ExternalStream(handle)

    def current(self, stream: Any) -> AbstractContextManager:
        """A context; work that is queued inside goes to this stream, of a framework that has a current one."""
        return nullcontext()

    def copy(self, to: Any, values: Any) -> None:
        """Copies an array to another of the same shape and type, on the current stream."""
        to[...] = values

    def spoil(self, values: Any) -> None:
        """Overwrites an array that a variant returned, so that one that returns it again without work is found."""
        values.fill(GARBAGE)

    def address(self, values: Any) -> int:
        """Where the first element of an array lies."""
        return values.__cuda_array_interface__["data"][0]


class NumPy(Framework):
    package, backend = "numpy", "host"

    def address(self, values: Any) -> int:
        return values.__array_interface__["data"][0]

    def array(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> Any:
        count = int(self.module.prod(shape, dtype="int64")) * dtype.itemsize
        memory = (ctypes.c_uint8 * count).from_address(pointer)
        return self.module.frombuffer(memory, dtype=dtype).reshape(shape)

    def stream(self, handle: int) -> Any:
        return None


class CuPy(Framework):
    package = "cupy"

    def array(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> Any:
        return self.module.asarray(DeviceMemory(pointer, dtype, shape))

    def current(self, stream: Any) -> AbstractContextManager:
        return stream


class Torch(Framework):
    package = "torch"

    def __init__(self) -> None:
        super().__init__()
        if not self.module.backends.cuda.is_built():
            raise Unsupported("the Python package torch was built without CUDA")

    def array(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> Any:
        return self.module.as_tensor(DeviceMemory(pointer, dtype, shape), device="cuda")

    def current(self, stream: Any) -> AbstractContextManager:
        return self.module.cuda.stream(stream)

    def copy(self, to: Any, values: Any) -> None:
        to.copy_(values)

    def spoil(self, values: Any) -> None:
        values.fill_(GARBAGE)


class Numba(Framework):
    """Kernels are launched on `problem.stream`: Numba has no current stream."""

    package = "numba.cuda"

    def array(self, pointer: int, dtype: Any, shape: tuple[int, ...]) -> Any:
        return self.module.as_cuda_array(DeviceMemory(pointer, dtype, shape))

    def stream(self, handle: int) -> Any:
        return self.module.external_stream(handle)

    def copy(self, to: Any, values: Any) -> None:
        raise Unsupported("a variant of framework numba writes to the outputs itself; `returns` is for others")


FRAMEWORKS: dict[str, type[Framework]] = {"numpy": NumPy, "cupy": CuPy, "torch": Torch, "numba": Numba}
_distributions = functools.cache(metadata.packages_distributions)


def versions(packages: tuple[str, ...]) -> str:
    """'torch 2.9.1, triton 3.5.0': packages as they are imported; a missing one has no version."""
    plain = dict.fromkeys(name.partition(".")[0] for name in packages)
    return ", ".join(f"{package} {metadata.version(names[0])}" if (names := _distributions().get(package)) else package
                     for package in plain)


def torch_compiled(function: Callable, *arguments: Any) -> Callable[[], Any]:
    """`function` of `arguments` through torch.compile, as one kernel for their shapes; Unsupported if that fails.

    Without `fullgraph`, a part that is not compiled would run uncompiled without a word."""
    torch = Torch().module
    try:
        torch.compiler.reset()  # after eight shapes of one function it is no longer compiled, without a word
        fast = torch.compile(function, fullgraph=True, dynamic=False)
        fast(*arguments)
    except Exception as error:
        if type(error).__name__ == "OutOfMemoryError":
            raise
        raise Unsupported(f"torch.compile cannot be used here: {one_line(error)}") from None
    return lambda: fast(*arguments)
