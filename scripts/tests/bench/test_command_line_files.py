"""Files of `bench` in odd places, and what the system refuses: streams, missing folders, limits, full disks, closed
pipes. Nothing is lost, nothing empty is left, and an error is one line."""

import json
import os

import command_line
import pytest
from command_line import EVERY_FILE, ONE, POINTER, TWO, check_refused, check_rows, files, in_shell, of_problem, read

LONG = "x" * 300


def test_a_pipe_and_a_redirected_file_get_the_rows_whole(tmp_path):
    done = in_shell(tmp_path, '"$@" --out >(cat >sub.csv; touch end) >tables; until [ -e end ]; do sleep 0.01; done; '
                              '"$@" --out /dev/stdout >redirected.csv', *ONE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "row_copies" in (tmp_path / "tables").read_text()
    for name in ("sub.csv", "redirected.csv"):
        assert len(of_problem(read(tmp_path / name))) == 1
    assert sorted(files(tmp_path)) == ["end", "redirected.csv", "sub.csv", "tables"]


def test_each_file_can_be_standard_output(bench, tmp_path):
    done = bench(*ONE, "--out=-")
    assert (done.returncode, done.stderr) == (0, "")
    rows = command_line.rows_in(done.stdout)
    check_rows(rows)
    assert len(of_problem(rows)) == 1
    assert len(json.loads(bench(*ONE, "--json=-").stdout)["benchmarks"]) == 1
    assert bench(*ONE, "--samples=-").stdout.startswith("case,variant,")
    assert files(tmp_path) == {}


@pytest.mark.parametrize(("words", "texts"), [
    ("--out=- --resume", "--out - is a stream"), ("--out=- --energy", "--energy"),
    ("--out=- --json=-", "is the file of"), ("--samples=- --format=brief", "--format"),
    ("--format=jsonl --list", "--format: is of rows; with --list use --list=json"),
    ("--format=jsonl --self-test", "--format: is of rows, but --self-test prints a report"),
    ("--format=jsonl -- --benchmark_format=json", "leave out --format or the file -, or --benchmark_format"),
    ("--out=- -- --benchmark_format=json", "leave out"), ("--json=- -- --benchmark_format=csv", "leave out")])
def test_standard_output_is_for_one_thing(refused, words, texts):
    refused([texts], *(word for word in ONE if "energy" not in words or "backend" not in word), *words.split())


def test_missing_folders_are_made_and_go_again_where_the_run_is_refused(bench, refused, tmp_path):
    words = ["--out=a/b/r.csv", "--json=c/j.json"]
    refused(["--samples", "File name too long"], *ONE, *words, f"--samples=d/{LONG}")
    assert bench(*ONE, *words, "--samples=d/s.csv").returncode == 0
    assert {path for path, text in files(tmp_path).items() if text} == {
        "a/b/r.csv", "a/b/r.environment.csv", "a/b/r.steps.csv", "c/j.json", "d/s.csv"}


@pytest.mark.parametrize("option", ["--out", "--samples", "--json"])
def test_impossible_places_are_refused_in_the_systems_words(bench, tmp_path, option):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    before = files(tmp_path)
    companion = "y" * 242 + ".csv"  # of --out, which has the longest
    for place in (LONG, "loop/r.csv", "file/r.csv", "/proc/nothing/r.csv", *[companion] * (option == "--out")):
        done = bench(*ONE, f"{option}={place}")
        check_refused(done, option)
        assert "filesystem error" not in done.stderr and files(tmp_path) == before


@pytest.mark.parametrize("option", ["--out", "--samples", "--json"])
@pytest.mark.parametrize(("place", "said"), [
    ("/dev/full", "writing /dev/full: No space left on device"), ("fifo", "nothing reads from it")])
def test_a_stream_that_takes_nothing_is_said(bench, tmp_path, option, place, said):
    os.mkfifo(tmp_path / "fifo")
    done = bench(*ONE, *(word for word in EVERY_FILE if not word.startswith(option)), f"{option}={place}")
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1
    held = {path for path, text in files(tmp_path).items() if path != "fifo"}
    assert held <= {"r.csv", "s.csv", "r.environment.csv"}
    assert not held or option == "--json", "rows that were made stay"


@pytest.mark.parametrize("traps", ["", "trap '' XFSZ; "])
@pytest.mark.parametrize("option", ["--out=r.csv", "--json=r.json", "--samples=r.csv"])
def test_a_limit_of_the_file_size_is_said_and_leaves_no_cut_file(tmp_path, option, traps):
    done = in_shell(tmp_path, f'{traps}ulimit -f 1; exec "$@"', *TWO, option)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "File too large" in done.stderr
    for text in files(tmp_path).values():
        rows = command_line.rows_in(text.decode())
        assert rows
        check_rows(rows)


def test_too_few_file_descriptors_are_said(tmp_path):
    for descriptors in (7, 63):
        done = in_shell(tmp_path, f'ulimit -n {descriptors}; exec "$@"', *ONE)
        check_refused(done, f"the limit of file descriptors is {descriptors};")


def test_what_is_printed_is_not_lost_in_silence(tmp_path):
    for words in (["--list"], ONE, ["--help"]):
        done = in_shell(tmp_path, '"$@" >/dev/full', *words)
        assert done.returncode == 2 and done.stderr == "bench: standard output could not be written to its end\n"
    done = in_shell(tmp_path, '"$@" >/dev/full', *ONE, "--format=jsonl")
    assert done.returncode == 2 and "bench: writing to standard output: No space left" in done.stderr
    assert in_shell(tmp_path, '"$@" --progress=always --out=r.csv 2>/dev/full', *(
        word for word in ONE if not word.startswith("--progress"))).returncode == 0
    check_rows(read(tmp_path / "r.csv"))


def test_a_closed_pipe_ends_the_run_in_order(tmp_path):
    """Whichever is closed: the row that runs is kept, and none is blamed."""
    for number, closed in enumerate(("2>&1 | head -c 1 >/dev/null", "| head -c 1 >/dev/null")):
        words = [word for word in TWO if not word.startswith(("--progress", "--filter"))]
        done = in_shell(tmp_path, f'"$@" --filter=stitch/host --out={number}.csv {closed}; '
                                  f'"$@" --filter=stitch/host --out={number}.csv --resume', *words)
        assert done.returncode == 0 and "failed" not in done.stderr
        rows = read(tmp_path / f"{number}.csv")
        check_rows(rows)
        assert {row["status"] for row in rows} <= {"ok", "unstable"}


def test_a_run_that_measures_nothing_is_no_success(bench, tmp_path):
    words = [*POINTER, "--progress=never", "--out=r.csv", "--verify-only"]
    for more in ([], ["--resume"]):
        done = bench(*words, "--sizes=1Gi", *more)
        assert done.returncode == 1 and "bench: every row is unsupported: nothing was measured\n" in done.stderr
    assert bench(*words, "--sizes=1Gi,8", "--resume").returncode == 0
