"""What bench draws on a terminal, seen through one in memory."""

import fcntl
import os
import pty
import re
import struct
import termios

import pytest
from command_line import QUICK, environment, program
from terminals import everything_written

pyte = pytest.importorskip("pyte")
LADDER = ["--backend=host", "--filter=^stitch/host/(row_copies|streaming_stores|all_cores)$", "--sizes=64", *QUICK[:-1]]
HEADER = ["variant", "median", "noise", "rate", "speed of light", "step"]


def drawn(columns, *args, **variables):
    """What a terminal of so many columns shows in the end, and every byte that it was sent."""
    bench = program()  # may skip the test, which a child cannot
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))  # before it starts
        os.execve(bench, [bench, *args], {**environment(), "TERM": "xterm", **variables})
    sent = everything_written(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, sent
    screen = pyte.Screen(columns, 60)
    pyte.ByteStream(screen).feed(sent)
    return [line.rstrip() for line in screen.display], sent.decode()


def heads(shown):
    return [re.split(r"  +", line.strip()) for line in shown if line.strip().startswith("variant ")]


def test_the_table_is_there_once():
    shown, sent = drawn(200, *LADDER)
    assert heads(shown) == [HEADER]
    assert sum("host/row_copies" in line for line in shown if "note:" not in line) == 1
    assert "/3] stitch/host/" in sent and not any("/3]" in line for line in shown), "the status line is gone"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_terminal_keeps_whole_lines(columns):
    shown, _ = drawn(columns, *LADDER)
    head, = heads(shown)
    assert head[:2] == ["variant", "median"] and [name for name in HEADER if name in head] == head
    table = shown[next(i for i, line in enumerate(shown) if line.strip().startswith("variant ")):][:4]
    assert all(re.match(r"  (variant|host/)", line) for line in table), "no line is broken"


def test_steps_are_coloured_unless_asked_not_to():
    assert re.search("\x1b\\[3[12]m[0-9.]+x (faster|slower)\x1b\\[0m", drawn(120, *LADDER)[1])
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert not re.search("\x1b\\[3[123]m", drawn(120, *LADDER, **variables)[1])
