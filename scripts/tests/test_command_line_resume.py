"""Runs that are cut short and completed."""

import json
import signal
import subprocess
import time
from collections import Counter

import pytest
from command_line import (
    COLUMNS, EVERY_FILE, POINTER, QUICK, SLOW, SMALL, call, check_factors, check_refused, environment,
    identity, of_problem, parse, program, read, with_field,
)


def test_resume_completes_and_then_changes_nothing(bench, tmp_path):
    base = ["--backend=host", "--filter=stitch/host", *QUICK, "--sizes=64", *EVERY_FILE]
    assert bench(*base, "--param", "repeater=16").returncode == 0
    half = (tmp_path / "r.csv").read_bytes()
    assert bench(*base, "--param", "repeater=16,32", "--resume").returncode == 0
    whole = (tmp_path / "r.csv").read_bytes()
    assert whole.startswith(half)
    rows = read(tmp_path / "r.csv")
    assert len({identity(row) for row in rows}) == len(rows)
    assert len(of_problem(rows)) == 2 * len(of_problem(parse(half.decode())))
    check_factors(rows)
    samples = (tmp_path / "s.csv").read_bytes()
    assert samples.count(b"\n") == 1 + sum(int(row["samples"]) for row in rows)

    assert bench(*base, "--param", "repeater=16,32", "--resume").returncode == 0
    assert (tmp_path / "r.csv").read_bytes() == whole
    assert (tmp_path / "s.csv").read_bytes() == samples


def test_resume_of_a_complete_file_says_nothing_of_failing(bench):
    assert bench(*POINTER, *SMALL, "--out=r.csv").returncode == 0
    again = bench(*POINTER, *SMALL, "--out=r.csv", "--resume")
    assert again.returncode == 0
    assert "fail" not in again.stderr.lower()


def test_resume_starts_a_file_that_is_not_there_yet(bench, tmp_path):
    assert bench(*POINTER, *SMALL, "--out=r.csv", "--resume").returncode == 0
    assert len(of_problem(read(tmp_path / "r.csv"))) == 1


def test_resume_keeps_hostile_text(bench, tmp_path, one_row_file):
    """Messages are free text: what stands in a field stays in it when the file is written anew."""
    path = tmp_path / "r.csv"
    for text in ('needs "a", b', "two\nlines\r\nmore", " blanks ", "\t", '"', "ünïcode µs", "'", ",,"):
        path.write_text(with_field(one_row_file, "message", text), newline="")
        before = read(path)
        assert bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16,32", "--out=r.csv",
                     "--resume").returncode == 0
        after = read(path)
        assert after[:len(before)] == before
        assert len(of_problem(after)) == 2


def test_resume_under_another_seed_does_not_pass_for_done(bench, tmp_path):
    """Either it is refused, or the rows of the new seed are run: inputs are others."""
    assert bench(*POINTER, *SMALL, "--seed=1", "--out=r.csv").returncode == 0
    before = (tmp_path / "r.csv").read_bytes()
    again = bench(*POINTER, *SMALL, "--seed=2", "--out=r.csv", "--resume")
    if again.returncode == 0:
        assert {row["seed"] for row in of_problem(read(tmp_path / "r.csv"))} == {"1", "2"}
    else:
        check_refused(again, "r.csv", "seed")
        assert (tmp_path / "r.csv").read_bytes() == before


def test_a_ceiling_that_is_also_asked_for_is_one_row(bench, tmp_path):
    """stitch at 64x64 with a repeater of 16 moves 4352 floats, as a fill of 4352x1 does."""
    assert bench("--backend=host", "--filter=stitch/host/pointer$|fill/host", *QUICK, "--sizes=64,4352x1",
                 "--param", "repeater=16", "--out=r.csv").returncode == 0
    rows = [identity(row) for row in read(tmp_path / "r.csv")]
    assert len(rows) == len(set(rows))


def test_resume_of_a_header_runs_everything(bench, tmp_path):
    (tmp_path / "r.csv").write_text(",".join(COLUMNS) + "\n")
    assert bench(*POINTER, *SMALL, "--out=r.csv", "--resume").returncode == 0
    assert len(of_problem(read(tmp_path / "r.csv"))) == 1


def test_resume_completes_each_seed_of_the_awkward_shapes(bench, tmp_path):
    """The three seeds are three sets of inputs: a row under one does not stand for the others."""
    args = ["--awkward", "--backend=simulator", "--filter=stitch/gpu/modulo$", "--out=r.csv",
            "--progress=never"]
    assert bench(*args).returncode == 0
    path = tmp_path / "r.csv"
    wanted = Counter((*identity(row), row["seed"]) for row in read(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:len(lines) // 2]))
    assert bench(*args, "--resume").returncode == 0
    assert Counter((*identity(row), row["seed"]) for row in read(path)) == wanted


CUT = ["--backend=host", "--filter=stitch/host", *SLOW, "--sizes=64..67+1", "--param", "repeater=16",
       "--out=r.csv"]


def cut(folder, how, after_rows):
    """Starts a run of many rows and sends a signal once the file holds some."""
    path = folder / "r.csv"
    with subprocess.Popen([program(), *CUT, "--json=j.json"], cwd=folder, env=environment(), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while not path.exists() or path.read_bytes().count(b"\n") <= after_rows:
            assert process.poll() is None, "ended before it was cut"
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(how)
        _, errors = process.communicate(timeout=30)
    return process.returncode, errors


def check_completed(folder, held):
    """What the cut file held is kept, the rest is there once, and every factor is filled."""
    result = call(folder, *CUT, "--resume")
    assert result.returncode == 0
    rows = read(folder / "r.csv")
    assert len({identity(row) for row in rows}) == len(rows)
    kept = [{**row, "vs_previous": "", "vs_first": ""} for row in rows]
    assert all({**row, "vs_previous": "", "vs_first": ""} in kept for row in held)
    variants = {row["variant"] for row in of_problem(rows)}
    assert {(row["variant"], row["size"]) for row in of_problem(rows)} == {
        (variant, f"{side}x{side}") for variant in variants for side in range(64, 68)}
    assert len(variants) >= 4
    check_factors(rows)


def test_ctrl_c_ends_after_the_row_and_resume_completes(tmp_path):
    code, errors = cut(tmp_path, signal.SIGINT, 2)
    assert code == 130
    assert "--resume" in errors
    held = read(tmp_path / "r.csv")
    assert len(held) >= 2
    assert len(of_problem(held)) < 16
    check_factors(held)
    json.loads((tmp_path / "j.json").read_text())
    check_completed(tmp_path, held)


@pytest.mark.parametrize("after_rows", [0, 3, 7, 12])
def test_a_killed_run_leaves_whole_rows_and_resume_completes(tmp_path, after_rows):
    code, _ = cut(tmp_path, signal.SIGKILL, after_rows)
    assert code == -signal.SIGKILL
    held = read(tmp_path / "r.csv")
    assert len(held) >= after_rows
    check_completed(tmp_path, held)
