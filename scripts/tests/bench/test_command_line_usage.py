"""Bad usage of `bench`: one line, exit code 2, no file. And files that it must not take, in odd places, or that the
system refuses: streams, missing folders, limits, full disks, closed pipes."""

import json
import os

import command_line
import pytest
from command_line import EVERY_FILE, ONE, POINTER, QUICK, SMALL, TWO, check_refused, check_rows, files, of_problem, read

REFUSED = [
    (["--filtre=x"], ["--filtre=x", "nearest is --filter"]), (["stray"], ["stray", "--help"]),
    (["--filter=("], ["--filter", "(", "regular expression"]),
    (["--filter=" + "(" * 60000], ["--filter"]),  # too deep for the regular expressions
    (["--filter=stitch/hst/row_copies"], ["--filter", "stitch/hst/row_copies", "stitch/host/row_copies"]),
    (["--filter=stitch/gpu/", "--backend=host"], ["--backend", "host"]),
    *[([f"--sizes={text}"], ["--sizes", f"'{text.split(',')[-1]}'", "expected", "WxH"]) for text in (
        "0", "abc", "9" * 20, "0x8", "1x2x3x4", "-5", "1.5", "2^", "2^31", "1K", "2G", "1k..2^9*2", "1..100*1",
        "1..100+0", "1..100", "=64", "width=", "width=8x8", "64,", "width=64,")],
    (["--sizes=1..1000000+1"], ["--sizes", "1..1000000+1", "1000"]),
    (["--sizes=width=1..40+1,height=1..40+1"], ["--sizes", "height", "1000"]),
    (["--sizes=1x2x3"], ["--sizes 1x2x3", "stitch has 2 sides (width, height)"]),
    (["--sizes=width=8,m=64"], ["--sizes ", "stitch has no side 'm'", "expected width, height"]),
    # `--samples=$UNSET --verify-only` must not write a file that is called --verify-only.
    *[([f"{option}=", "--verify-only"], [option]) for option in ("--out", "--samples", "--json", "--sizes")],
    *[([option, ""], [f"{option}: '' is not a value"]) for option in ("--out", "--json", "--filter")],
    *[(["--param", f"repeater={value}"], ["--param", "repeater=", "1 to "]) for value in ("0", "1.5", "9" * 20, "16,")],
    (["--param", "nosuch=1"], ["--param", "nosuch=1", "repeater"]),
    *[(["--param", param], ["--param", param, "NAME="]) for param in ("repeater", "=5")],
    *[([word], word.split("=")) for word in (
        "--device=99", "--device=abc", "--max-noise=0", "--time-limit=-1", "--min-time=nan", "--seed=-1", "--seed=1.5",
        "--seed=99999999999999999999")], (["--min-samples=0"], ["--min-samples", "0", "1"]),
    *[([f"{option}={value}"], [option, value, *legal.split()]) for option, value, legal in [
        ("--backend", "nosuch", "auto host cuda simulator"), ("--backend", "cuda", "host simulator"),
        ("--cache", "warm", "cold dirty hot all"), ("--progress", "sometimes", "auto always never"),
        ("--list", "csv", "--list=json"), ("--format", "yaml", "table brief jsonl")]],
    (["--seed=1", "--seed=2"], ["--seed"]), (["--edge-cases", "--sizes=64"], ["--edge-cases", "--sizes"]),
    *[([option, other], [option.split("=")[0], other.split("=")[-1]]) for option, others in {
        "--interleave": "--edge-cases --verify-only --profile --backend=simulator",
        "--energy": "--backend=host --backend=simulator --verify-only --profile",
        "--counters=l2_hit": "--backend=host --backend=simulator --verify-only --profile"}.items()
      for other in others.split()],
    (["--profile", "--verify-only"], ["--profile", "--verify-only"]),
    (["--profile-launches=2"], ["--profile-launches", "--profile"]),
    (["--profile", "--profile-launches=0"], ["--profile-launches", "0"]),
    (["--cache=dirty"], ["--cache dirty", "only rows of a GPU"]),
    (["--backend=auto", "--counters=l3_hit"], ["--counters", "is named 'l3_hit'; expected dram_bytes, "]),
    *[([f"--energy={seconds}"], ["--energy", seconds, "1 to 600"]) for seconds in ("0", "601", "long")],
    (["--energy", "--cache=cold"], ["--energy", "expected --cache=hot or all"])]


@pytest.mark.parametrize(("args", "texts"), REFUSED, ids=lambda words: " ".join(words)[:80])
def test_bad_usage_is_one_line_and_no_file(refused, args, texts):
    text = " ".join(args)
    base = [*QUICK, "--filter=stitch/host/row_copies$", "--sizes=8", *EVERY_FILE]
    if "--edge-cases" in text:
        base.remove("--sizes=8")
    base = [option for option in base if option.split("=")[0] not in text]
    refused(texts, *base, *args)


BAD_FILES = [
    *[(words.split(), words.split()[0].split("=")) for words in (
        "--out=folder", "--out=old.txt --json=j.json", "--samples=folder", "--samples=old.txt --out=r.csv",
        "--samples=r.environment.csv --out=r.csv", "--samples=r.side.csv --out=r.csv --counters=l2_hit",
        "--samples=r.steps.csv --out=r.csv", "--json=folder")],
    *[(words.split(), ["same", *(word.split("=")[0] for word in words.split())]) for words in (
        "--out=same --json=same", "--samples=same --json=same", "--out=same --samples=./same")],
    *[([f"--out={file}", "--resume"], ["--resume", f"--out {file} is a stream"]) for file in ("fifo", "/dev/null")],
    (["--out=old.txt", "--samples=s.csv", "--resume"], ["--resume old.txt"]), (["--resume"], ["--resume", "--out"]),
    (["--out=old.txt"], ["--out", "old.txt", "--resume"])]


@pytest.mark.parametrize(("args", "texts"), BAD_FILES, ids=" ".join)
def test_bad_output_files_leave_everything_as_it_was(refused, tmp_path, args, texts):
    (tmp_path / "folder").mkdir()
    (tmp_path / "old.txt").write_text("old\n")
    os.mkfifo(tmp_path / "fifo")
    refused(texts, *POINTER[1:], *SMALL, *args)  # no --backend=host, which has no counters


DAMAGE = {
    "the schema before": lambda text: text.replace("rungs-row-3,", "rungs-row-2,").replace(",ceiling,", ",", 1),
    "other columns": lambda text: text.replace("time_median_us", "time_median_ns", 1),
    "a foreign CSV": lambda text: "name,age\nada,36\n",
    "an open quote above other rows": lambda text: text.replace("\nrungs-row-3,", '\nrungs-row-3,"', 1),
    "too many fields": lambda text: text.rstrip("\n") + ",1,2\n",
    "the header twice": lambda text: text.split("\n")[0] + "\n" + text,
    "a time that is no number": lambda text: command_line.with_field(text, "time_median_us", "fast"),
    "another device": lambda text: command_line.with_field(text, "device", "Another Processor"),
    "another commit": lambda text: command_line.with_field(text, "commit", "0123456789ab"),
    "the same variant, problem and cache as row 1; expected one row each (two runs in one file?)":
        lambda text: text + text.partition("\n")[2]}


@pytest.mark.parametrize("damage", DAMAGE)
def test_resume_refuses_and_keeps(refused, tmp_path, one_row_file, damage):
    (tmp_path / "r.csv").write_text(DAMAGE[damage](one_row_file), newline="")
    said = damage if "two runs" in damage else ""
    refused(["--resume", "r.csv", said], *TWO, "--out=r.csv", "--resume", "--json=j.json")


def test_links_are_followed(bench, tmp_path):
    (tmp_path / "real.csv").symlink_to("farther.csv")
    (tmp_path / "link.csv").symlink_to("real.csv")
    assert bench(*ONE, "--out=link.csv").returncode == 0
    assert bench(*TWO, "--out=link.csv", "--resume").returncode == 0
    assert (tmp_path / "link.csv").is_symlink() and (tmp_path / "real.csv").is_symlink()
    assert len(of_problem(read(tmp_path / "farther.csv"))) == 2


# Files in odd places, and what the system refuses: nothing is lost, nothing empty is left.
LONG = "x" * 300


def test_a_pipe_and_a_redirected_file_get_the_rows_whole(tmp_path):
    script = '"$@" --out >(cat >sub.csv; touch end) >tables; until [ -e end ]; do sleep 0.01; done'
    done = command_line.in_shell(tmp_path, f'{script}; "$@" --out /dev/stdout >redirected.csv', *ONE)
    assert (done.returncode, done.stderr) == (0, "") and "row_copies" in (tmp_path / "tables").read_text()
    for name in ("sub.csv", "redirected.csv"):
        assert len(of_problem(read(tmp_path / name))) == 1
    assert sorted(files(tmp_path)) == ["end", "redirected.csv", "sub.csv", "tables"]


def test_each_file_can_be_standard_output(bench, tmp_path):
    check_rows(rows := command_line.rows_in(bench(*ONE, "--out=-").stdout))
    assert len(of_problem(rows)) == 1
    assert len(json.loads(bench(*ONE, "--json=-").stdout)["benchmarks"]) == 1
    assert bench(*ONE, "--samples=-").stdout.startswith("case,variant,") and files(tmp_path) == {}


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
def test_impossible_places_are_refused(refused, tmp_path, option):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    companion = "y" * 242 + ".csv"  # of --out, which has the longest
    for place in (LONG, "loop/r.csv", "file/r.csv", "/proc/nothing/r.csv", *[companion] * (option == "--out")):
        refused([option], *ONE, f"{option}={place}")


@pytest.mark.parametrize("option", ["--out", "--samples", "--json"])
@pytest.mark.parametrize(("place", "said"), [
    ("/dev/full", "writing /dev/full: No space left on device"), ("fifo", "nothing reads from it")])
def test_a_stream_that_takes_nothing_is_said(bench, tmp_path, option, place, said):
    os.mkfifo(tmp_path / "fifo")
    done = bench(*ONE, *(word for word in EVERY_FILE if not word.startswith(option)), f"{option}={place}")
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1
    rows = {"r.csv", "s.csv", "r.environment.csv"} if option == "--json" else set()  # what was made stays
    assert set(files(tmp_path)) - {"fifo"} <= rows


@pytest.mark.parametrize("traps", ["", "trap '' XFSZ; "])
@pytest.mark.parametrize("option", ["--out=r.csv", "--json=r.json", "--samples=r.csv"])
def test_a_limit_of_the_file_size_is_said_and_leaves_no_cut_file(tmp_path, option, traps):
    done = command_line.in_shell(tmp_path, f'{traps}ulimit -f 1; exec "$@"', *TWO, option)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "File too large" in done.stderr
    for text in files(tmp_path).values():
        check_rows(rows := command_line.rows_in(text.decode()))
        assert rows


def test_too_few_file_descriptors_are_said(tmp_path):
    for descriptors in (7, 63):
        done = command_line.in_shell(tmp_path, f'ulimit -n {descriptors}; exec "$@"', *ONE)
        check_refused(done, f"the limit of file descriptors is {descriptors};")


def test_what_is_printed_is_not_lost_in_silence(tmp_path):
    for words in (["--list"], ONE, ["--help"]):
        done = command_line.in_shell(tmp_path, '"$@" >/dev/full', *words)
        assert done.returncode == 2 and done.stderr == "bench: standard output could not be written to its end\n"
    done = command_line.in_shell(tmp_path, '"$@" >/dev/full', *ONE, "--format=jsonl")
    assert done.returncode == 2 and "bench: writing to standard output: No space left" in done.stderr
    assert command_line.in_shell(tmp_path, '"$@" --progress=always --out=r.csv 2>/dev/full', *(
        word for word in ONE if not word.startswith("--progress"))).returncode == 0
    check_rows(read(tmp_path / "r.csv"))


def test_a_closed_pipe_ends_the_run_in_order(tmp_path):
    """Whichever is closed: the row that runs is kept, and none is blamed."""
    words = [word for word in TWO if not word.startswith(("--progress", "--filter"))]
    for closed in ("2>&1 | head -c 1 >/dev/null", "| head -c 1 >/dev/null"):
        run = '"$@" --filter=stitch/host --out=r.csv'
        done = command_line.in_shell(tmp_path, f"{run} {closed}; {run} --resume", *words)
        assert done.returncode == 0 and "failed" not in done.stderr
        check_rows(rows := read(tmp_path / "r.csv"))
        assert {row["status"] for row in rows} <= {"ok", "unstable"}
        (tmp_path / "r.csv").unlink()


def test_a_run_that_measures_nothing_is_no_success(bench, tmp_path):
    words = [*POINTER, "--progress=never", "--out=r.csv", "--verify-only"]
    for more in ([], ["--resume"]):
        done = bench(*words, "--sizes=1Gi", *more)
        assert done.returncode == 1 and "bench: every row is unsupported: nothing was measured\n" in done.stderr
    assert bench(*words, "--sizes=1Gi,8", "--resume").returncode == 0
