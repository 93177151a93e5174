"""ncu_check.py on reports of our own making, in the shape that ncu --csv prints."""

import csv
import io
import subprocess

import ncu_check
import pytest

HEADER = ["ID", "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
          "Id:Domain:Start/Stop_Range:PL_Type", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"]


HEAD = "case,variant,backend,size,params,cache,message,time_median_us,event_overhead_us\n"


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


def test_durations_are_gathered_by_range_and_units_are_read(ncu):
    ncu(report(("a.b", "ns", "274,912"), ("a.b", "us", "0.088"), ("c", "ms", "1.5"), ("", "ns", "7")))
    assert ncu_check.durations_us("bench", []) == {"a.b": [274.912, 0.088], "c": [1500.0]}


def test_a_check_that_compared_nothing_is_none(ncu, tmp_path, monkeypatch, capsys):
    ncu(report(("stitch.gpu/other.9x9", "us", "5")))
    rows = tmp_path / "rows.csv"
    rows.write_text(HEAD + "stitch,gpu/modulo,cuda,9x9,,cold,,5,1\n")
    monkeypatch.setattr(ncu_check.sys, "argv", ["ncu_check.py", str(rows)])
    assert ncu_check.main() == 2
    assert "no cold GPU row" in capsys.readouterr().err


def test_a_report_without_kernels_says_what_ncu_said(ncu):
    ncu("nothing\n")
    with pytest.raises(ncu_check.NotProfiled, match="ncu reported no kernel"):
        ncu_check.durations_us("bench", [])


NAMES = ("modulo", "one", "two", "three_with_copies")


def checked(monkeypatch, tmp_path, lines):
    """The exit code on rows of these variants, each a (name, message, median, overhead)."""
    rows = tmp_path / "rows.csv"
    rows.write_text(HEAD + "".join(f"stitch,gpu/{name},cuda,10x10,repeater=100,cold,{message},{median},{overhead}\n"
                                   for name, message, median, overhead in lines)
                    + "stitch,gpu/modulo,cuda,10x10,repeater=100,hot,,1,1\n")
    monkeypatch.setattr("sys.argv", ["ncu_check.py", str(rows)])
    return ncu_check.main()


@pytest.mark.parametrize(("us", "kernels", "net", "agrees"), [
    (276, 1, 281.4, True), (276, 1, 281.6, False), (276, 1, 270.6, True), (276, 1, 270.4, False),
    (22, 1, 22.69, True), (22, 1, 22.71, False), (10, 1, 10.69, True), (10, 1, 10.71, False), (10, 1, 9.31, True), (10, 1, 9.29, False),
    (276, 3, 283.8, True), (276, 3, 284.0, False)])
def test_how_far_apart_the_two_may_be(us, kernels, net, agrees):
    assert ncu_check.Compared("a", net + 1.5, 1.5, us, kernels, "").agrees == agrees


def test_the_median_of_several_runs_counts(monkeypatch):
    times = iter([{"stitch.gpu.modulo.10x10": [us, 0.5]} for us in (30, 99, 31)])
    row = {"case": "stitch", "variant": "gpu/modulo", "size": "10x10", "params": "", "message": "",
           "time_median_us": "33", "event_overhead_us": "1.5"}
    one, = ncu_check.compared([row], list(times))
    assert (one.profiled, one.kernels, one.net) == (31.5, 2, 31.5)


def test_rows_that_are_apart_are_named_and_two_may_be(ncu, tmp_path, monkeypatch, capsys):
    ncu(report(*((f"stitch.gpu.{name}.10x10.repeater=100", "us", "276") for name in NAMES)))
    good = [(name, "", 277.5, 1.3) for name in NAMES]
    assert checked(monkeypatch, tmp_path, good) == 0
    assert "4 rows: 4 agree, 0 cannot agree, 0 unexplained" in capsys.readouterr().out
    wrong = [(name, "", 300, 1.3) for name in NAMES]
    assert checked(monkeypatch, tmp_path, wrong[:2] + good[2:]) == 0
    out = capsys.readouterr().out
    assert "2 unexplained" in out and out.count("NOT WITHIN: unexplained") == 2
    assert checked(monkeypatch, tmp_path, wrong) == 1
    assert "1 cannot agree, 3 unexplained" in capsys.readouterr().out
    waits = [("modulo", "waits inside its launch: ...", 300, 1.3)] + wrong[1:]
    assert checked(monkeypatch, tmp_path, waits) == 0
    assert "the call waits for the GPU" in capsys.readouterr().out


def test_rows_of_an_older_schema_are_refused(ncu, tmp_path, monkeypatch, capsys):
    ncu(report(("stitch.gpu.modulo.9x9", "us", "5")))
    rows = tmp_path / "rows.csv"
    rows.write_text("cache,backend,case,variant,size,params,message,time_median_us\ncold,cuda,stitch,gpu/modulo,9x9,,,5\n")
    monkeypatch.setattr("sys.argv", ["ncu_check.py", str(rows)])
    assert ncu_check.main() == 2
    assert "event_overhead_us" in capsys.readouterr().err
