"""The cases' inputs, references and comparisons, through the shared library that the build makes (harness/c_api).

It is the code that bench runs: for one seed the inputs are bench's to the byte, and so is the verdict.
"""

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rungs.baselines import c_api
from rungs.data.errors import BadUsage
from rungs.data.libraries import load

LIBRARY = "libbench_c.so"
LARGEST_SIDE = 2**30
BLOCK_BYTES = 64 << 20  # outputs that are checked in blocks are looked at in pieces of about this size

# The numbers of the cases' kinds of result (enum class Result in cases/<case>/case.hpp).
MEDIAN_3X3, MEDIAN_5X5 = 0, 1
DISTANCE_SQUARED = 0


@dataclass(frozen=True)
class Parameter:
    """A parameter of a case; all values are text."""

    name: str
    expected: str
    default: str
    sweep: tuple  # what `--param NAME=all` runs


@dataclass(frozen=True)
class Buffer:
    """A buffer of a problem, in the order in which the case declares them."""

    name: str
    is_input: bool
    bytes: int
    element_bytes: int
    poison: int  # the byte that an output holds before a launch


@dataclass
class Comparison:
    """What a comparison found; `first` tells the first mismatch."""

    mismatches: int = 0
    max_error: float = 0.0
    first: str = ""

    def merge(self, other: Any) -> None:
        """Takes in what another part of the same comparison found."""
        self.first = self.first if self.mismatches else other.first
        self.mismatches += other.mismatches
        self.max_error = max(self.max_error, other.max_error)


class Reference:
    """The loaded library. Raises BadUsage where `path` is no such library."""

    def __init__(self, path: Path) -> None:
        self._library = load(path, LIBRARY, c_api.FUNCTIONS)

    def call(self, name: str, *arguments: Any) -> Any:
        """A function that can fail; raises BadUsage with the library's own line where it did."""
        result = getattr(self._library, name)(*arguments)
        if not result:
            raise BadUsage(self._library.rungs_error().decode())
        return result

    def text(self, name: str, *arguments: Any) -> Any:
        return self.call(name, *arguments).decode()

    def plain(self, name: str, *arguments: Any) -> Any:
        """A function that cannot fail: 0 is a result."""
        return getattr(self._library, name)(*arguments)

    def build(self) -> Any:
        """(commit, compiler) of the library."""
        return tuple(self.text("rungs_build").split("\t"))

    def flush_caches(self, array: Any) -> None:
        """Takes a contiguous array out of this computer's caches, as bench does before a cold launch on the host."""
        self.plain("rungs_flush_caches", array.ctypes.data, array.nbytes)

    def default_size(self, case: str) -> Any:
        """Its sides, as (width, height)."""
        return tuple(map(int, self.text("rungs_default_size", case.encode()).split("x")))

    def parameters(self, case: str) -> Any:
        text = self.plain("rungs_parameters", case.encode())
        if text is None:
            raise BadUsage(self._library.rungs_error().decode())
        parts = [line.split("\t") for line in text.decode().splitlines()]
        return [Parameter(name, expected, default, tuple(sweep.split(","))) for name, expected, default, sweep in parts]

    def problem(self, case: str, size: Any, params: dict[str, str]) -> Any:
        """A problem of its sides, as (width, height), and {name: text}; raises BadUsage where the case does not take
        it."""
        return Problem(self, case, size, params)


class Problem:
    """One problem of a case."""

    def __init__(self, reference: Any, case: str, size: Any, params: dict[str, str]) -> None:
        self._reference = reference
        self.case, self.size_text = case, "x".join(map(str, size))
        self.width, self.height = (*size, 1)[:2]  # of a plane; all cases with peers are planes
        text = ";".join(f"{name}={value}" for name, value in params.items())
        self._handle = reference.call("rungs_problem", case.encode(), self.size_text.encode(), text.encode())
        self.params_text = reference.plain("rungs_params", self._handle).decode()
        self.params = dict(part.split("=") for part in self.params_text.split(";") if part)
        parts = [line.split("\t") for line in reference.text("rungs_buffers", self._handle).splitlines()]
        self.buffers = [Buffer(name, role == "input", *map(int, numbers)) for name, role, *numbers in parts]
        self.checks_blocks = bool(reference.plain("rungs_checks_blocks", self._handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._reference.plain("rungs_release", self._handle)

    def work(self, result: Any) -> Any:
        """What a kind of result takes at least: .bytes_read, .bytes_written, .operations."""
        return self._reference.plain("rungs_work", self._handle, result)

    def poisoned(self, buffer: Any) -> Any:
        """An output as it is before a launch: bytes."""
        return np.full(buffer.bytes, buffer.poison, np.uint8)

    def inputs(self, seed: Any) -> Any:
        """{name: bytes} of the inputs, as bench makes them for that seed."""
        made = {}
        for index, buffer in enumerate(self.buffers):
            if buffer.is_input:
                made[buffer.name] = np.empty(buffer.bytes, np.uint8)
                self._reference.call("rungs_generate", self._handle, index, made[buffer.name].ctypes.data, seed)
        return made

    def expected(self, inputs: Any, result: Any) -> Any:
        """{name: bytes} of the outputs for a kind of result."""
        outputs = {buffer.name: self.poisoned(buffer) for buffer in self.buffers if not buffer.is_input}
        self._reference.call("rungs_reference", self._handle, self._pointers({**inputs, **outputs}), result)
        return outputs

    def compare(self, inputs: Any, expected: Any, actual: Any, result: Any) -> Any:
        """Compares {name: bytes} of outputs; gives a Comparison."""
        found = c_api.Comparison()
        self._reference.call("rungs_compare", self._handle, self._pointers({**inputs, **expected}),
                             self._pointers({**inputs, **actual}), result, found)
        return _taken(found)

    def check_block(self, inputs: Any, first: Any, block: Any, result: Any) -> Any:
        """Compares whole rows of the result's output, an array that begins at element `first`; gives a Comparison."""
        found = c_api.Comparison()
        self._reference.call("rungs_check_block", self._handle, self._pointers(inputs), first, block.ctypes.data,
                             block.nbytes, result, found)
        return _taken(found)

    def _pointers(self, arrays: Any) -> Any:
        """One pointer a buffer; null where there is no array. All are C-contiguous and of the buffer's bytes."""
        pointers = (ctypes.c_void_p * len(self.buffers))()
        for index, buffer in enumerate(self.buffers):
            array = arrays.get(buffer.name)
            if array is not None:
                assert array.nbytes == buffer.bytes and array.flags.c_contiguous, buffer.name
                pointers[index] = array.ctypes.data
        return pointers


def _taken(found: Any) -> Any:
    return Comparison(found.mismatches, found.max_error, found.first.decode(errors="replace"))
