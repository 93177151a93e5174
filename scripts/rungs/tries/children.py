"""Programs that a try starts: none outlives its limit, or the try itself."""

import ctypes
import os
import resource
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_SET_DEATH_SIGNAL = 1  # of prctl
_LIBC = ctypes.CDLL(None)


def _with_parent(parent: int, cpu_s: int | None) -> None:
    """In the new process: it ends when its parent does, and its own children after so many seconds of CPU time."""
    _LIBC.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    if cpu_s:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))


@contextmanager
def started(command: Sequence[str | Path], limit_s: float, cpu_s: int | None = None, **more: Any) -> Iterator:
    """A process with its output as text in pipes; it and all of its group are ended after the block, or after
    `limit_s`."""
    me = os.getpid()
    child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, encoding="utf-8",
                             errors="replace", stdout=subprocess.PIPE, start_new_session=True,
                             preexec_fn=lambda: _with_parent(me, cpu_s), **more)

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    clock = threading.Timer(limit_s, end)
    clock.start()
    try:
        yield child
    finally:
        clock.cancel()
        end()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()


def call(command: Sequence[str | Path], limit_s: float = 120, environment: Mapping[str, str] | None = None,
         cwd: Path | None = None) -> tuple[int, str]:
    """(exit code, both streams) of a program; a negative code is a signal's number."""
    with started(command, limit_s, int(limit_s), stderr=subprocess.STDOUT, env=environment, cwd=cwd) as child:
        said = child.stdout.read()
        return child.wait(), said
