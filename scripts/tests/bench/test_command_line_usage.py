"""Bad usage of `bench`: one line, exit code 2, no file. And files that it must not take."""

import os

import pytest
from command_line import EVERY_FILE, ONE, POINTER, QUICK, SMALL, TWO, of_problem, read, with_field

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
    "a time that is no number": lambda text: with_field(text, "time_median_us", "fast"),
    "another device": lambda text: with_field(text, "device", "Another Processor"),
    "another commit": lambda text: with_field(text, "commit", "0123456789ab"),
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
