"""Bad usage of `bench`: one line, exit code 2, no file."""

import pytest
from command_line import EVERY_FILE, POINTER, QUICK, SMALL, check_refused, files, shown

REFUSED = [
    (["--nosuchoption"], ["--nosuchoption", "--help"]), (["-x"], ["-x", "--help"]), (["stray"], ["stray", "--help"]),
    (["--filter=("], ["--filter", "(", "regular expression"]),
    (["--filter=["], ["--filter", "[", "regular expression"]),
    (["--filter=stitch/hst/pointer"], ["--filter", "stitch/hst/pointer", "stitch/host/pointer"]),
    (["--filter=nosuchvariant"], ["--filter", "nosuchvariant", "nearest", "/host/"]),
    (["--filter=no\nsuch"], ["--filter", "nearest"]),
    (["--filter=stitch/gpu/", "--backend=host"], ["--backend", "host"]),
    (["--filter=stitch/host/", "--backend=simulator"], ["--backend", "simulator"]),
    *[([f"--sizes={sizes}"], ["--sizes", f"'{part}'", "expected", "WxH"]) for sizes, part in [
        *[(text, text) for text in ("0", "abc", "99999999999", "9" * 20, "12x", "x12", "0x8", "1x2x3x4", "1xx2", "-5",
                                    "1.5", "1..0*2", "1..100*1", "1..100*0", "1..100+0", "1..100", "5..1+1",
                                    "..", "=64", "width=", "width=0", "width=-1", "width=8x8", "width=1..9")],
        ("64,", ""), (",64", ""), ("64,abc", "abc"), ("width=64,", "")]],
    (["--sizes=1..1000000+1"], ["--sizes", "1..1000000+1", "1000"]),
    (["--sizes=width=1..40+1,height=1..40+1"], ["--sizes", "height", "1000"]),
    *[([f"--sizes={size}"], [f"--sizes {size}", "stitch has 2 sides (width, height)"])
      for size in ("64x64x64", "1x2x3")],
    *[([f"--sizes={sizes}"], ["--sizes ", "stitch has no side 'm'", "expected width, height"])
      for sizes in ("m=64", "width=8,m=64", "m=1..8*2,height=3")], (["--sizes="], ["--sizes", "expected"]),
    (["--sizes", ""], ["--sizes", "expected"]),
    *[(["--param", f"repeater={value}"], ["--param", f"repeater={value}", "1 to "])
      for value in ("-1", "0", "abc", "1.5", "9" * 20)], (["--param", "nosuch=1"], ["--param", "nosuch=1", "repeater"]),
    *[(["--param", param], ["--param", param, "NAME="]) for param in ("repeater", "repeater=", "=5", "=")],
    (["--param", "repeater=16,"], ["--param", "repeater=", "1 to "]), (["--device=99"], ["--device", "99"]),
    (["--device=-1"], ["--device", "-1"]), (["--device=abc"], ["--device", "abc"]),
    (["--backend=nosuch"], ["--backend", "nosuch", "auto", "host", "cuda", "simulator"]),
    (["--backend=cuda"], ["--backend", "cuda", "host", "simulator"]),
    (["--cache=warm"], ["--cache", "warm", "cold", "dirty", "hot", "all"]),
    (["--progress=sometimes"], ["--progress", "sometimes", "auto", "always", "never"]),
    *[([f"--min-samples={value}"], ["--min-samples", value, "1"])
      for value in ("0", "-1", "abc", "2.5", "99999999999999999999")],
    *[([f"{option}={value}"], [option, value]) for option in ("--min-time", "--max-noise", "--time-limit")
      for value in ("-1", "abc", "nan", "inf")], (["--max-noise=0"], ["--max-noise", "0"]),
    (["--time-limit=0"], ["--time-limit", "0"]),
    *[([f"--seed={value}"], ["--seed", value]) for value in ("-1", "abc", "1.5", "99999999999999999999")],
    (["--seed=1", "--seed=2"], ["--seed"]), (["--profile", "--verify-only"], ["--profile", "--verify-only"]),
    (["--edge-cases", "--sizes=64"], ["--edge-cases", "--sizes"]),
    (["--awkward", "--sizes=64"], ["--edge-cases", "--sizes"]),
    (["--interleave", "--edge-cases"], ["--interleave", "--edge-cases"]),
    *[([f"--list={what}"], [f"--list={what}", "expected --list or --list=json"]) for what in ("csv", "text", "JSON")],
    (["--interleave", "--verify-only"], ["--interleave", "--verify-only"]),
    (["--interleave", "--profile"], ["--interleave", "--profile"]),
    (["--interleave", "--backend=simulator"], ["--interleave", "simulator"]),
    (["--profile-launches=2"], ["--profile-launches", "--profile"]),
    (["--profile", "--profile-launches=0"], ["--profile-launches", "0"])]


@pytest.mark.parametrize(("args", "texts"), REFUSED, ids=[shown(args) for args, _ in REFUSED])
def test_bad_usage_is_one_line_and_no_file(bench, tmp_path, args, texts):
    text = " ".join(args)
    base = [*QUICK, "--filter=stitch/host/pointer$", "--sizes=8", *EVERY_FILE]
    if "--awkward" in text or "--edge-cases" in text:
        base.remove("--sizes=8")
    base = [option for option in base if option.split("=")[0] not in text]
    check_refused(bench(*base, *args, timeout=20), *texts)
    assert files(tmp_path) == {}


def test_a_filter_too_deep_for_the_regular_expressions_is_no_crash(bench):
    result = bench("--filter=" + "(" * 60000)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("option", ["--out=", "--samples=", "--json=", "--filter=", "--sizes="])
def test_an_empty_value_does_not_swallow_the_next_option(bench, tmp_path, option):
    """`--samples=$UNSET --verify-only` must not write a file that is called --verify-only."""
    base = [*POINTER, "--sizes=8", *QUICK]
    result = bench(*[one for one in base if not one.startswith(option)], option, "--verify-only", timeout=20)
    assert files(tmp_path) == {}
    if option != "--filter=":  # an empty regular expression is legal
        check_refused(result, option[:-1])


def test_unknown_option_beside_list_is_bad_usage(bench):
    check_refused(bench("--list", "--nosuchoption"), "--nosuchoption")


BAD_FILES = [
    (["--resume"], ["--resume", "--out"]), (["--out=nofolder/r.csv"], ["--out", "nofolder/r.csv"]),
    (["--out=folder"], ["--out", "folder"]), (["--out=folder", "--resume"], ["folder"]),
    (["--out=old.txt"], ["--out", "old.txt", "--resume"]),
    (["--samples=nofolder/s.csv"], ["--samples", "nofolder/s.csv"]), (["--samples=folder"], ["--samples", "folder"]),
    (["--samples=old.txt"], ["--samples", "old.txt"]), (["--samples=old.txt", "--out=r.csv"], ["--samples", "old.txt"]),
    (["--out=old.txt", "--samples=s.csv"], ["--out", "old.txt"]),
    (["--out=old.txt", "--samples=s.csv", "--resume"], ["old.txt"]),
    (["--out=nofolder/r.csv", "--samples=s.csv"], ["--out", "nofolder/r.csv"]),
    (["--out=old.txt", "--json=j.json"], ["--out", "old.txt"]), (["--out=old.txt", "--json=old.txt"], ["old.txt"]),
    (["--json=nofolder/j.json"], ["--json", "nofolder/j.json"]),
    (["--json=nofolder/j.json", "--out=r.csv", "--samples=s.csv"], ["--json", "nofolder/j.json"]),
    (["--json=folder"], ["--json", "folder"]), (["--out=same", "--samples=same"], ["--out", "--samples", "same"]),
    (["--out=same", "--json=same"], ["--out", "--json", "same"]),
    (["--samples=same", "--json=same"], ["--samples", "--json", "same"]),
    (["--out=same", "--samples=./same"], ["--out", "--samples", "same"]),
    (["--out=r.csv", "--samples=r.environment.csv"], ["--samples", "r.environment.csv"])]


@pytest.mark.parametrize(("args", "texts"), BAD_FILES, ids=[shown(args) for args, _ in BAD_FILES])
def test_bad_output_files_leave_everything_as_it_was(bench, tmp_path, args, texts):
    (tmp_path / "folder").mkdir()
    (tmp_path / "old.txt").write_text("old\n")
    before = files(tmp_path)
    check_refused(bench(*POINTER, *SMALL, *args), *texts)
    assert files(tmp_path) == before


@pytest.mark.parametrize("option", [
    "--benchmark_nosuch=1", "stray", "--benchmark_min_time=abc", "--benchmark_out_format=xml",
    "--benchmark_format=xml", "--benchmark_filter=(", "--benchmark_filter=nosuchvariant"])
def test_bad_google_benchmark_options_are_bad_usage(bench, tmp_path, option):
    """The same contract behind `--`: a filter that matches nothing there is bad usage as well."""
    result = bench(*POINTER, *SMALL, *EVERY_FILE, "--", option)
    check_refused(result, option.split("=")[0])
    assert files(tmp_path) == {}


def test_google_benchmark_help_is_reachable(bench):
    """The message for a bad option behind `--` points to it."""
    result = bench("--", "--benchmark_help")
    assert (result.returncode, result.stderr) == (0, "")
    assert "--benchmark_filter" in result.stdout
