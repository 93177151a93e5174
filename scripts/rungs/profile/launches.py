"""The CUDA variants through the shared library that the build makes (harness/include/rungs/c_api.h).

A variant is opened on a problem, launched on any stream, and checked against the CPU reference: it is the code that
bench runs, on bench's inputs. The standard library alone."""

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage
from rungs.data.libraries import BENCH, load
from rungs.data.records import shown

_TEXT, _POINTER = ctypes.c_char_p, ctypes.c_void_p
FUNCTIONS = {
    "rungs_error": (_TEXT, []), "rungs_launch_default_size": (_TEXT, [_TEXT]),
    "rungs_launch_params": (_TEXT, [_TEXT, _TEXT, _TEXT]), "rungs_launch_device": (_TEXT, []),
    "rungs_launch_open": (_POINTER, [_TEXT, _TEXT, _TEXT, ctypes.c_uint64]),
    "rungs_launch_run": (ctypes.c_int, [_POINTER, _POINTER]), "rungs_launch_correct": (ctypes.c_int, [_POINTER]),
    "rungs_launch_close": (None, [_POINTER])}
_SIZE = re.compile(r"[0-9]+(x[0-9]+)*")


class Failed(Exception):
    """A kernel could not be opened, launched or timed, or is incorrect; the text is the reason, one line."""


@dataclass(frozen=True)
class Kernel:
    """A variant and its problem, spelled as in bench's rows."""

    name: str    # 'stitch/gpu/modulo'
    size: str    # '4000x4000'
    params: str  # all of them

    def __str__(self) -> str:
        return " ".join(filter(None, [self.name, self.size, self.params]))


def _sides(size: str, default: str) -> str:
    """A size as bench's rows have it: '' is the case's default, and '64' is for as many sides as that has."""
    if not size:
        return default
    if not _SIZE.fullmatch(size):
        raise BadUsage(f"size is {size!r}; expected one like 4000x4000 or 4000")
    sides = [side.lstrip("0") or "0" for side in size.split("x")]
    return "x".join(sides if len(sides) > 1 else sides * len(default.split("x")))


class Launches:
    """The loaded library. Raises BadUsage where `path` is no such library."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls = load(path, BENCH, FUNCTIONS, needs=" with a CUDA compiler")

    def _asked(self, name: str, *arguments: bytes) -> str:
        text = getattr(self.calls, name)(*arguments)
        if text is None:
            raise BadUsage(self.error())
        return text.decode()

    def error(self) -> str:
        """Why the last call failed."""
        return " ".join(self.calls.rungs_error().decode(errors="replace").split())

    def device(self) -> str:
        """The name of the GPU that launches go to. Raises BadUsage where there is none."""
        return self._asked("rungs_launch_device")

    def kernel(self, text: str) -> Kernel:
        """The Kernel of 'VARIANT[:SIZE[:PARAMS]]'; what is left out has the case's defaults. Raises BadUsage."""
        name, size, params = (text.split(":", 2) + ["", ""])[:3]
        try:
            size = _sides(size, self._asked("rungs_launch_default_size", name.encode()))
            asked = self._asked("rungs_launch_params", name.encode(), size.encode(), params.encode())
        except BadUsage as error:
            raise BadUsage(f"{shown(text)}: {error}") from None
        return Kernel(name, size, asked)

    @contextmanager
    def open(self, kernel: Kernel, seed: int) -> Iterator["Launch"]:
        """A context with a Launch. Raises Failed where that cannot be."""
        handle = self.calls.rungs_launch_open(kernel.name.encode(), kernel.size.encode(), kernel.params.encode(), seed)
        if not handle:
            raise Failed(self.error())
        try:
            yield Launch(self, handle)
        finally:
            self.calls.rungs_launch_close(handle)


@dataclass(frozen=True)
class Launch:
    """One variant on one problem, with its memory on the GPU."""

    owner: Launches
    handle: Any

    def on(self, stream: int) -> Callable:
        """A function without arguments that enqueues one launch on a stream (a number; 0 is the default stream)."""
        run, handle, where = self.owner.calls.rungs_launch_run, self.handle, ctypes.c_void_p(stream)

        def launch() -> None:
            if not run(handle, where):
                raise Failed(self.owner.error())
        return launch

    def check(self) -> None:
        """Raises Failed unless the last launch gave what the CPU reference gives."""
        if not self.owner.calls.rungs_launch_correct(self.handle):
            raise Failed(self.owner.error())
