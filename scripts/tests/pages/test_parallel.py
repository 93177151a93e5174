"""A function over a list, in several processes."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import SCRIPTS

from rungs.data.errors import RowsError
from rungs.report import parallel


def test_results_come_in_order_from_other_processes():
    outside = {"factor": 3}  # not pickled
    found = parallel.mapped(lambda value: (outside["factor"] * value, os.getpid()), [1, 2, 3, 4])
    assert [value for value, _ in found] == [3, 6, 9, 12]
    if parallel.cpus() > 1:
        assert os.getpid() not in {process for _, process in found}


def test_in_this_process_where_it_is_not_worthwhile():
    assert parallel.mapped(lambda value: (value, os.getpid()), [1, 2], False) == [(1, os.getpid()), (2, os.getpid())]
    assert parallel.mapped(abs, [-7]) == [7] and parallel.mapped(abs, []) == []


def test_an_error_comes_back_as_it_is():
    def broken(value):
        raise RowsError(f"rows.csv:{value}: broken")
    with pytest.raises(RowsError, match="rows.csv:1: broken"):
        parallel.mapped(broken, [1, 2])


def test_a_worker_that_is_killed_costs_time_alone():
    here = os.getpid()

    def deadly(value):
        if os.getpid() != here:
            os._exit(9)
        return value
    assert parallel.mapped(deadly, [1, 2]) == [1, 2]


@pytest.mark.skipif(sys.platform != "linux" or parallel.cpus() < 2, reason="needs Linux and two CPUs")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_made_it(end):
    code = ("import os, time; from rungs.report import parallel\n"
            "parallel.mapped(lambda n: (os.write(1, b'%d\\n' % os.getpid()), time.sleep(60)), [1, 2])")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=SCRIPTS) as process:
        workers = [int(process.stdout.readline()) for _ in range(2)]
        process.send_signal(end)
    deadline = time.monotonic() + 10
    while any(os.path.exists(f"/proc/{worker}") and _state(worker) != "Z" for worker in workers):
        assert time.monotonic() < deadline, "a worker is left"
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux" or parallel.cpus() < 2, reason="needs Linux and two CPUs")
def test_ctrl_c_is_said_once_whether_a_worker_works_or_waits():
    code = ("import os, sys, time; from rungs.report import parallel\n"
            "try:\n parallel.mapped(lambda n: (os.write(1, b'.\\n'), time.sleep(n)), [0, 60])\n"
            "except KeyboardInterrupt:\n sys.exit('ended')")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          cwd=SCRIPTS, start_new_session=True) as process:
        assert [process.stdout.readline() for _ in range(2)] == [".\n", ".\n"]
        while {_state(worker) for worker in _children(process.pid)} != {"S"}:
            time.sleep(0.01)  # until the first worker has ended its value and waits
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=20)[1] == "ended\n"


def _children(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
        return file.read().split()


def _state(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"
