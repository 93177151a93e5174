"""One peer on one problem, ready to be called and judged: its memory, and what the reference says of its result."""

from typing import Any

import numpy as np

from rungs.baselines import facts
from rungs.baselines.reference import BLOCK_BYTES, Comparison
from rungs.data.errors import Unsupported

COPIES = 4  # of each buffer that the host holds at a time: as made, as placed, as got back, as expected


class Data:
    """Inputs of a problem under a seed, {name: bytes}, and the expected outputs of each kind of result asked for."""

    def __init__(self, problem: Any, seed: Any) -> None:
        """Raises Unsupported where the host has not the memory."""
        kept = [buffer.bytes for buffer in problem.buffers if buffer.is_input or not problem.checks_blocks]
        needed, free = COPIES * sum(kept), facts.free_bytes()
        if needed > free:
            raise Unsupported(f"needs {needed} bytes of host memory; {free} are free")
        self.problem, self.seed = problem, seed
        self.inputs = problem.inputs(seed)
        self._expected = {}

    def expected(self, result: Any) -> Any:
        if result not in self._expected:
            self._expected[result] = self.problem.expected(self.inputs, result)
        return self._expected[result]


class LastData:
    """The Data of the problem that was asked for last: two of the largest need not fit in memory."""

    def __init__(self, seed: Any) -> None:
        self._seed = seed
        self._data: Data | None = None

    def of(self, problem: Any) -> Any:
        if self._data is None or self._data.problem is not problem:
            self._data = None
            self._data = Data(problem, self._seed)
        return self._data


class Lib:
    """What a peer's setup is given: `put`, `empty`, and the library's modules by name (`lib.cupy`, `lib.torch`)."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._inputs, self._outputs = [], []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def put(self, array: Any) -> Any:
        """Uploads an input; it is found unchanged at the end, or the peer is incorrect."""
        host = np.array(array, order="C")  # a device may share memory with what it was given
        placed = self._device.put(host.copy())
        self._inputs.append((placed, host))
        return placed

    def empty(self, shape: Any, dtype: Any) -> Any:
        """An output, which holds garbage before each check: NaN, or bytes of 0xA5."""
        dtype = np.dtype(dtype)
        byte = 0xFF if dtype.kind == "f" else 0xA5
        count = int(np.prod(shape, dtype=np.int64))
        garbage = np.full(count * dtype.itemsize, byte, np.uint8).view(dtype).reshape(shape)
        placed = self._device.put(garbage)
        self._outputs.append((placed, garbage))
        return placed

    def poison(self) -> None:
        for placed, garbage in self._outputs:
            self._device.overwrite(placed, garbage)

    def inputs_changed(self) -> Any:
        return any(self._device.get(placed).tobytes() != host.tobytes() for placed, host in self._inputs)


class Rung:
    """A peer that is set up on a device. Its calls may raise whatever its library raises."""

    def __init__(self, peer: Any, data: Any, device: Any) -> None:
        self._peer, self._data, self._device = peer, data, device
        self._lib = Lib(device)
        self.call = peer.setup(self._lib, data.problem, data.inputs)

    def check(self, when: Any) -> Any:
        """Poisons what the peer is to write, calls it once and judges; gives (Comparison, message or '')."""
        self._lib.poison()
        result = self.call()
        self._device.synchronise()
        found, fault = self._judge(result)
        if not fault and found.mismatches:
            fault = f"{found.mismatches} wrong; first {found.first}"
        if not fault and self._lib.inputs_changed():
            fault = "an input was changed"
        return found, f"{when}: {fault}" if fault else ""

    def _judge(self, result: Any) -> Any:
        output = next(buffer for buffer in self._data.problem.buffers if not buffer.is_input)
        size, element = _bytes_of(result)
        if (size, element) != (output.bytes, output.element_bytes):
            return Comparison(mismatches=1), (f"gives {size} bytes in elements of {element}; {output.name} has "
                                              f"{output.bytes} in elements of {output.element_bytes}")
        if self._data.problem.checks_blocks:
            return self._in_blocks(result), ""
        actual = self._without_border(np.ascontiguousarray(self._device.get(result)), output)
        expected = self._data.expected(self._peer.result)
        found = self._data.problem.compare(self._data.inputs, expected, {**expected, output.name: actual},
                                           self._peer.result)
        return found, ""

    def _in_blocks(self, result: Any) -> Any:
        """Compares whole rows, as many as fit in a block, so that no second copy of the output is kept."""
        problem, found = self._data.problem, Comparison()
        rows = max(1, BLOCK_BYTES // (problem.width * 4))
        for first in range(0, problem.height, rows):
            block = np.ascontiguousarray(self._device.get(result[first:first + rows]))
            found.merge(problem.check_block(self._data.inputs, first * problem.width, block, self._peer.result))
        return found

    def _without_border(self, host: Any, output: Any) -> Any:
        """The result's bytes; where the peer writes a border that the case leaves alone, the border is as it was."""
        border, problem = self._peer.border, self._data.problem
        if not border:
            return host.reshape(-1).view(np.uint8)
        plane = problem.poisoned(output).view(host.dtype).reshape(-1, problem.height, problem.width)
        inner = (slice(None), slice(border, max(border, problem.height - border)),
                 slice(border, max(border, problem.width - border)))
        plane[inner] = host.reshape(plane.shape)[inner]
        return plane.reshape(-1).view(np.uint8)


def _bytes_of(array: Any) -> Any:
    """(bytes, bytes an element) of an array of NumPy, CuPy or PyTorch."""
    element = int(getattr(array.dtype, "itemsize", 0) or array.element_size())
    return int(np.prod(tuple(array.shape), dtype=np.int64)) * element, element
