"""Runs the command line of `bench` in this process, over the variants of its library and those in Python."""

import argparse
import ctypes
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from rungs.data import checkout
from rungs.data.errors import BadUsage, LibraryMissing, Unsupported, UserError, one_line
from rungs.data.libraries import BENCH, import_library, load
from rungs.engine import problem
from rungs.engine.frameworks import FRAMEWORKS, Framework, versions
from rungs.engine.variants import Variant, import_files, import_improved, loaded

# The C interface of a bench (harness/include/rungs/c_api.h), as ctypes knows it.
DONE, FAILED, UNSUPPORTED = 0, 1, 2  # what a function of a variant returns
_TEXT, _POINTER, _SIZE = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t


class _Call(ctypes.Structure):
    """RungsCall: what a function of a variant gets."""

    _fields_ = [("problem", _POINTER), ("buffers", ctypes.POINTER(_POINTER)), ("count", _SIZE), ("stream", _POINTER)]


PREPARE = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.POINTER(_Call), ctypes.POINTER(_POINTER))
LAUNCH = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, _POINTER, ctypes.POINTER(_Call))
RELEASE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER)


class _Added(ctypes.Structure):
    """RungsVariant: a variant to add."""

    _fields_ = [*((name, _TEXT) for name in "case_name name improves technique step no_technique idea backend "
                                        "source built_with".split()),
                ("result", ctypes.c_int), ("all_cores", ctypes.c_int), ("user", _POINTER),
                ("prepare", PREPARE), ("launch", LAUNCH), ("collect", LAUNCH), ("release", RELEASE)]


#: {function: (result, arguments)}
FUNCTIONS = {
    "rungs_error": (_TEXT, []), "rungs_list": (_TEXT, []), "rungs_size": (_TEXT, [_POINTER]),
    "rungs_params": (_TEXT, [_POINTER]), "rungs_buffers": (_TEXT, [_POINTER]),
    "rungs_add_variant": (ctypes.c_int, [ctypes.POINTER(_Added)]), "rungs_set_reason": (None, [_TEXT]),
    "rungs_main": (ctypes.c_int, [ctypes.c_int, ctypes.POINTER(_TEXT)])}


class Engine:
    """A loaded library of cases, and the variants that were added to it."""

    def __init__(self, path: Path) -> None:
        self._c: Any = load(path, BENCH, FUNCTIONS)
        listed = json.loads(self._c.rungs_list().decode())
        self._sides = {case["name"]: case["sides"] for case in listed["cases"]}
        self._frameworks: dict[str, Framework] = {}
        self._rows: dict[int, tuple[Callable, Callable]] = {}  # what each row has prepared, by its number
        self._kept: list[Any] = []       # ctypes' functions live as long as C may call them

    def add(self, variant: Variant) -> None:
        """Adds a variant. Raises BadUsage if its case is not there, or its name is taken."""
        framework = FRAMEWORKS[variant.framework]
        source = Path(variant.source)
        made_with = (f"Python {platform.python_version()}, {versions((framework.package, *variant.libraries))}, "
                     f"{source.name} {hashlib.sha256(source.read_bytes()).hexdigest()[:12]}")
        spec = _Added(
            *(text.encode() for text in (variant.case, variant.name, variant.improves, " ".join(variant.technique),
                                         variant.step, variant.no_technique, variant.idea, framework.backend,
                                         variant.source, made_with)),
            variant.result, variant.all_cores, None,
            PREPARE(lambda _, call, state: self._guarded(lambda: self._prepare(variant, call[0], state))),
            LAUNCH(lambda _, state, call: self._guarded(lambda: self._rows[state][0]())),
            LAUNCH(lambda _, state, call: self._guarded(lambda: self._rows[state][1]()))
            if variant.returns else LAUNCH(),
            RELEASE(lambda _, state: self._rows.pop(state, None) and None))
        self._kept.append(spec)
        if not self._c.rungs_add_variant(ctypes.byref(spec)):
            raise BadUsage(f"{variant.source}: {self._c.rungs_error().decode()}")

    def run(self, words: list[str]) -> int:
        """Runs a command line of bench and returns its exit code."""
        encoded = [os.fsencode(word) for word in ("bench", *words)]
        sys.stdout.flush()
        return self._c.rungs_main(len(encoded), (ctypes.c_char_p * (len(encoded) + 1))(*encoded, None))

    def _prepare(self, variant: Variant, call: Any, state: Any) -> None:
        if variant.missing:
            raise Unsupported(variant.missing)
        framework = self._frameworks.get(variant.framework)
        if framework is None:
            framework = self._frameworks[variant.framework] = FRAMEWORKS[variant.framework]()
        given = problem.read(self._c, call, self._sides[variant.case], framework)
        number = max(self._rows, default=0) + 1
        self._rows[number] = _prepared(variant, given, framework)
        state[0] = number

    def _guarded(self, work: Callable[[], None]) -> int:
        """Runs a part of a variant; an exception becomes the code and the reason that C is told."""
        try:
            work()
            return DONE
        except BaseException as error:  # also SystemExit: none may leave a function that C called
            code, reason = _verdict(error)
        self._c.rungs_set_reason(reason.encode(errors="backslashreplace"))
        return code


def _verdict(error: BaseException) -> tuple[int, str]:
    """What C is told of an exception: a code, and the reason in one line."""
    try:
        text = one_line(error)
    except Exception:  # its own __str__ failed
        text = type(error).__name__
    if isinstance(error, Unsupported):
        return UNSUPPORTED, text
    if isinstance(error, ModuleNotFoundError):
        return UNSUPPORTED, f"the Python package {error.name} is missing"
    if isinstance(error, ImportError):
        return UNSUPPORTED, f"a Python package cannot be loaded ({text})"
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return FAILED, f"an allocation of the variant failed: {text}"
    return FAILED, text if isinstance(error, UserError) else f"{type(error).__name__}: {text}"


def _prepared(variant: Variant, given: problem.Problem, framework: Framework) -> tuple[Callable, Callable]:
    """(launch, collect) of a variant for one row. The second copies what the last launch returned to the output that it
    belongs to, and overwrites the returned array: a variant that returns it again without work is then incorrect. It
    raises TypeError if that is no array that the launch can have made."""
    result: Any = None
    with framework.current(given.stream):
        work = variant.make(given)
    if not callable(work):
        raise TypeError(f"{variant.full_name} returned {type(work).__name__}; expected a function")

    def launch() -> None:
        nonlocal result
        with framework.current(given.stream):
            result = work()

    def collect() -> None:
        if not hasattr(result, "shape") or not hasattr(result, "dtype"):
            raise TypeError(f"returned {type(result).__name__}; expected the array for '{variant.returns}'")
        there = given.buffer_at(framework.address(result))
        if there:
            raise TypeError(f"returned an array over '{there}'; expected one of its own, or no `returns`")
        with framework.current(given.stream):
            kind = str(result.dtype).rpartition(".")[2]  # torch.float32
            to, values = given.output(variant.returns, np.dtype(kind), tuple(result.shape)), result
            if width := variant.border(given) if callable(variant.border) else variant.border:
                inner = (..., *2 * (slice(width, -width),))
                to, values = to[inner], values[inner]
            framework.copy(to, values)
            framework.spoil(result)
    return launch, collect


def _import_ahead(variants: Iterable[Variant], words: list[str]) -> None:
    """Imports the libraries of the variants that --filter selects, so that no row is blamed for what an import changes
    in its process, such as the handling of signals."""
    chosen = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    chosen.add_argument("--filter", default="")
    with suppress(argparse.ArgumentError, re.error):
        pattern = re.compile(chosen.parse_known_args(words)[0].filter)
        for name in {name for one in variants if pattern.search(one.full_name) for name in one.libraries}:
            with suppress(LibraryMissing):  # the variant says so
                import_library(name)


def run(files: list[Path], library: Path, words: list[str]) -> int:
    """Imports the files, adds their variants and runs a command line of bench."""
    import_files(files)
    if cases := checkout.find(checkout.CASES):
        import_improved(cases)
    engine = Engine(library)
    for variant in loaded():
        engine.add(variant)
    if "RUNGS_WORKER" in os.environ:
        _import_ahead(loaded(), words)
    # Rows run in worker processes, which are this process started again: only if it was started as `rungs bench`.
    if sys.argv[1:2] == ["bench"] and not any(word.startswith("--isolate") for word in words):
        words = ["--isolate=auto", *words]
    return engine.run(words)
