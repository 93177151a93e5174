"""What a try may take is limited, and all that it started ends with it."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import wait_for

from rungs.serve import guard

PYTHON = [sys.executable, "-c"]
# Starts a process in a session of its own, as a daemon does, which says its number.
DAEMON = """setsid -f sh -c 'echo $$ >"$0.part"; mv "$0.part" "$0"; exec sleep 99' "$0"
while [ ! -e "$0" ]; do sleep 0.01; done
sleep $1
exit 5
"""


def start(*command, seconds=60, most_bytes=1 << 33, processes=50):
    words = [sys.executable, guard.__file__, str(seconds), str(most_bytes), str(processes), *map(str, command)]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            start_new_session=True)


def outcome(guarded):
    """(exit code, stdout, stderr) once it has ended of itself."""
    with guarded:
        said, errors = guarded.stdout.read(), guarded.stderr.read()
        return guarded.wait(60), said, errors


def test_a_command_that_stays_within_its_limits_is_as_without_them():
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    assert outcome(start(*PYTHON, code)) == (3, "out\n", "err\n")
    assert outcome(start(*PYTHON, "import os; os.kill(os.getpid(), 11)"))[0] == 128 + 11


@pytest.mark.parametrize(("code", "limits", "why"), [
    ("import time; time.sleep(99)", {"seconds": 1}, "it took more than 1 s"),
    ("import time; kept = bytearray(1 << 28); time.sleep(99)", {"most_bytes": 1 << 27},
     "it took more than 128 MiB of memory"),
    # Each by itself stays below the limit.
    ("import os, time; os.fork(); os.fork(); kept = bytearray(1 << 26); time.sleep(99)", {"most_bytes": 1 << 27},
     "it took more than 128 MiB of memory"),
    ("import os, time; [os.fork() for _ in range(4)]; time.sleep(99)", {"processes": 9},
     "it had more than 9 processes")])
def test_a_limit_ends_it_and_says_why(code, limits, why):
    assert outcome(start(*PYTHON, code, **limits)) == (guard.OVER, "", f"{why}\n")


@pytest.mark.parametrize("end", ["it ends", "time", "its client ends", "a signal"])
def test_nothing_is_left_running(end, tmp_path):
    said = tmp_path / "said"
    with start("sh", "-c", DAEMON, said, 0 if end == "it ends" else 99, seconds=5 if end == "time" else 60) as guarded:
        assert wait_for(said.exists)
        daemon = said.read_text().strip()
        if end == "its client ends":
            guarded.stdin.close()
        if end == "a signal":
            guarded.terminate()
        assert guarded.wait(30) == (5 if end == "it ends" else guard.OVER)
        assert not Path("/proc", daemon).exists()
