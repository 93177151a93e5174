"""Libraries that may not be there: Python packages, and the shared libraries that the build makes."""

import ctypes
import importlib
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage, LibraryMissing, one_line

BENCH = "libbench_c.so"  # the cases and the engine, as the build makes them


def import_library(name: str) -> Any:
    """A package by its name; raises LibraryMissing where it is not there, or is broken."""
    try:
        return importlib.import_module(name)
    except Exception as error:  # also one that is there and broken, as without a library of its own
        why = "not found" if isinstance(error, ImportError) else "cannot be loaded"
        raise LibraryMissing(f"{why} ({one_line(error, 120)})") from None


def load(path: Path, name: str, functions: dict[str, tuple], needs: str = "") -> Any:
    """The shared library at `path` (its name should be `name`) with {function: (result, arguments)} declared. Raises
    BadUsage where it is not there, or lacks a function; `needs` is what the build must have for these."""
    if not Path(path).is_file():
        raise BadUsage(f"--library {path}: no such file; expected the {name} of a build (cmake --build build)")
    try:
        library = ctypes.CDLL(str(Path(path).resolve()))
        for function_name, (result, arguments) in functions.items():
            function = getattr(library, function_name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise BadUsage(f"--library {path}: {error}; expected the {name} of a build of this version{needs}") from None
    return library
