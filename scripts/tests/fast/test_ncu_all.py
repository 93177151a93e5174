"""`rungs ncu` with an ncu and a made-up bench: no GPU, no Nsight Compute; what ncu prints and what is kept of it."""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import fake_ncu
import made_up_list
import pytest
from conftest import SCRIPTS, Command, executable, records, run_program
from fake_ncu import BUSY, BYTES, REGISTERS, TIME, UNITS, kernel, tiles

from rungs.data import counter_files
from rungs.data.records import RowsError
from rungs.profile import ncu, profiling

ncu_all = Command("ncu")


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A PATH with our ncu and a bench; returns a function that runs a plan, or with `capsys` has it refused and returns
    its line. The files are in tmp_path/out."""
    tools = tmp_path / "tools"
    tools.mkdir()
    shutil.copy(made_up_list.__file__, tools)
    for name in ("ncu", "bench"):  # with the same Python, whatever python3 the PATH has
        executable(tools / name, f"#!{sys.executable} -S\n{Path(fake_ncu.__file__).read_text(encoding='utf-8')}")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = signal.getsignal(signal.SIGTERM)

    def run(plan, *arguments, capsys=None):
        (tools / "plan.json").write_text(json.dumps(plan))
        code = ncu_all.run(f"--out={tmp_path / 'out'}", f"--bench={tools / 'bench'}", *arguments)
        if not capsys:
            return code
        errors = capsys.readouterr().err
        assert code == 2 and errors.count("\n") == 1 and errors.startswith("rungs ncu: ")
        return errors

    yield run
    signal.signal(signal.SIGTERM, before)
    assert not list(tmp_path.glob("rungs-ncu-*")), "a temporary folder is left"


@pytest.fixture
def counters(tmp_path):
    """Reads counters.csv as {'case/variant params': {metric: value}}."""
    def read():
        found = counter_files.read(tmp_path / "out" / "counters.csv")
        return {f"{case}/{variant} {params}".rstrip(): counter_files.values(metrics)
                for (case, variant, _, params), metrics in found.items()}
    return read


@pytest.fixture
def calls(tmp_path):
    """The command lines that ncu was called with, to profile."""
    return lambda: [line for line in (tmp_path / "tools" / "calls.txt").read_text().splitlines() if "--profile" in line]


def test_every_case_has_a_process_and_every_variant_its_counters(machine, counters, calls, tmp_path, capsys):
    assert machine(tiles()) == 0
    assert list(counters()) == ["tiles/gpu/slow tile=8", "tiles/gpu/quick tile=8", "fill/gpu/store", "last/gpu/one"]
    assert counters()["tiles/gpu/slow tile=8"] == {"kernels": 1, "launched kernel": 1, TIME: 2000, BYTES: 64,
                                                   REGISTERS: 32, BUSY: 50}, "and no metric that nobody asked for"
    assert all(f'    Name: "{name}"\n' in profiling.section() for name in (BYTES, REGISTERS, BUSY))
    assert len(calls()) == 3
    for words in ("--clock-control none", "--nvtx --nvtx-include regex:rungs@tiles.+/",
                  f"--section Rungs --metrics {TIME}", "--backend=cuda --profile",
                  "--filter=^tiles/(gpu/slow|gpu/quick)$"):
        assert words in calls()[0]
    said = capsys.readouterr().out
    assert "[1/3] tiles, 2 variants" in said and "[3/3] last, 1 variants" in said
    assert not (tmp_path / "out" / "ncu-reports").exists()
    text = (tmp_path / "out" / "counters.csv").read_text()
    assert f"\nfill,gpu/store,cuda,100x1,,cold,GPU-made-up,counter,{TIME},,300,ns,ncu\n" in text
    _, run, _ = records(tmp_path / "out" / "counters.runs.csv")
    assert [run[name] for name in ("case", "variants", "options", "device", "compute_capability", "ncu")] == [
        "fill", "gpu/store", "", "Made-up GPU", "9.0", "2025.3.1.0"]


def test_a_kernel_outside_the_ranges_does_not_count(machine, counters):
    launched = [kernel(10), *(kernel(99, range=around) for around in (
        "", '929  "other:tiles.gpu.slow.10x10.tile=8:none:none" ', fake_ncu.pushed("set-up")))]
    machine(tiles(**{"tiles/gpu/slow": {"problems": {"10x10;tile=8": launched}}}), "--filter=slow")
    assert counters()["tiles/gpu/slow tile=8"][TIME] == 10


@pytest.mark.parametrize(("name", "launched", "more", "code", "words"), [
    ("gpu/one", [], {}, 1, "ran correctly, but ncu profiled no kernel in its range"),
    ("gpu/one", [kernel()], {"status": "incorrect", "message": "3 of 25"}, 1, "incorrect: 3 of 25"),
    ("gpu/one", [], {"status": "unsupported", "message": "too large"}, 0, "unsupported: too large"),
    ("peer/memset", [], {}, 0, "launches no kernel")])
def test_a_variant_without_counters_is_named_with_the_reason(
        machine, counters, capsys, name, launched, more, code, words):
    assert machine(tiles(**{f"last/{name}": {"problems": {"5x5;": launched}, **more}})) == code
    assert f"last/{name} 5x5: {words}" in capsys.readouterr().out
    assert f"last/{name}" not in counters() and "fill/gpu/store" in counters()


def test_a_variant_that_dies_loses_neither_its_case_nor_the_others(machine, counters, calls, capsys):
    assert machine(tiles(**{"tiles/gpu/slow": {"dies": True}, "fill/gpu/store": {"dies": True}})) == 1
    assert list(counters()) == ["tiles/gpu/quick tile=8", "last/gpu/one"] and len(calls()) == 5  # tiles together first
    said = capsys.readouterr().out
    assert "each variant by itself" in said and "tiles/gpu/slow: The application" in said
    assert "fill/gpu/store: The application returned an error code (139)" in said
    assert machine({**tiles(), "report": '"ID","a\n'}, "--resume", "--case=fill") == 1
    assert "fill/gpu/store: " in capsys.readouterr().out, "a broken report"


def test_resume_goes_on_where_it_was(machine, counters, calls):
    assert machine(tiles(**{"last/gpu/one": {"dies": True}})) == 1
    for _ in range(2):
        assert machine(tiles(), "--resume") == 0
        assert len(calls()) == 4  # three cases, then the last again
        assert list(counters())[-1] == "last/gpu/one"


def test_resume_with_other_options_takes_the_place_of_the_same_problems(machine, counters, calls, tmp_path):
    machine(tiles(), "--case=tiles", "--keep-reports")
    problems = {"10x10;tile=8": [kernel(11)], "10x10;tile=9": [kernel(22)]}
    machine(tiles(**{"tiles/gpu/slow": {"problems": problems}}), "--resume", "--filter=tiles", "--param=tile=8,9",
            "--keep-reports")
    assert {name: found[TIME] for name, found in counters().items()} == {
        "tiles/gpu/quick tile=8": 1000, "tiles/gpu/slow tile=8": 11, "tiles/gpu/slow tile=9": 22}
    assert len(calls()) == 2
    assert [path.name for path in (tmp_path / "out" / "ncu-reports").iterdir()] == ["tiles.ncu-rep"]


@pytest.mark.parametrize(("other", "options", "words"), [
    ({}, [], "exists; expected --resume"), ({"device": "Another GPU"}, ["--resume"], "'Another GPU'"),
    ({"commit": "def-dirty"}, ["--resume"], "'def-dirty'"), (None, ["--resume"], "counters.runs.csv is missing")])
def test_what_does_not_belong_into_the_file_is_refused(machine, tmp_path, capsys, other, options, words):
    machine(tiles(), "--case=tiles")
    before = (tmp_path / "out" / "counters.csv").read_bytes()
    if other is None:  # the run of the counters is not known
        (tmp_path / "out" / "counters.runs.csv").unlink()
    capsys.readouterr()
    assert words in machine({**tiles(), **(other or {})}, *options, capsys=capsys)
    assert (tmp_path / "out" / "counters.csv").read_bytes() == before


@pytest.mark.parametrize(("change", "arguments", "words"), [
    ({"error": "ERR_NVGPUCTRPERM - The user has no permission"}, [], "NVreg_RestrictProfilingToAdminUsers=0"),
    ({"version": "2021.3.0.0"}, [], "2021.3.0.0; 2022.2 or later is needed"),
    ({"version": "unknown"}, [], "ncu --version does not say"),
    ({"refuses": "--backend cuda: no CUDA device can be used: none"}, [], "no CUDA device can be used"),
    ({"variants": {"tiles/host/slow": {}}}, [], "no GPU variants"),
    ({}, ["--case=tile"], "no case 'tile' with GPU variants; expected tiles, fill, last"),
    ({}, ["--filter=("], "'(' is not a regular expression"), ({}, ["--filter=nothing"], "matches no GPU variant"),
    ({}, ["--bench={folder}/nowhere/bench"], "/nowhere/bench: No such file")])
def test_where_nothing_can_be_profiled_one_line_says_what_to_do(machine, tmp_path, capsys, monkeypatch, change,
                                                                arguments, words):
    assert words in machine({**tiles(), **change}, *(word.format(folder=tmp_path) for word in arguments), capsys=capsys)
    assert not (tmp_path / "out" / "counters.csv").exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "ncu (Nsight Compute) is not on the PATH" in machine(tiles(), capsys=capsys)


@pytest.mark.parametrize(("arguments", "wanted", "unwanted"), [
    (["--set=full"], f"--set full --metrics {TIME}", "--section"),
    (["--sizes=5", "--param", "a=1", "--param", "b=2"], "--sizes=5 --param=a=1 --param=b=2", "--set")])
def test_metrics_are_chosen_and_bench_gets_its_options(machine, calls, arguments, wanted, unwanted):
    assert machine(tiles(), "--case=last", *arguments) == 0
    assert wanted in calls()[0] and unwanted not in calls()[0]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_keeps_the_finished_cases_and_leaves_nothing_running_and_the_shell_script_goes_on(
        machine, counters, tmp_path, name):
    """In processes of their own, without any package beyond the standard library."""
    machine(tiles(), "--case=last")
    (tmp_path / "tools" / "plan.json").write_text(json.dumps(tiles(**{"fill/gpu/store": {"interrupts": name}})))
    words = ["--set=basic", "--resume", f"--out={tmp_path / 'out'}", f"--bench={tmp_path / 'tools' / 'bench'}"]
    assert run_program(sys.executable, "-S", SCRIPTS / "rungs", "ncu", *words, code=130).endswith(
        "\nrungs ncu: ended by Ctrl-C; finished cases are in the file, --resume goes on\n")
    assert sorted(counters()) == ["last/gpu/one", "tiles/gpu/quick tile=8", "tiles/gpu/slow tile=8"]
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "tools" / "waits.txt").read_text()), 0)
    (tmp_path / "tools" / "plan.json").write_text(json.dumps(tiles()))
    run_program(SCRIPTS / "ncu_all.sh", *words, "--case=fill", cwd=tmp_path)
    assert "fill/gpu/store" in counters()


def page(metrics):
    return fake_ncu.raw_page([(fake_ncu.pushed("a.b=80:-6"), metrics)], UNITS)


def test_what_is_no_number_or_not_of_the_kernel_is_left_out():
    read, = ncu.read_raw_page(page({TIME: "1", BYTES: "n/a", REGISTERS: "nan", "launch__stream_id": "7",
                                    "device__attribute_warp_size": "32", "launch__func_cache_config": "CacheNone"}))
    assert (read.metrics, read.range, read.compute_capability) == ({TIME: (1, "ns")}, "a.b=80:-6", "9.0")


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text[:-2], "not CSV"),
    (lambda text: text.rpartition(",")[0] + "\n", "line 3: 5 fields where the header has 6 .was it cut"),
    (lambda text: text.replace("Range", "Reach"), "no column of NVTX ranges"),
    (lambda text: "==ERROR== Failed to open\n", "no raw page in what ncu printed: '==ERROR== Failed to open'"),
    (lambda text: "", "no raw page")])
def test_a_raw_page_that_is_none_is_refused(change, words):
    with pytest.raises(RowsError, match=words):
        ncu.read_raw_page(change(page({TIME: "1"})))


def test_a_sum_needs_every_kernel_and_a_mean_those_that_have_it():
    one = ncu.Kernel("k", "a", "", {TIME: (3, "ns"), "a__b.sum": (1, ""), "a__c.pct": (10, "%"), "a__e.pct": (80, "%"),
                                    "launch__occupancy_limit_warps": (8, "block"), "a__d.max": (5, "")})
    two = ncu.Kernel("k", "a", "", {TIME: (1, "ns"), "launch__occupancy_limit_warps": (4, "block"),
                                    "a__e.pct": (20, "%"), "a__d.max": (2, "")})
    assert ncu.add_up([one, two]) == {"kernels": (2, ""), "launched k": (2, ""), TIME: (4, "ns"),
                                      "a__c.pct": (10, "%"), "a__e.pct": (65, "%"),
                                      "launch__occupancy_limit_warps": (4, "block"), "a__d.max": (5, "")}
    # Stalls are per instruction, and so is the weight of their mean.
    stall = "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"
    few, many = (ncu.Kernel("k", "a", "", {TIME: (time, "ns"), ncu.INSTRUCTIONS: (count, ""), stall: (cycles, "")})
                 for time, count, cycles in ((3, 100, 8), (1, 300, 4)))
    assert ncu.add_up([few, many])[stall] == (5, "")
