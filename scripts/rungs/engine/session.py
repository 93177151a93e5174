"""Runs the command line of `bench` in this process, over the variants of its library and those in Python."""

import ctypes
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from rungs.data.errors import BadUsage, Unsupported, UserError, one_line
from rungs.data.libraries import load
from rungs.data.terminal import complain
from rungs.engine import interface, problem
from rungs.engine.frameworks import FRAMEWORKS, Framework, versions
from rungs.engine.variants import Variant, loaded

LIBRARY = "libbench_c.so"


def import_files(paths: list[Path]) -> None:
    """Imports files with variants; of a folder, every <case>/<place>/*.py in it. Raises BadUsage."""
    files: list[Path] = []
    for path in paths:
        found = sorted(path.glob("*/*/*.py")) if path.is_dir() else [path]
        if not found:
            raise BadUsage(f"--load {path}: no variant in this folder; expected <case>/<place>/<name>.py")
        files += found
    for file in files:
        if not file.is_file():
            raise BadUsage(f"--load {file}: no such file; expected a Python file with variants, or a folder of cases")
        spec = importlib.util.spec_from_file_location(f"rungs_variants_{len(sys.modules)}", file)
        if spec is None or spec.loader is None:
            raise BadUsage(f"--load {file}: expected a Python file, whose name ends in .py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # inspect finds the file of a function by it
        try:
            spec.loader.exec_module(module)
        except UserError:
            raise
        except ModuleNotFoundError as error:
            if file in paths:
                raise BadUsage(f"--load {file}: the Python package {error.name} is missing") from None
            complain("bench", f"--load {file}: left out, since the Python package {error.name} is missing")
        except Exception as error:
            raise BadUsage(f"--load {file}: {type(error).__name__}: {one_line(error)}") from None


class Engine:
    """A loaded library of cases, and the variants that were added to it."""

    def __init__(self, path: Path) -> None:
        self.library: Any = load(path, LIBRARY, interface.FUNCTIONS)
        listed = json.loads(self.library.rungs_list().decode())
        self._sides = {case["name"]: case["sides"] for case in listed["cases"]}
        self._frameworks: dict[str, Framework] = {}
        self._rows: dict[int, Any] = {}  # what a row has prepared, by its number
        self._kept: list[Any] = []       # ctypes' functions live as long as C may call them

    def add(self, variant: Variant) -> None:
        """Adds a variant. Raises BadUsage if its case is not there, or its name is taken."""
        framework = FRAMEWORKS[variant.framework]
        spec = interface.Variant(
            *(text.encode() for text in (variant.case, variant.name, variant.improves, variant.idea, framework.backend,
                                         variant.source, versions((framework.package, *variant.libraries)))),
            variant.result, variant.all_cores, None,
            interface.PREPARE(lambda _, call, state: self._guarded(lambda: self._prepare(variant, call[0], state))),
            interface.LAUNCH(lambda _, state, call: self._guarded(lambda: self._rows[state].launch())),
            interface.LAUNCH(lambda _, state, call: self._guarded(lambda: self._rows[state].collect())),
            interface.RELEASE(lambda _, state: self._rows.pop(state, None) and None))
        self._kept.append(spec)
        if not self.library.rungs_add_variant(ctypes.byref(spec)):
            raise BadUsage(f"{variant.source}: {self.library.rungs_error().decode()}")

    def run(self, words: list[str]) -> int:
        """Runs a command line of bench and returns its exit code."""
        encoded = [os.fsencode(word) for word in ("bench", *words)]
        sys.stdout.flush()
        return self.library.rungs_main(len(encoded), (ctypes.c_char_p * (len(encoded) + 1))(*encoded, None))

    def _prepare(self, variant: Variant, call: Any, state: Any) -> None:
        framework = self._frameworks.get(variant.framework)
        if framework is None:
            framework = self._frameworks[variant.framework] = FRAMEWORKS[variant.framework]()
        given = problem.read(self.library, call, self._sides[variant.case], framework)
        number = max(self._rows, default=0) + 1
        self._rows[number] = Row(variant, given, framework)
        state[0] = number

    def _guarded(self, work: Callable[[], None]) -> int:
        """Runs a part of a variant; an exception becomes the code and the reason that C is told."""
        try:
            work()
            return interface.DONE
        except Unsupported as error:
            reason, code = str(error), interface.UNSUPPORTED
        except UserError as error:
            reason, code = str(error), interface.FAILED
        except ModuleNotFoundError as error:
            reason, code = f"the Python package {error.name} is missing", interface.UNSUPPORTED
        except BaseException as error:  # also SystemExit: none may leave a function that C called
            out_of_memory = isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"
            reason = f"{'memory ran out' if out_of_memory else type(error).__name__}: {one_line(error)}"
            code = interface.UNSUPPORTED if out_of_memory else interface.FAILED
        self.library.rungs_set_reason(reason.encode())
        return code


class Row:
    """What a variant has prepared for one row."""

    def __init__(self, variant: Variant, given: problem.Problem, framework: Framework) -> None:
        self._variant, self._problem, self._framework = variant, given, framework
        self._result: Any = None
        with framework.current(given.stream):
            self._work = variant.make(given)
        if not callable(self._work):
            raise TypeError(f"{variant.full_name} returned {type(self._work).__name__}; expected a function")

    def launch(self) -> None:
        with self._framework.current(self._problem.stream):
            self._result = self._work()

    def collect(self) -> None:
        """Copies what the last launch returned to the output that it belongs to."""
        returns, border, result = self._variant.returns, self._variant.border, self._result
        if not returns:
            return
        if result is None:
            raise TypeError(f"{self._variant.full_name} returned nothing; expected the array for '{returns}'")
        shape = tuple(result.shape)
        size = self._problem.output_bytes(returns) // max(int(np.prod(shape, dtype=np.int64)), 1)
        to = self._problem.output(returns, _kind_of(result, size), shape)
        with self._framework.current(self._problem.stream):
            if border:
                inner = (..., slice(border, -border), slice(border, -border))
                to, result = to[inner], result[inner]
            self._framework.copy(to, result)


def _kind_of(result: Any, size: int) -> np.dtype:
    """NumPy's type for an array of any framework; `size`: bytes per element of the output."""
    name = str(result.dtype).rpartition(".")[2]  # torch.float32
    kind = np.dtype(name)
    if kind.itemsize != size:
        raise TypeError(f"returned {name}, of {kind.itemsize} bytes per element; the output has {size}")
    return kind


def run(files: list[Path], library: Path, words: list[str]) -> int:
    """Imports the files, adds their variants and runs a command line of bench."""
    import_files(files)
    engine = Engine(library)
    for variant in loaded():
        engine.add(variant)
    return engine.run(words)
