"""The score of what is said to limit a kernel: made-up steps with a known score, and the files that it is made from."""

import csv
import math
import shutil

import pytest
from conftest import ROOT, Command
from test_why import lines, write

from rungs.data.errors import RowsError
from rungs.data.why_files import COLUMNS
from rungs.statistics.why_score import Asked, score
from rungs.tables import why_text

program = Command("why")
RUN = ROOT / "results/h100/latest"


def step(case, gain, less, tried, counters, elasticity=1.0):
    """One that works on these resources; `tried` limits, and all other elasticities are 0."""
    return Asked(case, gain, dict.fromkeys(less, 0.5), {"experiments": frozenset({tried}),
                                                        "counters": frozenset(counters)},
                 {**dict.fromkeys(("sm", "dram", "l2"), 0.0), tried: elasticity})


def of_cases(make):
    """The same steps of four cases, of which two are reported."""
    return [one for case in "abcd" for one in make(case)]


def test_shares_are_those_of_the_steps():
    made = score(of_cases(lambda case: [
        step(case, 2, {"dram"}, "dram", {"dram"}),      # both name it
        step(case, 2, {"sm"}, "sm", {"dram"}),          # the experiments alone
        step(case, 1.0, {"sm"}, "dram", {"dram"}),      # free, and gains nothing
        step(case, 1.5, {"l2"}, "l2", {"sm"}),          # the counters say that it is free
        step(case, 1.03, {"sm"}, "sm", {"sm"})]))       # too little to count
    assert (made.named["experiments"].share, made.named["experiments"].steps) == (1, 6)
    assert made.named["counters"].share == pytest.approx(1 / 3)
    assert (made.nothing["experiments"].share, made.nothing["experiments"].steps) == (1, 2)
    assert made.nothing["counters"].share == pytest.approx(1 / 3)
    assert made.named["experiments"].low == made.named["experiments"].high == 1, "all cases are alike"
    assert made.named["advice"].steps == 0 and math.isnan(made.named["advice"].share)


def test_experiments_that_name_the_wrong_resource_fail_the_control():
    made = score(of_cases(lambda case: [step(case, 2, {"sm"}, "dram", {"sm"})]))
    assert made.named["experiments"].share == 0
    assert made.nothing["experiments"].share == 0
    assert made.named["counters"].share == 1


def test_the_interval_is_over_cases():
    made = score([step(case, 2, {"sm"}, "sm" if case in "bd" else "dram", {"sm"})
                  for case in "abcdefgh" for _ in "123"])
    assert made.named["experiments"].share == pytest.approx(0.5)
    assert made.named["experiments"].low == 0 and made.named["experiments"].high == 1


def test_thresholds_are_of_the_other_half():
    """In the first half only cuts of 30 % count for something; in the reported one smaller ones would do better."""
    def small(case, share, tried):
        return Asked(case, 2, {"sm": share}, {"experiments": frozenset({tried})}, {"sm": 1.0})

    made = score([small("a", 0.25, "dram"), small("a", 0.4, "sm"), small("b", 0.25, "sm"), small("b", 0.4, "dram")])
    assert made.cut == 0.3
    assert made.named["experiments"].share == 0


def test_our_advice_is_read():
    found = why_text.advice(ROOT / "results/advice.md")
    assert found["distance", "gpu/black", "gpu/two_passes"] == {"few", "wait"}
    assert len(found) > 50


def test_a_file_without_advice(tmp_path):
    with pytest.raises(RowsError, match="no step with advice"):
        why_text.advice(write(tmp_path / "none.md", []))


def test_a_run_is_scored_from_its_files(tmp_path, capsys):
    """On a committed run's rows and counters, with made-up visits of every cold row: all are limited by the SM."""
    for name in ("rows.csv", "counters.csv.gz", "counters.runs.csv"):
        shutil.copy(RUN / name, tmp_path)
    made = lines(sm=1, dram=0, l2=0, occupancy=0)
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        keys = [[row[name] for name in COLUMNS[:7]] for row in csv.DictReader(file)
                if (row["backend"], row["cache"], row["size"]) == ("cuda", "cold", "10240x10240")]
    visits = write(tmp_path / "rows.why.csv", [[*key, *line[7:]] for key in keys for line in made])
    files = [tmp_path / "rows.csv", tmp_path / "counters.csv", ROOT / "results/advice.md"]
    assert program.run(visits, "--score", *files) == 0
    said = capsys.readouterr().out
    assert "steps; a cut is" in said
    for rule in ("experiments", "counters", "advice"):
        assert f"\n{rule} " in said
    few = write(tmp_path / "few.why.csv", [[*keys[0], *line[7:]] for line in made])
    assert program.run(few, "--score", *files) == 2
    assert "expected two or more" in capsys.readouterr().err
