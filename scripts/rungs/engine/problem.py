"""The problem that a variant in Python gets: its sides, parameters, inputs and outputs."""

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np

from rungs.data.errors import BadUsage
from rungs.data.records import split_params
from rungs.engine.frameworks import Framework


@dataclass(frozen=True)
class Buffer:
    """A buffer of a case, and where it lies during a row."""

    name: str
    is_input: bool
    bytes: int
    pointer: int


class Problem:
    """One problem of a case, as the harness runs it.

    `sides` are its named sides, {"width": 1920, "height": 1080}, which are attributes too; `params` its parameters as
    text, {"repeater": "100"}; `stream` the harness's stream, an object of the framework (None on the host)."""

    def __init__(self, sides: dict[str, int], params: dict[str, str], buffers: list[Buffer], framework: Framework,
                 stream: Any) -> None:
        self.sides, self.params, self.stream = sides, params, stream
        self._buffers, self._framework = {buffer.name: buffer for buffer in buffers}, framework

    def __getattr__(self, name: str) -> int:
        try:
            return self.__dict__["sides"][name]
        except KeyError:
            raise AttributeError(f"a problem of this case has no {name}; its sides are "
                                 f"{', '.join(self.__dict__.get('sides', ()))}") from None

    def pair(self, name: str) -> tuple[int, int]:
        """Both numbers of a parameter such as '100x64'; of '100', which stands for '100x100', twice the one."""
        first, _, second = self.params[name].partition("x")
        return int(first), int(second or first)

    def input(self, name: str, dtype: Any, shape: tuple[int, ...]) -> Any:
        """An input as an array of the framework, not to be written. Raises BadUsage for a wrong name or size."""
        return self._array(name, dtype, shape, True)

    def output(self, name: str, dtype: Any, shape: tuple[int, ...]) -> Any:
        """An output as an array of the framework; it holds garbage before each launch."""
        return self._array(name, dtype, shape, False)

    def buffer_at(self, address: int) -> str:
        """The name of the buffer that an address lies in; "" if it lies in none."""
        inside = (one.name for one in self._buffers.values() if one.pointer <= address < one.pointer + one.bytes)
        return next(inside, "")

    def _array(self, name: str, dtype: Any, shape: tuple[int, ...], is_input: bool) -> Any:
        found, kind = self._buffers.get(name), np.dtype(dtype)
        if found is None or found.is_input != is_input:
            there = ", ".join(one.name for one in self._buffers.values() if one.is_input == is_input)
            raise BadUsage(f"the case has no {'input' if is_input else 'output'} '{name}'; expected {there}")
        wanted = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
        if wanted != found.bytes:
            raise BadUsage(f"'{name}' has {found.bytes} bytes; {kind.name} of shape {tuple(shape)} would be {wanted}")
        return self._framework.array(found.pointer, kind, tuple(shape))


def read(library: ctypes.CDLL, call: Any, names: list[str], framework: Framework) -> Problem:
    """The Problem of a call; `names` are those of the case's sides."""
    problem = call.problem
    numbers = map(int, library.rungs_size(problem).decode().split("x"))
    params = split_params(library.rungs_params(problem).decode())
    lines = (line.split("\t") for line in library.rungs_buffers(problem).decode().splitlines())
    buffers = [Buffer(name, role == "input", int(size), pointer or 0)
               for pointer, (name, role, size, *_) in zip(call.buffers[:call.count], lines)]
    return Problem(dict(zip(names, numbers)), params, buffers, framework, framework.stream(call.stream or 0))
