"""Runs that are cut short and completed."""

import json
import signal
import socket
import subprocess
from collections import Counter

import command_line
import pytest
from command_line import EVERY_FILE, ONE, QUICK, TWO, check_refused, check_rows, identity, of_problem, read, with_field
from conftest import captured, records, wait_for

from rungs.data.row_format import COLUMNS, Step, read_steps


def test_resume_completes_and_then_changes_nothing(bench, tmp_path):
    base = ["--backend=host", "--filter=stitch/host", *QUICK, "--sizes=64", *EVERY_FILE]
    assert bench(*base, "--param", "repeater=16").returncode == 0
    half, first = (tmp_path / "r.csv").read_bytes(), read(tmp_path / "r.csv")
    assert bench(*base, "--param", "repeater=16,32", "--resume").returncode == 0
    whole, samples = ((tmp_path / name).read_bytes() for name in ("r.csv", "s.csv"))
    assert whole.startswith(half)
    rows = read(tmp_path / "r.csv")
    check_rows(rows)
    assert len(of_problem(rows)) == 2 * len(of_problem(first))

    again = bench(*base, "--param", "repeater=16,32", "--resume")
    assert (again.returncode, again.stderr) == (0, "bench: nothing left to do: r.csv holds every row asked for\n")
    assert [(tmp_path / name).read_bytes() for name in ("r.csv", "s.csv")] == [whole, samples]


@pytest.mark.parametrize(("text", "options"), [
    (None, ["--resume"]), ("", []), ("schema,case,var", ["--resume"]), (",".join(COLUMNS) + "\n", ["--resume"])])
def test_a_file_without_a_whole_row_is_begun(rows_of, tmp_path, text, options):
    if text is not None:
        (tmp_path / "r.csv").write_text(text)
    assert len(of_problem(rows_of(*ONE, *options))) == 1


def test_a_ceiling_that_is_also_asked_for_is_one_row(rows_of):
    """stitch at 64x64 with a repeater of 16 moves 4352 floats, as a fill of 4352x1 does."""
    check_rows(rows_of("--backend=host", "--filter=stitch/host/row_copies$|fill/host", *QUICK, "--sizes=64,4352x1",
                           "--param", "repeater=16"))


# A row that takes its whole time limit: a run of these is long enough to be cut.
CUT = ["--backend=host", "--filter=stitch/host", "--min-time=0.03", "--time-limit=0.03", "--max-noise=0.001",
       "--time-unoptimised", "--progress=never", "--sizes=64,65", "--param", "repeater=16", "--out=r.csv",
       "--samples=s.csv"]


def check_samples(folder, rows):
    """Each row is there once with all its samples, which are numbered 0, 1, 2, ..."""
    check_rows(rows)
    counts = Counter()
    for line in records(folder / "s.csv"):
        key = identity(line)
        assert int(line["sample"]) == counts[key], "a sample is there twice, or is missing"
        counts[key] += 1
    assert counts == {identity(row): int(row["samples"]) for row in rows}


def started(folder, after_rows):
    """A run of many rows, once its file holds some."""
    process = subprocess.Popen([command_line.program(), *CUT, "--json=j.json"], cwd=folder, text=True,
                               env=command_line.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    path = folder / "r.csv"
    wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > after_rows or process.poll() is not None)
    assert process.poll() is None, "ended before it was cut"
    return process


def check_completed(folder, held, option="--resume"):
    """What the cut file held is kept, and the rest is there once, each row with all its samples."""
    assert command_line.call(folder, *CUT, option).returncode == 0 and not (folder / "r.csv.started").exists()
    rows = read(folder / "r.csv")
    assert rows[:len(held)] == held
    check_samples(folder, rows)
    sizes = Counter(row["size"] for row in of_problem(rows))
    assert sizes["64x64"] == sizes["65x65"] >= 4


def test_ctrl_c_ends_after_the_row_and_resume_completes(tmp_path):
    with started(tmp_path, 2) as process:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and "--resume" in errors
    held = read(tmp_path / "r.csv")
    assert len(held) >= 2 and len(of_problem(held)) < 12
    json.loads((tmp_path / "j.json").read_text())
    check_completed(tmp_path, held)


@pytest.mark.parametrize("after_rows", [0, 3])
def test_a_killed_run_leaves_whole_rows_and_resume_completes(tmp_path, after_rows):
    with started(tmp_path, after_rows) as process:
        process.kill()
    held = read(tmp_path / "r.csv")
    assert len(held) >= after_rows
    # The row during which it was killed may be the cause: a resumed run goes on behind it.
    again = command_line.call(tmp_path, *CUT, "--resume")
    failed = [row for row in read(tmp_path / "r.csv") if row["status"] == "failed"]
    assert again.returncode == len(failed) <= 1  # none if it was killed between two rows
    for row in failed:
        assert "the run ended while this row ran" in row["message"] and row not in held
        assert "ran, which has failed; --retry-failed makes it again" in again.stderr
    check_completed(tmp_path, held, "--retry-failed")


def test_a_worker_whose_run_was_killed_while_it_started_is_no_run(tmp_path):
    """It has the run's arguments, and would write the same files beside the run that is resumed."""
    mine, other = socket.socketpair()
    other.close()
    with mine:
        words = ["bash", "-c", f'exec "$@" 3<&{mine.fileno()}', "bash", command_line.program(), *ONE, "--out=r.csv"]
        done = captured(*words, cwd=tmp_path, env={**command_line.environment(), "RUNGS_WORKER": "1"},
                        pass_fds=[mine.fileno()], timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "") and command_line.files(tmp_path) == {}


@pytest.mark.parametrize("tail", ['rungs-row-3,stitch,"host/', "r"])
def test_a_last_row_that_was_cut_is_made_again(bench, tmp_path, one_row_file, tail):
    path = tmp_path / "r.csv"
    path.write_text(one_row_file + tail, newline="")
    again = bench(*TWO, "--out=r.csv", "--resume")
    assert again.returncode == 0 and "r.csv: its last row was cut; it is made again" in again.stderr
    assert path.read_text().startswith(one_row_file) and len(of_problem(read(path))) == 2


def test_a_second_writer_is_refused_and_the_first_loses_nothing(tmp_path):
    with started(tmp_path, 1) as first:
        first.send_signal(signal.SIGSTOP)
        try:
            again = command_line.call(tmp_path, *CUT, "--resume")
        finally:
            first.send_signal(signal.SIGCONT)
        check_refused(again, "--out r.csv", "is being written by another run")
        assert first.wait(60) == 0
    check_samples(tmp_path, read(tmp_path / "r.csv"))


def test_a_wrong_row_that_the_file_holds_is_no_success(bench, tmp_path, one_row_file):
    (tmp_path / "r.csv").write_text(with_field(one_row_file, "status", "incorrect"), newline="")
    again = bench(*ONE, "--out=r.csv", "--resume")
    assert again.returncode == 1 and "1 row that it holds is incorrect or failed" in again.stderr
    # Under another seed inputs are others, and no command reads a file of both.
    check_refused(bench(*ONE, "--out=r.csv", "--resume", "--seed=77"), "by another seed than --seed=77")


def test_retry_failed_keeps_the_rows_where_a_file_beside_them_is_refused(bench, refused, tmp_path, one_row_file):
    (tmp_path / "r.csv").write_text(with_field(one_row_file, "status", "failed"), newline="")
    (tmp_path / "r.side.csv").write_text("name,age\n")
    refused(["r.side.csv", "does not belong to the rows"], *TWO, "--out=r.csv", "--retry-failed")
    (tmp_path / "r.side.csv").unlink()
    assert bench(*TWO, "--out=r.csv", "--retry-failed").returncode == 0
    assert {row["status"] for row in of_problem(read(tmp_path / "r.csv"))} <= {"ok", "unstable"}


@pytest.mark.parametrize(("script", "code", "said"), [
    ('trap "" XFSZ; ulimit -f 20; exec "$@"', 2, "File too large"),
    ('"$@" | head -n 1; exit ${PIPESTATUS[0]}', 130, "finished rows are in r.csv")])
def test_problems_made_side_by_side_end_with_a_full_disk_or_a_closed_pipe(bench, tmp_path, script, code, said):
    """Several workers make them, and each row is written once, when it ends."""
    words = ["--backend=simulator", "--filter=stitch/gpu/", "--verify-only", "--progress=never", "--sizes=16..40+1",
             "--param=repeater=16"]
    assert bench(*words, "--out=whole.csv").returncode == 0
    whole = {identity(row) for row in read(tmp_path / "whole.csv")}
    done = command_line.in_shell(tmp_path, script, *words, "--out=r.csv")
    assert (done.returncode, done.stderr.count(said)) == (code, 1), done.stderr
    made = [identity(row) for row in read(tmp_path / "r.csv")]
    assert 0 < len(made) == len(set(made)) < len(whole) > 100 and whole.issuperset(made)
    assert bench(*words, "--out=r.csv", "--resume").returncode == 0
    rows = [identity(row) for row in read(tmp_path / "r.csv")]
    assert rows[:len(made)] == made and len(rows) == len(whole) and set(rows) == whole


def test_rows_have_their_steps_next_to_them(bench, tmp_path):
    """Of a resumed file those of all its rows."""
    names = ["modulo_with_copies", "fast_division", "modulo_64_bit", "modulo"]
    for part in (names[0], "|".join(names)):
        assert bench("--backend=simulator", "--sizes=32", "--verify-only", "--progress=never", "--out=r.csv",
                     "--resume", f"--filter=^stitch/gpu/({part})$").returncode == 0
    assert {row["variant"] for row in read(tmp_path / "r.csv")} == {f"gpu/{name}" for name in names}
    assert read_steps(tmp_path / "r.csv") == {("stitch", "gpu/fast_division"): Step(("mulshift",)),
                                              ("stitch", "gpu/modulo_64_bit"): Step(("narrow",), "back"),
                                              ("stitch", "gpu/modulo_with_copies"): Step((), "question")}
