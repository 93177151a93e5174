"""Gains of steps in two runs: the machine cancels out, what moved by 2 % is said, one line a step; what is missing."""

import json

import pytest
from conftest import Command
from made_up_runs import row, write

from rungs.data import runs
from rungs.statistics import compare

program = Command("compare")


def step(slow, quick, interval=0.001, old=None, **more):
    """The rows of a variant and of what it improves."""
    return [{**row(us=us, case="tiles", variant=name, improves=improves, **more), **(changed or {}),
             "ci_low_us": str(us * (1 - interval)), "ci_high_us": str(us * (1 + interval))}
            for us, name, improves, changed in ((slow, "gpu/slow", "", old), (quick, "gpu/quick", "gpu/slow", None))]


@pytest.fixture
def found(tmp_path):
    """The gains of two files of rows."""
    return lambda old, new: compare.gains_of(runs.load(write(tmp_path / "old.csv", old)),
                                     runs.load(write(tmp_path / "new.csv", new)))


@pytest.mark.parametrize(("new", "interval", "moved"), [
    ((200, 100), 0.001, False),   # a machine of half the speed
    ((100, 49.3), 0.001, False), ((100, 48.8), 0.001, True), ((100, 51.2), 0.001, True),
    ((100, 48.8), 0.02, False)])  # within the intervals of the four
def test_only_gains_that_moved_are_said_and_not_times(found, new, interval, moved):
    one, = found(step(100, 50, interval), step(*new, interval))
    assert (one.key[1], one.improves, one.problems, one.moved) == ("gpu/quick", "gpu/slow", 1, moved)
    assert one.old == 2 and one.new == pytest.approx(new[0] / new[1])


def test_one_line_a_step_at_the_problem_that_moved_most(found):
    old = [*step(100, 50, size="1x1"), *step(100, 50, size="2x2"), *step(100, 50, size="3x3")]
    new = [*step(100, 50, size="1x1"), *step(100, 45, size="2x2"), *step(100, 48, size="4x4")]
    one, = found(old, new)
    assert (one.key[3], one.problems, one.moved) == ("2x2", 2, True)


@pytest.mark.parametrize("change", [
    {"status": "unstable"}, {"device_uuid": "GPU-other"},
    {"status": "failed", "time_median_us": "", "iqr_percent": ""}])
def test_rows_that_make_no_gain(found, change):
    assert found(step(100, 50), step(100, 40, old=change)) == []
    assert found(step(100, 50, old=change), step(100, 40)) == []


def test_text_and_json_name_the_steps_that_moved_and_what_is_missing(tmp_path, capsys):
    paths = [write(tmp_path / name, rows) for name, rows in (
        ("old.csv", step(100, 50, noise=4)), ("new.csv", step(101, 48, noise=4)))]
    program.run(*paths, "--json", tmp_path / "both.json")
    said = capsys.readouterr().out
    assert "tiles/gpu/quick from gpu/slow" in said and "2.00x" in said and "1.0521x" in said
    assert "steps in both runs: 1; the gain of 1 moved by 2 % or more" in said
    assert "can be told: 2 a narrower interval (bench --processes 2)" in said
    one, = json.loads((tmp_path / "both.json").read_text())["gains"]
    assert (one["variant"], one["improves"], one["moved"], one["problems"]) == ("gpu/quick", "gpu/slow", True, 1)
    program.run(paths[0], paths[0])
    assert "gains within" not in capsys.readouterr().out
    report = compare.compare(runs.load(paths[0]), runs.load(paths[1]))
    assert report.counts["cannot tell"] == 2 and report.missing.startswith("2 a narrower")
