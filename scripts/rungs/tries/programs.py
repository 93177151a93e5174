"""The programs that a try starts, of which none outlives its limit or the try itself; and what it asks of bench: its
list, and rows as they are made, with the variants of one file beside its own."""

import ctypes
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage, UserError
from rungs.data.listing import BAD_USAGE, GPU_LOST, OPTION
from rungs.data.show import plain

ENDING = "@try"  # of the names of loaded variants
_LONGEST_S = 3600  # of one program, whose rows have limits of their own
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


def call(command: Sequence[str | Path], limit_s: float = 120, cwd: Path | None = None) -> tuple[int, str]:
    """(exit code, both streams) of a program; a negative code is a signal's number."""
    with started(command, limit_s, int(limit_s), stderr=subprocess.STDOUT, cwd=cwd) as child:
        said = child.stdout.read()
        return child.wait(), said


class DeviceLost(UserError):
    """The GPU was lost."""


class Ended(Exception):
    """A program ended before its rows were whole: its exit code (negative: a signal's), and its last line."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(said)
        self.code, self.said = code, said


@dataclass(frozen=True)
class Program:
    """Bench, with a library of variants loaded into it, or `rungs bench` with a Python file."""

    bench: Path
    loadable: Path | None = None  # a library of variants
    python: Path | None = None   # a file with variants

    def _command(self) -> tuple[list[str], dict[str, str]]:
        environment = dict(os.environ)
        environment.pop("RUNGS_LOAD", None)
        if self.loadable:
            environment["RUNGS_LOAD"] = str(self.loadable)
        if not self.python:
            return [str(self.bench)], environment
        package = str(Path(__file__).resolve().parents[2])
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (package, environment.get("PYTHONPATH"))))
        of_python = self.bench.with_name(f"lib{self.bench.name}_c.so")
        return [sys.executable, "-m", "rungs", "bench", "--load", str(self.python), "--library", str(of_python)], \
            environment

    def lines(self, words: list[str], limit_s: float = _LONGEST_S) -> Iterator[str]:
        """What it prints, line by line; it is ended where the reader goes away. Raises DeviceLost, and Ended where its
        exit code is not that of a run."""
        command, environment = self._command()
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
            with started([*command, *words], limit_s, stderr=errors, env=environment) as child:
                yield from child.stdout
                code = child.wait()
            errors.seek(0)
            said = [line for line in errors.read().splitlines() if line.strip()]
            if code == GPU_LOST:
                raise DeviceLost(plain(said[-1], 200) if said else "the GPU is lost")
            if code not in (0, 1):
                raise Ended(code, re.sub(r"^(?:rungs bench|bench|rungs): ", "", said[-1]) if said else "")

    def cases(self, limit_s: float = 60) -> dict[str, dict]:
        """{name of a case: what --list=json says of it}. Raises Ended."""
        return {case["name"]: case for case in json.loads("".join(self.lines([OPTION], limit_s)))["cases"]}

    def own_cases(self) -> dict[str, dict]:
        """The same of a bench that nothing is loaded into. Raises BadUsage where the program is none."""
        try:
            return self.cases()
        except (Ended, ValueError, KeyError, TypeError) as error:
            raise BadUsage(f"--bench={self.bench}: it does not list its variants ({plain(str(error), 80)}); expected "
                           "the program bench of this version") from None

    def rows(self, names: list[str], words: list[str]) -> Iterator[dict]:
        """The rows of these variants, with the words of bench; those of ceilings are left out. Raises BadUsage where
        bench refuses the words."""
        chosen = f"--filter=^({'|'.join(map(re.escape, names))})$"
        try:
            for line in self.lines([chosen, "--format=jsonl", "--progress=never", *words]):
                row = json.loads(line)
                if f"{row['case']}/{row['variant']}" in names:
                    yield row
        except Ended as end:
            if end.code == BAD_USAGE:
                raise BadUsage(end.said) from None
            raise
