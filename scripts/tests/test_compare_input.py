"""What compare.py reads: samples that are not of the run, files that are not rows and bad options are one line each."""

import re

import pytest
from conftest import Command
from made_up_runs import drawn, row, sampled, write, write_sampled

program = Command("compare")
run, refused = program.run, program.refused


# Samples

def two_sampled(tmp_path):
    return [write_sampled(tmp_path / name, [sampled(drawn(100, 0.3, seed))])
            for seed, name in enumerate(("old.csv", "new.csv"))]


def test_samples_can_lie_elsewhere(tmp_path, capsys):
    paths = two_sampled(tmp_path)
    options = []
    for name in ("old", "new"):
        elsewhere = (tmp_path / f"{name}.samples.csv").rename(tmp_path / f"raw {name}")
        options += [f"--{name}-samples", elsewhere]
    assert run(*paths) == 0 and "0 intervals from samples" in capsys.readouterr().out
    assert run(*paths, *options) == 0 and "1 intervals from samples" in capsys.readouterr().out
    assert run(*paths, *options[:2]) == 0 and "0 intervals from samples" in capsys.readouterr().out
    assert "none.csv: cannot be read" in refused(capsys, *paths, "--old-samples", tmp_path / "none.csv")


def test_samples_of_another_run_are_refused(tmp_path, capsys):
    old, new = two_sampled(tmp_path)
    message = refused(capsys, old, new, "--new-samples", tmp_path / "old.samples.csv")
    assert "old.samples.csv: 200 samples" in message and f"{new}:2" in message and "of the same run" in message
    lines = (tmp_path / "new.samples.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "new.samples.csv").write_text("".join(lines[:-1]), encoding="utf-8")
    assert "199 samples" in refused(capsys, old, new)


def test_of_two_sets_of_samples_the_later_counts(tmp_path, capsys):
    old, new = two_sampled(tmp_path)
    path = tmp_path / "new.samples.csv"
    header, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([header, *lines[:7], *lines]), encoding="utf-8")  # interrupted, then --resume
    assert run(old, new) == 0 and "1 intervals from samples" in capsys.readouterr().out


@pytest.mark.parametrize(("change", "wanted"), [
    (lambda text: text.replace("time_us", "time_ms"), ":1: the header is 'case,variant"),
    (lambda text: text[:-1], ":201: the last line does not end"),
    (lambda text: text.replace(",3,", ",3,nan,", 1), ":5: 10 fields"),
    (lambda text: re.sub(r",3,[\d.]+,", ",3,nan,", text), ":5: time_us is 'nan'; expected a number from 1e-18"),
    (lambda text: re.sub(r",3,[\d.]+,", ",3,0,", text), ":5: time_us is '0'"),
    (lambda text: re.sub(r",3,[\d.]+,", ",3,1_0,", text), ":5: time_us is '1_0'"),
    (lambda text: re.sub(r",3,[\d.]+,", ",3,<b>\x1b,", text), ":5: time_us is '<b>\\x1b'"),
    (lambda text: re.sub(r",3(,[\d.]+,)", r",7\1", text), ":5: sample is '7'; expected 3, the row's next, or 0"),
    (lambda text: text + '"open\n', ":202: not CSV")])
def test_bad_samples(tmp_path, capsys, change, wanted):
    old, new = two_sampled(tmp_path)
    path = tmp_path / "new.samples.csv"
    path.write_text(change(path.read_text(encoding="utf-8").replace("\r\n", "\n")), encoding="utf-8")
    message = refused(capsys, old, new)
    assert f"{path}{wanted}" in message and "\x1b" not in message


# Bad input and usage

@pytest.mark.parametrize("side", [0, 1])
def test_files_that_are_not_rows(tmp_path, capsys, side):
    paths = [write(tmp_path / "good.csv", [row()])] * 2
    paths[side] = tmp_path / "bad.csv"
    assert "bad.csv: cannot be read" in refused(capsys, *paths)
    paths[side].write_text("a,b\n1,2\n", encoding="utf-8")
    assert "bad.csv:1: not a file of rows" in refused(capsys, *paths)


@pytest.mark.parametrize("options", [
    ["--threshold", "nan"], ["--threshold", "-1"], ["--threshold", "much"], ["--confidence", "100"],
    ["--confidence", "49"], ["--filter", "("], ["--cycles", "sometimes"]])
def test_bad_options(tmp_path, capsys, options):
    path = write(tmp_path / "rows.csv", [row()])
    with pytest.raises(SystemExit) as caught:
        run(path, path, *options)
    assert caught.value.code == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert f"argument {options[0]}: " in error and options[1] in error


def test_the_filter(tmp_path, capsys):
    paths = [write(tmp_path / f"{us}.csv", [row(us=us), row("stitch/gpu/steady")]) for us in (100, 110)]
    assert [run(*paths, *more) for more in ([], ["--filter", "steady$"], ["--filter", "^stitch/.*ulo"])] == [1, 0, 1]
    capsys.readouterr()
    assert "--filter='^gpu' matches no row" in refused(capsys, *paths, "--filter", "^gpu")
