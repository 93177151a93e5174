"""ncu_check.py on reports of our own making, in the shape that ncu --csv prints."""

import csv
import io
import subprocess

import ncu_check
import pytest

HEADER = ["ID", "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
          "Id:Domain:Start/Stop_Range:PL_Type", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"]


def report(*kernels):
    """The output of bench under ncu: text of bench, then a quoted line a kernel (range, unit, value)."""
    text = io.StringIO()
    text.write("stitch  10x10\n  gpu/modulo  correct\n==PROF== Disconnected\n")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(HEADER)
    for name, unit, value in kernels:
        pushed = f'929  "rungs:{name}:none:none:none:none:REGISTERED:{name}" ' if name else ""
        writer.writerow(["0", pushed, "", "kernel(int)", "gpu__time_duration.sum", unit, value])
    return text.getvalue()


@pytest.fixture
def ncu(monkeypatch):
    """Makes ncu print a given text."""
    def prints(text):
        done = subprocess.CompletedProcess([], 0, stdout=text, stderr="no permission")
        monkeypatch.setattr(ncu_check.subprocess, "run", lambda *args, **kwargs: done)
    return prints


def test_durations_are_summed_by_range_and_units_are_read(ncu):
    ncu(report(("a.b", "ns", "274,912"), ("a.b", "us", "0.088"), ("c", "ms", "1.5"), ("", "ns", "7")))
    assert ncu_check.durations_us("bench", []) == pytest.approx({"a.b": 275.0, "c": 1500.0})


def test_a_check_that_compared_nothing_is_none(ncu, tmp_path, monkeypatch, capsys):
    ncu(report(("stitch.gpu/other.9x9", "us", "5")))
    rows = tmp_path / "rows.csv"
    rows.write_text("cache,backend,case,variant,size,params,time_median_us\ncold,cuda,stitch,gpu/modulo,9x9,,5\n")
    monkeypatch.setattr(ncu_check.sys, "argv", ["ncu_check.py", str(rows)])
    assert ncu_check.main() == 2
    assert "no cold GPU row" in capsys.readouterr().err


def test_a_report_without_kernels_says_what_ncu_said(ncu):
    ncu("nothing\n")
    with pytest.raises(SystemExit, match="ncu reported no kernel"):
        ncu_check.durations_us("bench", [])


@pytest.mark.parametrize(("median", "code"), [("280", 0), ("290", 1), ("260", 1)])
def test_farther_apart_than_three_percent_fails(ncu, tmp_path, monkeypatch, capsys, median, code):
    rows = tmp_path / "rows.csv"
    rows.write_text("case,variant,backend,size,params,cache,time_median_us\n"
                    f"stitch,gpu/modulo,cuda,10x10,repeater=100,cold,{median}\n"
                    "stitch,gpu/modulo,cuda,10x10,repeater=100,hot,1\n")
    ncu(report(("stitch.gpu.modulo.10x10.repeater=100", "us", "276")))
    monkeypatch.setattr("sys.argv", ["ncu_check.py", str(rows)])
    assert ncu_check.main() == code
    assert "stitch/gpu/modulo" in capsys.readouterr().out
