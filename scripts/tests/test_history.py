"""The history of a variant: runs in order, each once, and the steps at which the time changed."""

import hostile
import numpy as np
import pytest
from conftest import SECOND_RUNS, Command, records, twice_on_one_gpu
from figures import faults, written
from made_up_runs import row, write
from matplotlib import image

from rungs.plots import history_plot
from rungs.statistics import change_points, history

program = Command("history")
run, refused = program.run, program.refused


def write_runs(folder, times, **more):
    """A run a month, each with a row of gpu/modulo and a steady one; their names are not in the order of time."""
    for number, us in enumerate(times):
        stamp = {"timestamp": f"20{20 + number // 12}-{number % 12 + 1:02}-01T10:00:00Z", "commit": f"c{number:03}"}
        made = [row(us=us, noise=0.1, **{**stamp, **more}), row("stitch/gpu/steady", us=50, noise=0.1, **stamp)]
        write(folder / f"{len(times) - number:03}-run" / "rows.csv", made)
    return folder


# Steps

def found(times, error=0.001, threshold=1.0):
    return [step.index for step in change_points.find(times, [error] * len(times), threshold)]


def wandering(times, sd=0.001, seed=5):
    return [us * factor for us, factor in zip(times, np.exp(np.random.default_rng(seed).normal(0, sd, len(times))))]


@pytest.mark.parametrize(("times", "wanted"), [
    ([], []), ([100], []), ([100, 100], []), ([100, 102], [1]), ([100, 100.2], []),
    ([100] * 8 + [102] * 6, [8]), ([100] * 8 + [98] * 6, [8]), ([100] * 8 + [100.2] * 6, []),
    ([100] * 8 + [102], [8]), ([100] + [102] * 8, [1]),  # the last, or the first run alone
    ([100] * 4 + [96] * 6 + [100] * 4, [4, 10]),   # there and back
    ([100] * 5 + [110] * 5 + [130] * 5, [5, 10]),
    ([100] * 5 + [150] + [100] * 5, []),           # one run that went wrong
    ([150] + [100] * 5 + [120] * 5, [1, 6]),
    ([100, 103] * 6, [])])                         # up and down is no step
def test_steps(times, wanted):
    assert found(times) == wanted
    if len(times) > 3:
        for seed in range(20):
            assert found(wandering(times, seed=seed)) == wanted, seed


@pytest.mark.parametrize(("times", "wanted"), [
    # The largest shift would be that of 6 and 5, a run beside the step.
    ([100.0, 99.9, 100.2, 99.6, 99.9, 101.0, 103.5, 102.9, 103.0, 102.8, 102.5, 102.9, 102.7, 103.6, 103.3], [6]),
    ([100.2, 100.0, 100.0, 99.8, 100.7, 99.8, 99.6, 99.9, 99.8, 100.2, 99.8, 100.4, 99.8, 99.7, 102.4, 103.5], [14]),
    # Neighbours before the last change differ by more than half of it.
    ([100.0, 99.2, 100.0, 101.5, 101.5], []), ([100.0, 99.3, 100.0, 101.5, 101.5], [3])])
def test_one_step_is_not_taken_for_two(times, wanted):
    assert found(times) == wanted


def test_a_step_within_the_noise_is_none():
    times = [100] * 3 + [103] * 3
    assert found(times) == [3] and found(times, error=0.02) == []
    assert found([100] * 30 + [103] * 30, error=0.02) == [30]  # more runs know more
    assert found(times, threshold=3.5) == []
    step, = change_points.find([100, 101, 100, 110, 110, 111], [0.001] * 6, 1.0)
    assert [step.before_us, step.after_us, step.percent] == pytest.approx([100, 110, 10])


# Runs

def test_a_file_behind_a_link_counts_once(tmp_path):
    write_runs(tmp_path / "gpu", [100, 101])
    (tmp_path / "gpu" / "latest").symlink_to("001-run")
    (tmp_path / "linked.csv").symlink_to("gpu/001-run/rows.csv")
    write(tmp_path / "gpu" / "001-run" / "rows-second-run.csv", [row()])
    run_folder, latest = tmp_path / "gpu" / "001-run", tmp_path / "gpu" / "latest"
    everything = [tmp_path, latest, tmp_path / "linked.csv", run_folder / "rows.csv"]
    for paths, count in ((everything, 2), ([latest], 1), ([*everything, run_folder / "rows-second-run.csv"], 3)):
        assert len(history.find_files(paths)) == count


def test_the_table(tmp_path, capsys):
    times = [100, 100.1, 100, 100.2, 103, 103.1, 103]
    assert run(write_runs(tmp_path, times), "--filter", "modulo$") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "stitch/gpu/modulo  1024x1024, repeater=100, cold  Made-up GPU"
    assert [line.split()[2] for line in lines[2:9]] == [f"c{number:03}" for number in range(7)]
    assert "+0.10 %" in lines[3] and "-0.10 %" in lines[4] and "+2.79 %" in lines[6]
    assert [line.endswith("<- step") for line in lines[2:9]] == [False] * 4 + [True] + [False] * 2
    assert lines[9] == "  step: 2.9 % slower from 2020-05-01 10:00 (commit c004) on: 100 us -> 103 us"
    assert len(lines) == 10


def test_runs_without_a_time_are_shown_and_not_counted(tmp_path, capsys):
    write_runs(tmp_path, [100, 100, 100])
    failed = {"status": "failed", "message": "why\x1b", "time_median_us": "", "iqr_percent": ""}
    for number, more in enumerate([{"status": "unstable", "us": 150}, failed]):
        write(tmp_path / f"bad{number}" / "rows.csv", [row(timestamp=f"2021-0{number + 1}-01T10:00:00Z", **more)])
    assert run(tmp_path, "--filter", "modulo$") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].endswith("150 us  0.3 %           unstable") and lines[6].endswith("failed: why")
    assert lines[7] == "  no step in 5 runs"


def test_what_changed_beside_the_commit_is_named(tmp_path, capsys):
    for month, uuid in enumerate("aab", start=1):
        write(tmp_path / str(month) / "rows.csv", [row(device_uuid=uuid, timestamp=f"2021-0{month}-01T10:00:00Z")])
    assert run(tmp_path) == 0
    assert [("other device_uuid" in line) for line in capsys.readouterr().out.splitlines()[2:5]] == [False, False, True]


@pytest.mark.parametrize(("change", "reason"), [
    ({}, "commit c2"), ({"device_uuid": "GPU-other"}, "another GPU"), ({"host": "Other CPU"}, "another computer"),
    ({"sm_clock_mhz": "1800"}, "its clock went from 1980 to 1800 MHz"), ({"sm_clock_mhz": "1900"}, "commit c2"),
    ({"speed_of_light_percent": "80"}, "its speed of light moved as much"),
    ({"speed_of_light_percent": "72.7"}, "commit c2")])
def test_a_step_is_no_commits_where_something_else_explains_it(tmp_path, capsys, change, reason):
    for month, more in enumerate([{}, {}, {"us": 110, **change}, {"us": 110, **change}]):
        share = {"speed_of_light_percent": "80"} if "speed_of_light_percent" in change else {}
        write(tmp_path / str(month) / "rows.csv", [row(**{
            "us": 100, "noise": 0.1, "commit": f"c{month}", "timestamp": f"2021-0{month + 1}-01T10:00:00Z", **share,
            **more})])
    assert run(tmp_path, "--plot", tmp_path / "x.svg") == 0
    assert f"  step: 10 % slower from 2021-03-01 10:00 ({reason}) on: 100 us -> 110 us" in capsys.readouterr().out


def test_ceilings_come_first(tmp_path, capsys):
    write(tmp_path / "rows.csv", [row(), row("copy/gpu/vector_copy"), row("read/gpu/vector_read")])
    assert run(tmp_path) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "/gpu/" in line]
    assert names == ["copy/gpu/vector_copy", "read/gpu/vector_read", "stitch/gpu/modulo"]


def test_a_device_at_a_time(tmp_path, capsys):
    write_runs(tmp_path / "a", [100, 100])
    write_runs(tmp_path / "b", [200, 200], device="Other GPU", timestamp="2019-01-01T10:00:00Z")
    assert run(tmp_path, "--filter", "modulo$") == 0
    out = capsys.readouterr().out
    assert out.count("no step in 2 runs") == 2 and "cold  Other GPU\n" in out and "+100" not in out


def test_what_is_wanted(tmp_path, capsys):
    made = [row(), row(size="8x8"), row(params="repeater=7"), row(params="repeater=7;mode=x"), row(cache="hot"),
            row("stitch/gpu/other"), row(backend="simulator", time_median_us="", cache="cold")]
    path = write(tmp_path / "rows.csv", made)
    for options, count in (([], 5), (["--filter", "modulo$"], 4), (["--size", "8x8"], 1), (["--cache", "hot"], 1),
                           (["--params", "repeater=7"], 2), (["--params", "mode=x;repeater=7"], 1)):
        assert run(path, *options) == 0
        assert capsys.readouterr().out.count("no step in 1 run\n") == count, options
    assert "no row fits of 7 in 1 files" in refused(capsys, path, "--size", "9x9")
    assert "no row fits" in refused(capsys, path, "--params", "mode=y")


def test_many_series_are_a_line_each(tmp_path, capsys):
    for number, us in enumerate((100, 110)):
        write(tmp_path / str(number) / "rows.csv", [row(us=us if size == 3 else 50, noise=0.1, size=str(size),
                                                        timestamp=f"2021-0{number + 1}-01T10:00:00Z")
                                                    for size in range(1, 10)])
    assert run(tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].endswith(": 2 runs, 10 % slower from 2021-02-01 10:00 (commit abc) on: 100 us -> 110 us")
    assert sum(line.endswith("2 runs, no step") for line in lines) == 8 and lines[-1].startswith("9 series")


def test_two_real_runs_of_one_build_have_no_step(tmp_path, capsys):
    for path in SECOND_RUNS:
        assert run(*twice_on_one_gpu(path, tmp_path), "--filter", "/(gpu|peer)/") == 0
        out = capsys.readouterr().out
        assert out.count(" 2 runs") >= 20 and "slower" not in out and "faster" not in out


# Bad input

def test_bad_input_is_one_line(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert f"{tmp_path / 'empty'}: no rows.csv" in refused(capsys, tmp_path / "empty")
    assert "none.csv: cannot be read" in refused(capsys, tmp_path / "none.csv")
    for stamp in ("", "2021-13-01T10:00:00Z", "nan\x1b"):
        path = write(tmp_path / "stamp.csv", [row(timestamp=stamp)])
        message = refused(capsys, path)
        assert f"{path}:2: timestamp is {stamp!r}; expected one like 2026-11-20T23:42:10Z" in message


def test_hostile_text_is_shown_harmlessly(tmp_path, capsys):
    made = [dict(line, timestamp="2021-01-01T10:00:00Z", commit="\x1b[31m\n") for line in hostile.change(records())]
    path = write(tmp_path / "rows.csv", made)
    plot = ["--params", "tile=8", "--plot", tmp_path / "x.svg"]
    for options in ([], ["--filter", "escape"], ["--filter", r"\$x_1", *plot], ["--filter", "<b>", *plot]):
        assert run(path, *options) == 0
        assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())


# The plot

@pytest.mark.parametrize("times", [
    [100], [100, 110], [100] * 4 + [96] * 6 + [100] * 4, [100 * 1.1 ** (n // 3) for n in range(60)],
    [999] * 4 + [1003] * 3, [5e6] * 30])
def test_no_text_of_the_plot_lies_on_another_or_is_cut(tmp_path, style_on, times):
    series = history.read(history.find_files([write_runs(tmp_path, times)]), history.Wanted())
    figure = history_plot.draw(series, 1.0)
    assert faults(figure) == []
    shown = written(figure)
    assert any(text.startswith("stitch/gpu/steady") for text in shown) and any("c000" in text for text in shown)
    assert any(text.endswith("0 %") for text in shown) == (len(set(times)) > 1 and max(times) > 1.02 * min(times))


def test_the_plot_is_written_and_the_same_each_time(tmp_path, capsys):
    runs = write_runs(tmp_path / "runs", [100, 100, 110, 110])
    for name in ("a.svg", "b.svg", "a.png"):
        assert run(runs, "--plot", tmp_path / name) == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert image.imread(tmp_path / "a.png").shape[1] == 1800


def test_what_is_too_much_for_a_plot(tmp_path, capsys):
    many = write(tmp_path / "many.csv", [row(size=str(size)) for size in range(1, 10)])
    assert "--plot: 9 series; expected up to 8" in refused(capsys, many, "--plot", tmp_path / "x.png")
    two = [write(tmp_path / f"{name}.csv", [row(device=name)]) for name in "ab"]
    assert "--plot: rows of a, b; expected one device" in refused(capsys, *two, "--plot", tmp_path / "x.png")
    none = write(tmp_path / "none.csv", [row(time_median_us="")])
    assert "no run has a time" in refused(capsys, none, "--plot", tmp_path / "x.png")
    (tmp_path / "y.png").mkdir()
    assert "a folder" in refused(capsys, two[0], "--plot", tmp_path / "y.png")
    assert not (tmp_path / "x.png").exists()
