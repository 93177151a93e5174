"""What times vary by, on made-up processes whose variances are known."""

import math
import random

import numpy as np
import pytest
from conftest import records

from rungs.cli.main import main
from rungs.data import process_files
from rungs.data.process_files import Process
from rungs.data.records import csv_text
from rungs.statistics.variance import components

MEAN = 100.0  # us, so that percent are microseconds


def made_up(draw, sizes, samples, processes, gpus):
    """The processes of each GPU, `sizes` samples each; standard deviations in percent of the mean."""
    found = []
    for counts in sizes:
        gpu = MEAN + draw.normal(0, gpus)
        found.append([])
        for count in counts:
            times = gpu + draw.normal(0, processes) + draw.normal(0, samples, count)
            found[-1].append(Process(count, float(times.mean()), float(times.std(ddof=1))))
    return found


EQUAL = [[50] * 5] * 6
UNEQUAL = [[10, 200, 50], [30] * 7, [100, 20], [50] * 5, [400, 40, 15, 60], [80] * 3, [25] * 4]


@pytest.mark.parametrize("sizes", [EQUAL, UNEQUAL])
@pytest.mark.parametrize(("samples", "processes", "gpus"), [(1, 0.5, 0.8), (2, 0.1, 0), (0.2, 1, 0.3), (1, 0, 1)])
def test_known_variances_are_found(sizes, samples, processes, gpus):
    draw = np.random.default_rng(3)
    found = [components(made_up(draw, sizes, samples, processes, gpus)) for _ in range(400)]
    for wanted, each in zip((samples, processes, gpus), zip(*(one.variances for one in found))):
        assert np.mean(each) == pytest.approx(wanted**2, abs=4 * np.std(each) / len(each)**0.5)
        assert np.std(each) < 1.5, "a check that lets everything pass"


@pytest.mark.parametrize("sizes", [EQUAL, UNEQUAL])
def test_where_nothing_differs_p_is_as_often_below_5_percent(sizes):
    draw = np.random.default_rng(4)
    found = [components(made_up(draw, sizes, 1, 0, 0)) for _ in range(1000)]
    assert 0.03 < np.mean([one.processes_p < 0.05 for one in found]) < 0.07
    assert 0.02 < np.mean([one.gpus_p < 0.05 for one in found]) < 0.08


def test_processes_that_differ_do_not_count_for_the_gpus():
    draw = np.random.default_rng(5)
    found = [components(made_up(draw, EQUAL, 1, 2, 0)) for _ in range(500)]
    assert np.mean([one.processes_p < 0.001 for one in found]) > 0.99
    assert np.mean([one.gpus_p < 0.05 for one in found]) < 0.08


def test_an_example_by_hand():
    """Two GPUs of two processes of two samples: 1, 3 | 5, 7 and 11, 13 | 15, 17."""
    root = math.sqrt(2)
    found = components([[Process(2, 2, root), Process(2, 6, root)], [Process(2, 12, root), Process(2, 16, root)]])
    # Mean squares: samples 2 (4 degrees of freedom), processes 16 (2), GPUs 200 (1).
    assert found.mean_us == 9
    assert found.variances == pytest.approx((2, 7, 46))
    assert found.percent == pytest.approx([100 * math.sqrt(variance) / 9 for variance in (2, 7, 46)])
    assert found.processes_p == pytest.approx(0.04)  # F = 8 with 2 and 4 degrees of freedom: (1 + 8 * 2 / 4)^-2
    assert found.gpus_p == pytest.approx(0.0715, abs=2e-4)  # F = 12.5 with 1 and 2, of the means 2, 6 | 12, 16


def test_what_is_too_few_is_not_known():
    def known(*gpus):
        found = components(list(gpus))
        return [value == value for value in (*found.variances, found.processes_p, found.gpus_p)]

    times = [Process(10, mean, 1) for mean in (5, 6, 7, 8)]
    assert known(times[:1]) == [True, False, False, False, False]
    assert known(times) == [True, True, False, True, False]
    assert known(times[:1], times[1:2]) == [True, False, True, False, False]
    assert known(times[:2], times[2:]) == [True] * 5
    single = [Process(1, mean, 0) for mean in (5, 6, 7, 8)]
    assert known(single[:2], single[2:]) == [False, False, False, False, True]


def test_a_variance_below_0_counts_as_0():
    found = components([[Process(10, 5, 1), Process(10, 5, 1)], [Process(10, 5, 1), Process(10, 5, 1)]])
    assert found.variances[1] < 0 and found.percent[1:] == (0, 0)


@pytest.fixture
def run(tmp_path, write_rows):
    """rows.csv of one row on each of three GPUs, four processes each; the third GPU is 5 % slow."""
    row = next(one for one in records() if one["backend"] == "cuda" and one["time_median_us"])
    rows = [{**row, "device_uuid": f"GPU-{gpu}"} for gpu in range(3)]
    draw, lines = random.Random(1), []
    for row in rows:
        slow = 1.05 if row["device_uuid"] == "GPU-2" else 1
        for process in range(1, 5):
            mean = f"{MEAN * slow * draw.gauss(1, 0.003):.6g}"
            lines.append([*(row[name] for name in process_files.COLUMNS[:7]), process, 100, mean, mean, "0.5", ""])
    path = write_rows(rows)
    path.with_suffix(".processes.csv").write_text(csv_text(process_files.COLUMNS, lines), encoding="utf-8")
    return path


def test_the_table_tells_samples_processes_and_gpus_apart(run, capsys):
    assert main(["variance", str(run)]) == 0
    line = capsys.readouterr().out.splitlines()[2].split("  ")
    cells = [cell.strip() for cell in line if cell.strip()]
    assert cells[2:5] == ["3", "12", "102 us"] and cells[5] == "0.5 %"
    assert 0.1 < float(cells[6].split()[0]) < 0.6 and 2 < float(cells[8].split()[0]) < 4
    assert cells[7] == cells[9] == "< 0.001"


@pytest.mark.parametrize(("change", "wanted"), [
    (lambda path, side: side.unlink(), "no rows.processes.csv beside it"),
    (lambda path, side: side.write_text("a,b\n1,2\n"), "the header is 'a,b'"),
    (lambda path, side: side.write_text(side.read_text().replace(",100,", ",many,")), "samples is 'many'"),
    (lambda path, side: side.write_text(side.read_text().replace(",1,100,", ",2,100,")), "process is '2'; expected 1"),
    (lambda path, side: side.write_text(side.read_text().splitlines()[0] + "\n"), "no row has several processes")])
def test_bad_input_is_one_line(run, capsys, change, wanted):
    change(run, run.with_suffix(".processes.csv"))
    assert main(["variance", str(run)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("rungs variance: ") and said.count("\n") == 1 and wanted in said
    assert main(["variance", str(run), "--filter=^nosuch"]) == 2
