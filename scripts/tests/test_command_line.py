"""The program `bench` as its users meet it: options, files, exit codes. No test here asserts a time.

The environment variable RUNGS_BENCH names the program. Every run hides the GPUs, so that the tests mean the
same on a machine with one; what a GPU adds is tested elsewhere.
"""

import csv
import io
import itertools
import json
import os
import re
import signal
import statistics
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

COLUMNS = (
    "schema,case,variant,improves,backend,status,message,size,params,cache,samples,discarded,"
    "time_min_us,time_median_us,time_mean_us,time_p95_us,noise_percent,stop_reason,bytes,operations,"
    "gbps,gops,peak_percent,floor_percent,vs_previous,vs_first,max_error,mismatches,sm_clock_mhz,"
    "host,device,device_uuid,driver,cuda,compiler,commit,seed,timestamp"
).split(",")
TIMED = ["samples", "discarded", "time_min_us", "time_median_us", "time_mean_us", "time_p95_us",
         "noise_percent", "stop_reason"]
IDENTITY = ["case", "variant", "backend", "size", "params", "cache"]
CEILINGS = {"fill", "copy", "read"}

# An unoptimised build (the sanitizers') times only where it is told to.
QUICK = ["--min-time=0.001", "--time-limit=0.05", "--min-samples=2", "--time-unoptimised", "--progress=never"]
POINTER = ["--backend=host", "--filter=stitch/host/pointer$"]
SMALL = [*QUICK, "--sizes=64", "--param", "repeater=16"]
EVERY_FILE = ["--out=r.csv", "--samples=s.csv", "--json=j.json"]
# A row that takes its whole time limit: a run of these is long enough to be cut.
SLOW = ["--min-time=0.05", "--time-limit=0.05", "--max-noise=0.001", "--time-unoptimised", "--progress=never"]


def program():
    path = os.environ.get("RUNGS_BENCH")
    if not path:
        pytest.skip("RUNGS_BENCH does not name the program bench")
    assert Path(path).is_file(), f"RUNGS_BENCH={path}: no such file"
    return str(Path(path).resolve())


def environment():
    return {**os.environ, "CUDA_VISIBLE_DEVICES": ""}


def call(cwd, *args, timeout=60):
    result = subprocess.run([program(), *args], cwd=cwd, env=environment(), timeout=timeout,
                            capture_output=True, stdin=subprocess.DEVNULL, check=False)
    # Decoded here: text mode would turn the progress line's \r into line ends.
    result.stdout, result.stderr = result.stdout.decode("utf-8"), result.stderr.decode("utf-8")
    return result


@pytest.fixture
def bench(tmp_path):
    """Runs bench in the test's own folder."""
    return lambda *args, **kwargs: call(tmp_path, *args, **kwargs)


def parse(text):
    """The rows of a CSV, after a look at its shape: the header as designed, whole lines, all fields there."""
    assert text.endswith("\n")
    lines = list(csv.reader(io.StringIO(text), strict=True))
    assert lines[0] == COLUMNS
    assert {len(line) for line in lines} == {len(COLUMNS)}
    return [dict(zip(COLUMNS, line, strict=True)) for line in lines[1:]]


def read(path):
    return parse(path.read_bytes().decode("utf-8"))


def of_problem(rows):
    """Without the ceilings, which are measured beside the rows that were asked for."""
    return [row for row in rows if row["case"] not in CEILINGS]


def identity(row):
    return tuple(row[name] for name in IDENTITY)


def full_name(row):
    return f"{row['case']}/{row['variant']}"


def by_problem(rows):
    def key(row):
        return row["case"], row["size"], row["params"], row["cache"], row["backend"], row["seed"]
    return {one: list(group) for one, group in itertools.groupby(sorted(rows, key=key), key)}


def files(folder):
    """Every path below a folder, with the bytes of files."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*"))}


def check_refused(result, *texts):
    """Bad usage: exit code 2, nothing on stdout, and one line on stderr that a person can read."""
    assert result.returncode == 2, (result.returncode, result.stderr)
    assert result.stdout == ""
    assert result.stderr.startswith("bench: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    assert not re.search(r"\d{25}", result.stderr), "a limit of hundreds of digits is not readable"
    for text in texts:
        assert text in result.stderr


def median_of(row):
    return float(row["time_median_us"])


def check_factors(rows):
    """vs_previous and vs_first are what the medians in the file say."""
    for group in by_problem(rows).values():
        known = {row["variant"]: row for row in group if row["time_median_us"]}
        for row in group:
            previous = known.get(row["improves"])
            if previous is None or not row["time_median_us"]:
                assert row["vs_previous"] == ""
                continue
            median = median_of(row)
            assert float(row["vs_previous"]) == pytest.approx(median_of(previous) / median, rel=1e-4)
            first = previous
            while first["improves"] in known:
                first = known[first["improves"]]
            # Where a rung of the ladder was not run, the first one may have been all the same.
            if first["improves"] == "":
                assert float(row["vs_first"]) == pytest.approx(median_of(first) / median, rel=1e-4)


# --- what prints and leaves -----------------------------------------------------------------------

@pytest.mark.parametrize("option", [
    "--help", "--list", "--filter", "--sizes", "--param", "--backend", "--device", "--cache", "--out",
    "--samples", "--resume", "--verify-only", "--profile", "--min-samples", "--min-time", "--max-noise",
    "--time-limit", "--seed", "--json", "--progress", "--benchmark_", "--awkward", "--version",
])
def test_help_names_the_option(bench, option):
    result = bench("--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert option in result.stdout


@pytest.mark.parametrize("value", [
    "auto", "host", "cuda", "simulator", "cold", "hot", "both", "always", "never", "WxH|1920x1080",
    r"16384\*2", "NAME=V,V", "Exit codes",
])
def test_help_names_legal_values(bench, value):
    assert re.search(value, bench("--help").stdout)


def test_version(bench):
    result = bench("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.match(r"rungs bench \d+\.\d+\.\d+\n", result.stdout)
    for fact in ("commit", "compiler", "cuda"):
        assert re.search(rf"^{fact} +\S", result.stdout, re.MULTILINE)


def listed(bench):
    result = bench("--list")
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


def names_in_order(bench):
    return [line.split()[0] for line in listed(bench)]


def test_list_has_each_variant_once_with_backends_and_idea(bench):
    lines = listed(bench)
    for line in lines:
        name, backends, idea = line.split(maxsplit=2)
        assert re.fullmatch(r"\w+/(host|gpu|peer)/\w+", name), line
        assert set(backends.split(",")) <= {"host", "cuda", "simulator"}, line
        assert len(idea) > 5, line
        if "/host/" in name:
            assert backends == "host"
        if "/peer/" in name:
            assert "simulator" not in backends
    names = names_in_order(bench)
    assert len(set(names)) == len(names)
    assert {"stitch/host/pointer", "stitch/gpu/modulo"} <= set(names)


def test_list_leaves_no_file(bench, tmp_path):
    assert bench("--list", "--out=r.csv", "--json=j.json", "--samples=s.csv").returncode == 0
    assert files(tmp_path) == {}


# --- bad usage ------------------------------------------------------------------------------------

REFUSED = [
    (["--nosuchoption"], ["--nosuchoption", "--help"]),
    (["-x"], ["-x", "--help"]),
    (["stray"], ["stray", "--help"]),
    (["--filter=("], ["--filter", "(", "regular expression"]),
    (["--filter=["], ["--filter", "[", "regular expression"]),
    (["--filter=stitch/hst/pointer"], ["--filter", "stitch/hst/pointer", "stitch/host/pointer"]),
    (["--filter=nosuchvariant"], ["--filter", "nosuchvariant", "nearest", "/host/"]),
    (["--filter=no\nsuch"], ["--filter", "nearest"]),
    (["--filter=stitch/gpu/", "--backend=host"], ["--backend", "host"]),
    (["--filter=stitch/host/", "--backend=simulator"], ["--backend", "simulator"]),
    *[([f"--sizes={sizes}"], ["--sizes", f"'{part}'", "legal", "WxH"]) for sizes, part in [
        *[(text, text) for text in ("0", "abc", "99999999999", "9" * 20, "12x", "x12", "0x8", "1x2x3", "-5",
                                    "1.5", "1..0*2", "1..100*1", "1..100*0", "1..100+0", "1..100", "5..1+1",
                                    "..")],
        ("64,", ""), (",64", ""), ("64,abc", "abc")]],
    (["--sizes=1..1000000+1"], ["--sizes", "1..1000000+1", "1000"]),
    (["--sizes="], ["--sizes", "legal"]),
    (["--sizes", ""], ["--sizes", "legal"]),
    *[(["--param", f"repeater={value}"], ["--param", f"repeater={value}", "1 to "])
      for value in ("-1", "0", "abc", "1.5", "9" * 20)],
    (["--param", "nosuch=1"], ["--param", "nosuch=1", "repeater"]),
    *[(["--param", param], ["--param", param, "NAME="]) for param in ("repeater", "repeater=", "=5", "=")],
    (["--param", "repeater=16,"], ["--param", "repeater=", "1 to "]),
    (["--device=99"], ["--device", "99"]),
    (["--device=-1"], ["--device", "-1"]),
    (["--device=abc"], ["--device", "abc"]),
    (["--backend=nosuch"], ["--backend", "nosuch", "auto", "host", "cuda", "simulator"]),
    (["--backend=cuda"], ["--backend", "cuda", "host", "simulator"]),
    (["--cache=warm"], ["--cache", "warm", "cold", "hot", "both"]),
    (["--progress=sometimes"], ["--progress", "sometimes", "auto", "always", "never"]),
    *[([f"--min-samples={value}"], ["--min-samples", value, "1"])
      for value in ("0", "-1", "abc", "2.5", "99999999999999999999")],
    *[([f"{option}={value}"], [option, value]) for option in ("--min-time", "--max-noise", "--time-limit")
      for value in ("-1", "abc", "nan", "inf")],
    (["--max-noise=0"], ["--max-noise", "0"]),
    (["--time-limit=0"], ["--time-limit", "0"]),
    *[([f"--seed={value}"], ["--seed", value]) for value in ("-1", "abc", "1.5", "99999999999999999999")],
    (["--seed=1", "--seed=2"], ["--seed"]),
    (["--profile", "--verify-only"], ["--profile", "--verify-only"]),
    (["--awkward", "--sizes=64"], ["--awkward", "--sizes"]),
]


def shown(args):
    return " ".join(args).replace("\n", "\\n")


@pytest.mark.parametrize(("args", "texts"), REFUSED, ids=[shown(args) for args, _ in REFUSED])
def test_bad_usage_is_one_line_and_no_file(bench, tmp_path, args, texts):
    text = " ".join(args)
    base = [*QUICK, "--filter=stitch/host/pointer$", "--sizes=8", *EVERY_FILE]
    if "--awkward" in text:
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
    (["--resume"], ["--resume", "--out"]),
    (["--out=nofolder/r.csv"], ["--out", "nofolder/r.csv"]),
    (["--out=folder"], ["--out", "folder"]),
    (["--out=folder", "--resume"], ["folder"]),
    (["--out=old.txt"], ["--out", "old.txt", "--resume"]),
    (["--samples=nofolder/s.csv"], ["--samples", "nofolder/s.csv"]),
    (["--samples=folder"], ["--samples", "folder"]),
    (["--samples=old.txt"], ["--samples", "old.txt"]),
    (["--samples=old.txt", "--out=r.csv"], ["--samples", "old.txt"]),
    (["--out=old.txt", "--samples=s.csv"], ["--out", "old.txt"]),
    (["--out=old.txt", "--samples=s.csv", "--resume"], ["old.txt"]),
    (["--out=nofolder/r.csv", "--samples=s.csv"], ["--out", "nofolder/r.csv"]),
    (["--out=old.txt", "--json=j.json"], ["--out", "old.txt"]),
    (["--out=old.txt", "--json=old.txt"], ["old.txt"]),
    (["--json=nofolder/j.json"], ["--json", "nofolder/j.json"]),
    (["--json=nofolder/j.json", "--out=r.csv", "--samples=s.csv"], ["--json", "nofolder/j.json"]),
    (["--json=folder"], ["--json", "folder"]),
    (["--out=same", "--samples=same"], ["--out", "--samples", "same"]),
    (["--out=same", "--json=same"], ["--out", "--json", "same"]),
    (["--samples=same", "--json=same"], ["--samples", "--json", "same"]),
    (["--out=same", "--samples=./same"], ["--out", "--samples", "same"]),
    (["--out=r.csv", "--samples=r.environment.csv"], ["--samples", "r.environment.csv"]),
]


@pytest.mark.parametrize(("args", "texts"), BAD_FILES, ids=[shown(args) for args, _ in BAD_FILES])
def test_bad_output_files_leave_everything_as_it_was(bench, tmp_path, args, texts):
    (tmp_path / "folder").mkdir()
    (tmp_path / "old.txt").write_text("old\n")
    before = files(tmp_path)
    check_refused(bench(*POINTER, *SMALL, *args), *texts)
    assert files(tmp_path) == before


@pytest.mark.parametrize("option", [
    "--benchmark_nosuch=1", "stray", "--benchmark_repetitions=abc", "--benchmark_min_time=abc",
    "--benchmark_format=xml", "--benchmark_filter=(", "--benchmark_filter=nosuchvariant",
])
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


# --- a file that --resume must not take -----------------------------------------------------------

@pytest.fixture(scope="module")
def one_row_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one_row")
    assert call(folder, *POINTER, *SMALL, "--out=r.csv").returncode == 0
    return (folder / "r.csv").read_text()


def with_field(text, column, value):
    lines = list(csv.reader(io.StringIO(text)))
    lines[1][COLUMNS.index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(lines)
    return out.getvalue()


DAMAGE = {
    "another schema": lambda text: with_field(text, "schema", "rungs-row-0"),
    "other columns": lambda text: text.replace("time_median_us", "time_median_ns", 1),
    "cut in mid-line": lambda text: text[:-20],
    "cut before the line end": lambda text: text[:-1],
    "cut in the header": lambda text: text[:30],
    "empty": lambda text: "",
    "only a line end": lambda text: "\n",
    "a foreign CSV": lambda text: "name,age\nada,36\n",
    "no CSV": lambda text: "\x00\x01\x02" * 50,
    "an open quote": lambda text: text.rstrip("\n") + ',"open\n',
    "too few fields": lambda text: text + "rungs-row-1,stitch,host/pointer\n",
    "too many fields": lambda text: text.rstrip("\n") + ",1,2\n",
    "the header twice": lambda text: text.split("\n")[0] + "\n" + text,
    "a time that is no number": lambda text: with_field(text, "time_median_us", "fast"),
    "another device": lambda text: with_field(text, "device", "Another Processor"),
    "another commit": lambda text: with_field(text, "commit", "0123456789ab"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_resume_refuses_and_keeps(bench, tmp_path, one_row_file, damage):
    path = tmp_path / "r.csv"
    path.write_text(DAMAGE[damage](one_row_file), newline="")
    before = files(tmp_path)
    check_refused(bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16,32", "--out=r.csv",
                        "--resume", "--json=j.json"), "--resume", "r.csv")
    assert files(tmp_path) == before


# --- a run ----------------------------------------------------------------------------------------

class Run:
    """One run on the host with every output file, shared by the tests that only look."""

    def __init__(self, folder):
        self.folder = folder
        self.result = call(folder, "--backend=host", "--filter=stitch", *QUICK, "--sizes=64,96x40",
                           "--seed=7", "--param", "repeater=16", "--out=rows.csv", "--samples=samples.csv",
                           "--json=j.json")
        self.rows = read(folder / "rows.csv")
        with open(folder / "samples.csv", newline="", encoding="utf-8") as file:
            self.samples = list(csv.DictReader(file))
        self.json = json.loads((folder / "j.json").read_text())


@pytest.fixture(scope="module")
def host_run(tmp_path_factory):
    return Run(tmp_path_factory.mktemp("host_run"))


def check_any_row(row):
    assert row["schema"] == "rungs-row-1"
    assert row["status"] in {"ok", "incorrect", "unsupported", "failed", "unstable"}
    assert re.fullmatch(r"\d+x\d+", row["size"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["timestamp"])
    for name in ("bytes", "operations", "mismatches", "seed"):
        assert row[name].isdigit(), name
    for name in ("host", "device", "compiler", "commit"):
        assert row[name] != "", name
    if row["status"] not in {"ok", "unstable"}:
        assert row["message"] != ""
        assert all(row[name] == "" for name in TIMED)


def test_a_run_ends_well_and_leaves_its_files(host_run):
    assert (host_run.result.returncode, host_run.result.stderr) == (0, "")
    assert set(files(host_run.folder)) == {"rows.csv", "rows.environment.csv", "samples.csv", "j.json"}


def test_rows_are_those_asked_for(host_run, bench):
    names = [name for name in names_in_order(bench) if name.startswith("stitch/host/")]
    wanted = {(name, size) for name in names for size in ("64x64", "96x40")}
    rows = of_problem(host_run.rows)
    assert Counter((full_name(row), row["size"]) for row in rows) == Counter(wanted)
    assert {(row["params"], row["cache"], row["seed"]) for row in rows} == {("repeater=16", "cold", "7")}


def test_host_rows_have_times_that_agree(host_run):
    for row in host_run.rows:
        check_any_row(row)
        assert (row["backend"], row["status"]) == ("host", "ok")
        low, median, p95 = (float(row[f"time_{name}_us"]) for name in ("min", "median", "p95"))
        assert 0 < low <= median <= p95
        assert low <= float(row["time_mean_us"])
        assert float(row["noise_percent"]) >= 0
        assert int(row["samples"]) >= 1
        assert int(row["discarded"]) >= 0
        assert row["stop_reason"] != ""
        assert int(row["mismatches"]) == 0
        assert float(row["gbps"]) == pytest.approx(int(row["bytes"]) / median / 1e3, rel=1e-4)
        # A target of floats written once, and what it shows of the pattern read once.
        if row["case"] == "stitch":
            width, height = map(int, row["size"].split("x"))
            assert int(row["bytes"]) == 4 * (width * height + 16 * 16)


def test_rows_of_a_problem_stand_in_the_order_of_the_ladder(host_run, bench):
    order = names_in_order(bench)
    for size in ("64x64", "96x40"):
        places = [order.index(full_name(row)) for row in of_problem(host_run.rows) if row["size"] == size]
        assert places == sorted(places)


def test_factors_are_what_the_medians_say(host_run):
    check_factors(host_run.rows)
    assert sum(row["vs_previous"] != "" for row in of_problem(host_run.rows)) >= 2


def test_ceilings_are_there_and_floors_follow_from_them(host_run):
    ceilings = [row for row in host_run.rows if row["case"] in CEILINGS]
    assert ceilings, "no fill, copy or read row"
    assert len({identity(row) for row in host_run.rows}) == len(host_run.rows)
    for row in of_problem(host_run.rows):
        assert float(row["floor_percent"]) > 0
        alike = [one for one in ceilings if one["cache"] == row["cache"]]
        assert any(int(one["bytes"]) == pytest.approx(int(row["bytes"]), rel=0.01) for one in alike)


def test_environment_stands_beside_the_rows(host_run):
    text = (host_run.folder / "rows.environment.csv").read_text()
    lines = list(csv.reader(io.StringIO(text), strict=True))
    assert lines[0] == ["backend", "name", "value"]
    facts = {name: value for _, name, value in lines[1:]}
    assert {"written", "version", "commit", "compiler", "host"} <= set(facts)
    assert {facts["commit"]} == {row["commit"] for row in host_run.rows}


def test_samples_are_as_many_as_the_rows_say_and_give_their_median(host_run):
    taken = {}
    for sample in host_run.samples:
        taken.setdefault(identity(sample), []).append(sample)
    assert {identity(row): int(row["samples"]) for row in host_run.rows} == {
        key: len(samples) for key, samples in taken.items()}
    for row in host_run.rows:
        samples = taken[identity(row)]
        assert [int(sample["sample"]) for sample in samples] == list(range(len(samples)))
        times = [float(sample["time_us"]) for sample in samples]
        assert min(times) == pytest.approx(float(row["time_min_us"]), rel=1e-5)
        assert statistics.median(times) == pytest.approx(float(row["time_median_us"]), rel=1e-4)


def test_json_has_an_entry_a_row_with_its_median(host_run):
    entries = {}
    for entry in host_run.json["benchmarks"]:
        assert entry["time_unit"] == "us"
        key = entry["name"].split("/iterations:")[0]
        assert key not in entries
        entries[key] = entry["real_time"]
    medians = {"/".join([full_name(row), row["size"], row["params"].replace("=", ":"), row["backend"],
                         row["cache"]]): median_of(row) for row in of_problem(host_run.rows)}
    assert entries == pytest.approx(medians, rel=1e-5)


def test_json_names_the_program(host_run):
    """Google Benchmark keeps a pointer to argv[0]: the text must outlive the run."""
    assert Path(host_run.json["context"]["executable"]).name == Path(program()).name


def test_the_table_goes_to_stdout(host_run):
    for text in ("stitch", "64x64", "96x40", "repeater=16", "cold", "host/pointer", "median", "of floor",
                 "step"):
        assert text in host_run.result.stdout


# --- choosing what runs ---------------------------------------------------------------------------

VERIFY = ["--verify-only", "--progress=never", "--out=r.csv"]


@pytest.mark.parametrize(("sizes", "wanted"), [
    ("8", ["8x8"]),
    ("8,16x4", ["8x8", "16x4"]),
    ("4..32*2", ["4x4", "8x8", "16x16", "32x32"]),
    ("4..31*2", ["4x4", "8x8", "16x16"]),
    ("10..30+10", ["10x10", "20x20", "30x30"]),
    ("7..7*2,9", ["7x7", "9x9"]),
    ("1", ["1x1"]),
])
def test_sizes(bench, tmp_path, sizes, wanted):
    assert bench(*POINTER, *VERIFY, f"--sizes={sizes}").returncode == 0
    assert [row["size"] for row in read(tmp_path / "r.csv")] == wanted


@pytest.mark.parametrize(("params", "wanted"), [
    ([], ["repeater=100"]),
    (["--param", "repeater=3"], ["repeater=3"]),
    (["--param=repeater=3,5"], ["repeater=3", "repeater=5"]),
    (["--param", "repeater=3", "--param", "repeater=5,9"], ["repeater=3", "repeater=5", "repeater=9"]),
])
def test_params(bench, tmp_path, params, wanted):
    assert bench(*POINTER, *VERIFY, "--sizes=8", *params).returncode == 0
    assert [row["params"] for row in read(tmp_path / "r.csv")] == wanted


def test_param_all_runs_the_sweep(bench, tmp_path):
    assert bench(*POINTER, *VERIFY, "--sizes=8", "--param", "repeater=all").returncode == 0
    values = [row["params"] for row in read(tmp_path / "r.csv")]
    assert len(values) == len(set(values)) > 2
    assert "repeater=100" in values


@pytest.mark.parametrize("args", [
    ["--sizes=8,8"], ["--sizes=8,8x8"], ["--sizes=8", "--param", "repeater=16,16"],
    ["--sizes=8", "--param", "repeater=16,all"],
], ids=shown)
def test_what_is_asked_for_twice_is_one_row(bench, tmp_path, args):
    """A row is the outcome of one (variant, backend, problem, cache state)."""
    assert bench(*POINTER, *VERIFY, *args).returncode == 0
    rows = [identity(row) for row in read(tmp_path / "r.csv")]
    assert len(rows) == len(set(rows))


def test_auto_without_a_gpu_verifies_gpu_variants_on_the_simulator(bench, tmp_path):
    result = bench("--filter=stitch/(host/pointer|gpu/modulo)$", *SMALL, "--out=r.csv")
    assert result.returncode == 0
    assert result.stderr.count("\n") == 1
    assert "simulator" in result.stderr
    assert {(row["variant"], row["backend"]) for row in of_problem(read(tmp_path / "r.csv"))} == {
        ("host/pointer", "host"), ("gpu/modulo", "simulator")}


def check_simulated(row):
    """Right, unless it needs a GPU or more shared memory than any has: then it says so."""
    wanted = {"unsupported"} if row["variant"].startswith("peer/") else {"ok", "unsupported"}
    assert row["status"] in wanted
    assert row["status"] == "ok" or re.search(r"GPU|shared memory: \d+ .* \d+$", row["message"])


def test_simulator_rows_have_no_time_and_no_cache(bench, tmp_path):
    result = bench("--filter=stitch|fill|copy|read", "--backend=simulator", *QUICK, "--sizes=64",
                   "--cache=both", *EVERY_FILE)
    assert result.returncode == 0
    rows = read(tmp_path / "r.csv")
    assert len({identity(row) for row in rows}) == len(rows)
    for row in rows:
        check_any_row(row)
        assert (row["backend"], row["cache"]) == ("simulator", "")
        assert all(row[name] == "" for name in [*TIMED, "gbps", "gops", "floor_percent", "vs_previous"])
        check_simulated(row)
    assert any(row["status"] == "ok" for row in rows)
    assert (tmp_path / "s.csv").read_text().count("\n") == 1
    json.loads((tmp_path / "j.json").read_text())


def test_awkward_shapes_are_right_under_three_seeds(bench, tmp_path):
    assert bench("--awkward", "--backend=simulator", "--filter=stitch", "--out=r.csv",
                 "--progress=never").returncode == 0
    rows = read(tmp_path / "r.csv")
    for row in rows:
        check_simulated(row)
    assert {"ok"} <= {row["status"] for row in rows}
    assert len({row["seed"] for row in rows}) == 3
    assert {"1x1"} < {row["size"] for row in rows}


def test_cache_both_never_measures_cold_after_hot(bench, tmp_path):
    args = [*QUICK, "--param", "repeater=16", "--sizes=64,32", "--cache=both", "--out=r.csv"]
    assert bench("--backend=host", "--filter=stitch/host", *args).returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    states = [row["cache"] for row in rows]
    assert states == ["cold"] * (len(rows) // 2) + ["hot"] * (len(rows) // 2)
    stamps = [[row["timestamp"] for row in rows if row["cache"] == state] for state in ("cold", "hot")]
    assert max(stamps[0]) <= min(stamps[1])
    assert all(row["time_median_us"] and row["floor_percent"] for row in rows)
    check_factors(rows)


@pytest.mark.parametrize("mode", ["--verify-only", "--profile"])
def test_modes_without_times(bench, tmp_path, mode):
    result = bench("--backend=host", "--filter=stitch", *SMALL, mode, "--cache=both", *EVERY_FILE)
    assert (result.returncode, result.stderr) == (0, "")
    rows = read(tmp_path / "r.csv")
    assert {(row["case"], row["status"], row["cache"]) for row in rows} == {("stitch", "ok", "")}
    assert len({identity(row) for row in rows}) == len(rows) >= 2
    assert all(row[name] == "" for row in rows for name in [*TIMED, "gbps", "floor_percent"])
    assert (tmp_path / "s.csv").read_text().count("\n") == 1
    json.loads((tmp_path / "j.json").read_text())


def test_a_size_beyond_the_memory_is_unsupported_with_both_numbers(bench, tmp_path):
    result = bench(*POINTER, *QUICK, "--sizes=1073741824", "--out=r.csv")
    assert result.returncode == 0
    row, = of_problem(read(tmp_path / "r.csv"))
    assert row["status"] == "unsupported"
    assert all(row[name] == "" for name in TIMED)
    needed, free = map(int, re.findall(r"\d+", row["message"]))
    assert needed >= 4 * 2**60 > free
    assert re.search(r"bytes.*free", row["message"])


def test_progress_is_as_asked(bench):
    base = [*POINTER, *VERIFY[:1], "--sizes=8,9"]
    assert bench(*base, "--progress=never").stderr == ""
    assert "\r" in bench(*base, "--progress=always").stderr
    plain = bench(*base, "--progress=auto").stderr  # a pipe is no terminal
    assert "\r" not in plain
    assert [line[:5] for line in plain.splitlines()] == ["[1/2]", "[2/2]"]


def test_rows_of_one_seed_say_the_same_twice(bench, tmp_path):
    args = ["--filter=stitch", "--verify-only", "--progress=never", "--sizes=33"]
    for name in "ab":
        assert bench(*args, "--seed=18446744073709551615", f"--out={name}.csv").returncode == 0
    first, second = ([{**row, "timestamp": ""} for row in read(tmp_path / f"{name}.csv")] for name in "ab")
    assert first == second
    assert {row["seed"] for row in first} == {"18446744073709551615"}


# --- Google Benchmark behind -- -------------------------------------------------------------------

def test_repetitions_give_a_row_each(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host/(indexed|pointer)$", *SMALL, "--out=r.csv",
                 "--json=j.json", "--", "--benchmark_repetitions=2").returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    assert Counter(row["variant"] for row in rows) == {"host/indexed": 2, "host/pointer": 2}
    entries = json.loads((tmp_path / "j.json").read_text())["benchmarks"]
    single = [entry for entry in entries if entry["run_type"] == "iteration"]
    assert sorted(entry["real_time"] for entry in single) == pytest.approx(
        sorted(median_of(row) for row in rows), rel=1e-5)


def test_each_repetition_has_the_factor_of_its_own_median(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host/(indexed|pointer)$", *SMALL, "--out=r.csv", "--",
                 "--benchmark_repetitions=3").returncode == 0
    rows = of_problem(read(tmp_path / "r.csv"))
    before = [median_of(row) for row in rows if row["variant"] == "host/indexed"]
    for row in rows:
        if row["variant"] == "host/pointer":
            compared_with = float(row["vs_previous"]) * median_of(row)
            assert any(compared_with == pytest.approx(median, rel=1e-4) for median in before)


def test_benchmark_filter_narrows(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host", *SMALL, "--out=r.csv", "--",
                 "--benchmark_filter=pointer").returncode == 0
    assert [row["variant"] for row in of_problem(read(tmp_path / "r.csv"))] == ["host/pointer"]


def test_random_interleaving_runs_every_row(bench, tmp_path):
    assert bench("--backend=host", "--filter=stitch/host", *SMALL, "--out=r.csv", "--",
                 "--benchmark_repetitions=2", "--benchmark_enable_random_interleaving=true").returncode == 0
    counts = Counter(row["variant"] for row in of_problem(read(tmp_path / "r.csv")))
    assert set(counts.values()) == {2}


# --- cut short and completed ----------------------------------------------------------------------

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
