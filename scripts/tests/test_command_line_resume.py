"""Runs that are cut short and completed."""

import csv
import json
import shlex
import shutil
import signal
import subprocess
import time
from collections import Counter

import pytest
from command_line import (
    COLUMNS,
    EVERY_FILE,
    POINTER,
    QUICK,
    SLOW,
    SMALL,
    call,
    check_refused,
    environment,
    identity,
    of_problem,
    parse,
    program,
    read,
    with_field,
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
    """Messages are free text, and are kept as they are."""
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


def test_resume_completes_each_seed_of_the_edge_cases(bench, tmp_path):
    """The three seeds are three sets of inputs: a row under one does not stand for the others."""
    args = ["--edge-cases", "--backend=simulator", "--filter=stitch/gpu/modulo$", "--out=r.csv", "--progress=never"]
    assert bench(*args).returncode == 0
    path = tmp_path / "r.csv"
    wanted = Counter((*identity(row), row["seed"]) for row in read(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:len(lines) // 2]))
    assert bench(*args, "--resume").returncode == 0
    assert Counter((*identity(row), row["seed"]) for row in read(path)) == wanted


CUT = ["--backend=host", "--filter=stitch/host", *SLOW, "--sizes=64..67+1", "--param", "repeater=16",
       "--out=r.csv", "--samples=s.csv"]


def samples_of(folder):
    """{identity of a row: how many samples it has}, after a look at their numbers: 0, 1, 2, ..."""
    counts = Counter()
    for line in csv.DictReader((folder / "s.csv").read_text().splitlines()):
        key = identity(line)
        assert int(line["sample"]) == counts[key], "a sample is there twice, or is missing"
        counts[key] += 1
    return dict(counts)


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
    """What the cut file held is kept, and the rest is there once, each row with all its samples."""
    result = call(folder, *CUT, "--resume")
    assert result.returncode == 0
    rows = read(folder / "r.csv")
    assert len({identity(row) for row in rows}) == len(rows)
    assert rows[:len(held)] == held
    assert samples_of(folder) == {identity(row): int(row["samples"]) for row in rows}
    variants = {row["variant"] for row in of_problem(rows)}
    assert {(row["variant"], row["size"]) for row in of_problem(rows)} == {
        (variant, f"{side}x{side}") for variant in variants for side in range(64, 68)}
    assert len(variants) >= 4


def test_ctrl_c_ends_after_the_row_and_resume_completes(tmp_path):
    code, errors = cut(tmp_path, signal.SIGINT, 2)
    assert code == 130
    assert "--resume" in errors
    held = read(tmp_path / "r.csv")
    assert len(held) >= 2
    assert len(of_problem(held)) < 16
    json.loads((tmp_path / "j.json").read_text())
    check_completed(tmp_path, held)


@pytest.mark.parametrize("after_rows", [0, 3, 7, 12])
def test_a_killed_run_leaves_whole_rows_and_resume_completes(tmp_path, after_rows):
    code, _ = cut(tmp_path, signal.SIGKILL, after_rows)
    assert code == -signal.SIGKILL
    held = read(tmp_path / "r.csv")
    assert len(held) >= after_rows
    check_completed(tmp_path, held)


@pytest.mark.parametrize("tail", ["rungs-row-2,stitch,ho", 'rungs-row-2,stitch,"host/', "rungs-row-2", "r"])
def test_a_last_row_that_was_cut_is_made_again(bench, tmp_path, one_row_file, tail):
    path = tmp_path / "r.csv"
    path.write_text(one_row_file + tail, newline="")
    again = bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16,32", "--out=r.csv", "--resume")
    assert again.returncode == 0 and "r.csv: its last row was cut; it is made again" in again.stderr
    assert path.read_text().startswith(one_row_file)
    assert len(of_problem(read(path))) == 2


@pytest.mark.parametrize(("text", "options"), [("", []), ("", ["--resume"]), ("schema,case,var", ["--resume"]),
                                               (",".join(COLUMNS), ["--resume"])])
def test_a_file_that_died_before_its_header_was_whole_is_begun_again(bench, tmp_path, text, options):
    (tmp_path / "r.csv").write_text(text)
    assert bench(*POINTER, *SMALL, "--out=r.csv", *options).returncode == 0
    assert len(of_problem(read(tmp_path / "r.csv"))) == 1


def test_a_second_writer_is_refused_and_the_first_loses_nothing(tmp_path):
    path = tmp_path / "r.csv"
    with subprocess.Popen([program(), *CUT], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL) as first:
        while not path.exists() or path.read_bytes().count(b"\n") < 2:
            assert first.poll() is None
            time.sleep(0.002)
        check_refused(call(tmp_path, *CUT, "--resume"), "--out r.csv", "is being written by another run")
        assert first.wait(60) == 0
    rows = read(path)
    assert len({identity(row) for row in rows}) == len(rows)
    assert samples_of(tmp_path) == {identity(row): int(row["samples"]) for row in rows}


def test_a_wrong_row_that_the_file_holds_is_no_success(bench, tmp_path, one_row_file):
    (tmp_path / "r.csv").write_text(with_field(one_row_file, "status", "incorrect"), newline="")
    again = bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16", "--out=r.csv", "--resume")
    assert again.returncode == 1 and "1 row that it holds is incorrect or failed" in again.stderr


def test_samples_of_other_rows_are_not_taken_over(bench, tmp_path):
    assert bench(*POINTER, *SMALL, *EVERY_FILE).returncode == 0
    (tmp_path / "r.csv").unlink()
    before = (tmp_path / "s.csv").read_bytes()
    check_refused(bench(*POINTER, *SMALL, "--out=r.csv", "--samples=s.csv", "--resume"), "--samples", "s.csv")
    assert (tmp_path / "s.csv").read_bytes() == before


def test_a_full_disk_leaves_whole_files_and_resume_completes(tmp_path):
    """The file size limit of the shell stands for a full disk: writes beyond it fail."""
    limit = 24 if shutil.which("bash") else pytest.skip("there is no bash")
    words = " ".join(shlex.quote(word) for word in [program(), *CUT])
    full = subprocess.run(["bash", "-c", f"trap '' XFSZ; ulimit -f {limit}; exec {words}"], cwd=tmp_path,
                          env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert full.returncode == 1 and "File too large" in full.stderr
    check_completed(tmp_path, read(tmp_path / "r.csv"))
