"""Runs a command within limits, and ends with it all that it started, also what left its process group.

Usage: guard.py SECONDS BYTES PROCESSES COMMAND...  The end of standard input, a pipe, ends the command. The exit code
is the command's, or OVER with the reason on stderr. Memory and processes are of all together, counted ten times a
second: a limit of the system on addresses is none for CUDA, which reserves far more than it uses."""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

OVER, LAST = 124, 10.0  # the exit code; seconds for what is killed to be gone
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: a process whose parent has ended becomes a child of this one


def descendants(of: int) -> dict[int, int]:
    """{process: bytes of memory} of all below a process."""
    found: dict[int, int] = {}
    with suppress(OSError):  # it has ended
        for children in Path(f"/proc/{of}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                pages = int(Path(f"/proc/{child}/statm").read_text().split()[1])
                found |= {child: pages * os.sysconf("SC_PAGE_SIZE"), **descendants(child)}
    return found


def ended() -> dict[int, int] | None:
    """{process: exit code} of the children that have ended since the last call; None where none is left."""
    codes: dict[int, int] = {}
    with suppress(ChildProcessError):
        while (done := os.waitpid(-1, os.WNOHANG))[0]:
            codes[done[0]] = os.waitstatus_to_exitcode(done[1])
        return codes
    return codes or None


def run(seconds: float, most_bytes: int, most_processes: int, command: list[str]) -> int:
    """Runs the command, and returns its exit code: of one that a signal ended, 128 and the signal's number."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(OVER))
    until, why, code = time.monotonic() + seconds, "", None
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        while code is None and not why:
            closed = select.select([0], [], [], 0.1)[0]
            code = (ended() or {}).get(child.pid)
            running = descendants(os.getpid())
            why = ("" if code is not None else "nobody waits for it" if closed
                   else f"it took more than {seconds:g} s" if time.monotonic() > until
                   else f"it took more than {most_bytes >> 20} MiB of memory" if sum(running.values()) > most_bytes
                   else f"it had more than {most_processes} processes" if len(running) > most_processes else "")
    finally:
        last = time.monotonic() + LAST
        while ended() is not None and time.monotonic() < last:
            for process in descendants(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.01)
    print(why, file=sys.stderr, end="\n" * bool(why))
    return OVER if code is None else code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(run(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
