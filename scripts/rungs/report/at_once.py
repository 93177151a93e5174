"""A function over a list, in several processes. The standard library alone."""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

FORK = "fork"  # a forked process has all that the function refers to; another one would have to be sent it
MOST = 8

_function: Callable = print  # in a worker: what it was forked with


def mapped(function: Callable, values: list, worthwhile: bool = True) -> list:
    """[function(value)] in the order of `values`, in as many processes as there are CPUs, 8 at most; in this one where
    it is not `worthwhile` or processes cannot be forked. What comes back is pickled, errors too."""
    processes = min(os.cpu_count() or 1, MOST, len(values))
    if not worthwhile or processes < 2 or FORK not in multiprocessing.get_all_start_methods():
        return [function(value) for value in values]
    with ProcessPoolExecutor(processes, multiprocessing.get_context(FORK), _take, (function,)) as pool:
        return list(pool.map(_call, values))


def _take(function: Callable) -> None:
    global _function  # noqa: PLW0603 (of this process alone)
    _function = function


def _call(value: object) -> object:
    return _function(value)
