"""A function over a list, in several processes."""

import os

import pytest

from rungs.data.errors import RowsError
from rungs.report import at_once


def test_results_come_in_order_from_other_processes():
    outside = {"factor": 3}  # not pickled
    found = at_once.mapped(lambda value: (outside["factor"] * value, os.getpid()), [1, 2, 3, 4])
    assert [value for value, _ in found] == [3, 6, 9, 12]
    if at_once.cpus() > 1:
        assert os.getpid() not in {process for _, process in found}


def test_in_this_process_where_it_is_not_worthwhile():
    assert at_once.mapped(lambda value: (value, os.getpid()), [1, 2], False) == [(1, os.getpid()), (2, os.getpid())]
    assert at_once.mapped(abs, [-7]) == [7] and at_once.mapped(abs, []) == []


def test_an_error_comes_back_as_it_is():
    def broken(value):
        raise RowsError(f"rows.csv:{value}: broken")
    with pytest.raises(RowsError, match="rows.csv:1: broken"):
        at_once.mapped(broken, [1, 2])


def test_a_worker_that_is_killed_costs_time_alone():
    here = os.getpid()

    def deadly(value):
        if os.getpid() != here:
            os._exit(9)
        return value
    assert at_once.mapped(deadly, [1, 2]) == [1, 2]
