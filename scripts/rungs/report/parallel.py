"""A function over a list, in several processes. The standard library alone."""

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from rungs.data.terminal import complain

PR_SET_PDEATHSIG = 1  # linux/prctl.h
FORK = "fork"  # a forked process has all that the function refers to; another one would have to be sent it
MOST = 8

_function: Callable = print  # in a worker: what it was forked with


def mapped(function: Callable, values: list, worthwhile: bool = True) -> list:
    """[function(value)] in the order of `values`, in as many processes as there are CPUs for this one, 8 at most; in
    this process alone where it is not `worthwhile`, processes cannot be forked, or one of them was killed. What comes
    back is pickled, errors too."""
    processes = min(cpus(), MOST, len(values))
    if worthwhile and processes > 1 and FORK in multiprocessing.get_all_start_methods():
        try:
            with ProcessPoolExecutor(processes, multiprocessing.get_context(FORK), _take, (function,)) as pool:
                return list(pool.map(_call, values))
        except BrokenProcessPool:
            complain("report", "a process of it was killed; one goes on alone")
    return [function(value) for value in values]


def cpus() -> int:
    """The CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _take(function: Callable) -> None:
    global _function  # noqa: PLW0603 (of this process alone)
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # while it waits for work; a Ctrl-C is said by the parent alone
    with suppress(OSError, AttributeError):  # Linux alone: end with the parent, however that ends
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _call(value: object) -> object:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return _function(value)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
