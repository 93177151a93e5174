"""`rungs ncu` with an ncu and a made-up bench: no GPU, no Nsight Compute."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import fake_ncu
import made_up_list
import pytest
from conftest import SCRIPTS, Command

from rungs.data import counter_files
from rungs.data.records import RowsError
from rungs.profile import ncu

ncu_all = Command("ncu")

TIME, BYTES, REGISTERS, BUSY = (ncu.DURATION, "dram__bytes_read.sum", "launch__registers_per_thread",
                                "sm__warps_active.avg.pct_of_peak_sustained_active")
UNITS = {TIME: "ns", BYTES: "byte", REGISTERS: "register/thread", BUSY: "%"}


def kernel(time=1000, read=64, registers=32, busy=50, **more):
    """A kernel in the range of its problem."""
    return {"metrics": {TIME: f"{time:,}", BYTES: f"{read:,}", REGISTERS: str(registers), BUSY: str(busy)}, **more}


def tiles(**more):
    """The plan of three cases: tiles with two variants, a lone fill and a peer."""
    return {"version": "2025.3.1.0", "units": UNITS, "variants": {
        "tiles/host/slow": {"problems": {}}, "tiles/gpu/slow": {"problems": {"10x10;tile=8": [kernel(2000)]}},
        "tiles/gpu/quick": {"problems": {"10x10;tile=8": [kernel(1000)]}},
        "fill/gpu/store": {"problems": {"100x1;": [kernel(300)]}},
        "last/gpu/one": {"problems": {"5x5;": [kernel(7)]}}, **more}}


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A PATH with our ncu, a bench, a folder of sections; returns a function that takes a plan and runs it.

    The function returns the exit code; the files are in tmp_path/out.
    """
    tools = tmp_path / "tools"
    tools.mkdir()
    shutil.copy(made_up_list.__file__, tools)
    text = Path(fake_ncu.__file__).read_text(encoding="utf-8")
    for name in ("ncu", "bench"):
        # The same Python, whatever python3 the PATH has.
        (tools / name).write_text(f"#!{sys.executable}\n" + text.partition("\n")[2], encoding="utf-8")
        (tools / name).chmod(0o755)
    sections = tmp_path / "sections"
    sections.mkdir()
    for name, metrics in (("RungsTraffic", [BYTES]), ("RungsLatency", [REGISTERS, BUSY])):
        named = "".join(f'Metrics {{ Name: "{metric}" }}\n' for metric in metrics)
        (sections / f"{name}.section").write_text(f'Identifier: "{name}"\nDisplayName: "a name"\n{named}')
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = signal.getsignal(signal.SIGTERM)

    def run(plan, *arguments):
        (tools / "plan.json").write_text(json.dumps(plan))
        return ncu_all.main([f"--out={tmp_path / 'out'}", f"--bench={tools / 'bench'}", f"--section-folder={sections}",
                             *arguments])

    yield run
    signal.signal(signal.SIGTERM, before)
    assert not list(tmp_path.glob("rungs-ncu-*")), "a temporary folder is left"


@pytest.fixture
def counters(tmp_path):
    """Reads counters.csv as {'case/variant params': {metric: value}}."""
    def read():
        found = counter_files.read(tmp_path / "out" / "counters.csv")
        return {" ".join(filter(None, [f"{case}/{variant}", params])): {name: value for name, (value, _) in
                                                                        metrics.items()}
                for (case, variant, _, params), metrics in found.items()}
    return read


@pytest.fixture
def calls(tmp_path):
    """The command lines that ncu was called with, to profile."""
    def read():
        lines = (tmp_path / "tools" / "calls.txt").read_text().splitlines()
        return [line for line in lines if "--profile" in line]
    return read


def complaint(capsys):
    """The one line on stderr."""
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1 and errors.startswith("rungs ncu: ") and "Traceback" not in errors
    return errors


def test_every_case_has_a_process_and_every_variant_its_counters(machine, counters, calls, tmp_path, capsys):
    assert machine(tiles()) == 0
    assert list(counters()) == ["tiles/gpu/slow tile=8", "tiles/gpu/quick tile=8", "fill/gpu/store", "last/gpu/one"]
    assert counters()["tiles/gpu/slow tile=8"] == {"kernels": 1, TIME: 2000, BYTES: 64, REGISTERS: 32, BUSY: 50}
    assert len(calls()) == 3
    for words in ("--clock-control none", "--nvtx --nvtx-include regex:rungs@tiles.+/", "--section regex:Rungs.*",
                  f"--metrics {TIME}", "--backend=cuda --profile", "--filter=^tiles/(gpu/slow|gpu/quick)$"):
        assert words in calls()[0]
    said = capsys.readouterr().out
    assert "[1/3] tiles, 2 variants" in said and "[3/3] last, 1 variants" in said
    assert not (tmp_path / "out" / "ncu-reports").exists()


def test_the_file_is_tidy(machine, tmp_path):
    machine(tiles(), "--case=fill")
    lines = (tmp_path / "out" / "counters.csv").read_text().splitlines()
    assert lines[0] == "case,variant,size,params,metric,value,unit"
    assert f"fill,gpu/store,100x1,,{TIME},300,ns" in lines
    run, = csv.DictReader((tmp_path / "out" / "counters.runs.csv").read_text().splitlines())
    assert (run["case"], run["variants"], run["options"]) == ("fill", "gpu/store", "")
    assert (run["device"], run["compute_capability"], run["ncu"]) == ("Made-up GPU", "9.0", "2025.3.1.0")


def test_kernels_of_a_variant_are_added_up(machine, counters):
    kernels = [kernel(3000, 1_000_000, 40, 80), kernel(1000, 24, 64, 20)]
    machine(tiles(**{"two/gpu/passes": {"problems": {"10x10;": kernels}}}), "--case=two")
    found, = counters().values()
    assert found == {"kernels": 2, TIME: 4000, BYTES: 1_000_024, REGISTERS: 64, BUSY: pytest.approx(65)}


def test_metrics_that_nobody_asked_for_are_left_out(machine, counters, tmp_path):
    for arguments, kept in (((), {BYTES, REGISTERS, BUSY}), (("--sections=Traffic",), {BYTES}),
                            (("--sections=Latency", f"--metrics={BYTES}"), {BYTES, REGISTERS, BUSY})):
        assert machine(tiles(), "--case=fill", *arguments) == 0
        assert set(counters()["fill/gpu/store"]) == {"kernels", TIME, *kept}
        shutil.rmtree(tmp_path / "out")


def test_problems_of_a_variant_stay_apart(machine, counters):
    problems = {"10x10;tile=8": [kernel(10)], "10x10;tile=9": [kernel(20)]}
    machine(tiles(**{"tiles/gpu/slow": {"problems": problems}}), "--filter=slow", "--param", "tile=8,9")
    assert {name: found[TIME] for name, found in counters().items()} == {
        "tiles/gpu/slow tile=8": 10, "tiles/gpu/slow tile=9": 20}


@pytest.mark.parametrize("around", ["", '929  "other:tiles.gpu.slow.10x10.tile=8:none:none" ',
                                    fake_ncu.pushed("set-up")])
def test_a_kernel_outside_the_ranges_does_not_count(machine, counters, around):
    launched = [kernel(10), kernel(99, range=around)]
    machine(tiles(**{"tiles/gpu/slow": {"problems": {"10x10;tile=8": launched}}}), "--filter=slow")
    assert counters()["tiles/gpu/slow tile=8"][TIME] == 10


def test_a_peer_without_a_kernel_is_said_and_no_fault(machine, counters, capsys):
    assert machine(tiles(**{"fill/peer/memset": {"problems": {"100x1;": []}}}), "--case=fill") == 0
    assert "fill/peer/memset 100x1: launches no kernel" in capsys.readouterr().out
    assert list(counters()) == ["fill/gpu/store"]


@pytest.mark.parametrize(("change", "code", "words"), [
    ({"problems": {"5x5;": []}}, 1, "ran correctly, but ncu profiled no kernel in its range"),
    ({"problems": {"5x5;": [kernel()]}, "status": "incorrect", "message": "3 of 25"}, 1, "incorrect: 3 of 25"),
    ({"problems": {"5x5;": []}, "status": "unsupported", "message": "too large"}, 0, "unsupported: too large")])
def test_a_variant_without_counters_is_named_with_the_reason(machine, counters, capsys, change, code, words):
    assert machine(tiles(**{"last/gpu/one": change})) == code
    assert f"last/gpu/one 5x5: {words}" in capsys.readouterr().out
    assert "last/gpu/one" not in counters() and "fill/gpu/store" in counters()


def test_a_case_that_ncu_breaks_off_does_not_lose_the_others(machine, counters, capsys):
    assert machine(tiles(**{"fill/gpu/store": {"dies": True}})) == 1
    assert list(counters()) == ["tiles/gpu/slow tile=8", "tiles/gpu/quick tile=8", "last/gpu/one"]
    assert "fill/gpu/store: The application returned an error code (139)" in capsys.readouterr().out


def test_a_variant_that_dies_does_not_lose_its_case(machine, counters, calls, capsys):
    assert machine(tiles(**{"tiles/gpu/slow": {"dies": True}}), "--case=tiles") == 1
    assert list(counters()) == ["tiles/gpu/quick tile=8"]
    assert len(calls()) == 3  # together, then each by itself
    said = capsys.readouterr().out
    assert "each variant by itself" in said and "tiles/gpu/slow: The application" in said


@pytest.mark.parametrize("report", ["", "nothing of use\n", '"ID","x__y.sum"\n"","byte"\n"0"\n', '"ID","a\n'])
def test_a_broken_report_is_no_traceback(machine, counters, capsys, report):
    assert machine({**tiles(), "report": report}, "--case=last") == 1
    assert "last/gpu/one: " in capsys.readouterr().out


def test_resume_goes_on_where_it_was(machine, counters, calls):
    assert machine(tiles(**{"last/gpu/one": {"dies": True}})) == 1
    assert machine(tiles(), "--resume") == 0
    assert len(calls()) == 4  # three cases, then the last again
    assert list(counters())[-1] == "last/gpu/one"
    assert machine(tiles(), "--resume") == 0
    assert len(calls()) == 4


def test_resume_with_other_options_takes_the_place_of_the_same_problems(machine, counters, calls):
    machine(tiles(), "--case=tiles")
    problems = {"10x10;tile=8": [kernel(11)], "10x10;tile=9": [kernel(22)]}
    machine(tiles(**{"tiles/gpu/slow": {"problems": problems}}), "--resume", "--filter=slow", "--param=tile=8,9")
    assert {name: found[TIME] for name, found in counters().items()} == {
        "tiles/gpu/quick tile=8": 1000, "tiles/gpu/slow tile=8": 11, "tiles/gpu/slow tile=9": 22}
    assert len(calls()) == 2


@pytest.mark.parametrize("other", [{"device": "Another GPU"}, {"commit": "def-dirty"}])
def test_resume_refuses_counters_of_another_gpu_or_commit(machine, tmp_path, capsys, other):
    machine(tiles(), "--case=tiles")
    before = (tmp_path / "out" / "counters.csv").read_bytes()
    capsys.readouterr()
    assert machine({**tiles(), **other}, "--resume") == 2
    assert next(iter(other.values())) in complaint(capsys)
    assert (tmp_path / "out" / "counters.csv").read_bytes() == before


def test_a_file_that_is_there_is_not_written_over(machine, tmp_path, capsys):
    machine(tiles(), "--case=tiles")
    capsys.readouterr()
    assert machine(tiles()) == 2
    assert "exists; expected --resume" in complaint(capsys)


def test_resume_refuses_a_foreign_file(machine, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "counters.csv").write_text("a,b\n1,2\n")
    assert machine(tiles(), "--resume") == 2
    assert "counters.csv:1: the header is 'a,b'; expected case,variant," in complaint(capsys)


def test_reports_are_kept_on_request_under_names_of_their_own(machine, tmp_path):
    machine(tiles(), "--case=tiles", "--keep-reports")
    machine(tiles(), "--case=tiles", "--keep-reports", "--resume", "--seed=2")
    assert sorted(path.name for path in (tmp_path / "out" / "ncu-reports").iterdir()) == [
        "tiles-2.ncu-rep", "tiles.ncu-rep"]


@pytest.mark.parametrize(("change", "words"), [
    ({"error": "ERR_NVGPUCTRPERM - The user does not have permission"}, "NVreg_RestrictProfilingToAdminUsers=0"),
    ({"version": "2021.3.0.0"}, "2021.3.0.0; 2022.2 or later is needed"),
    ({"version": "unknown"}, "ncu --version does not say"),
    ({"refuses": "--backend cuda: no CUDA device can be used: no driver"}, "no CUDA device can be used"),
    ({"variants": {"tiles/host/slow": {}}}, "no GPU variants")])
def test_where_nothing_can_be_profiled_one_line_says_what_to_do(machine, tmp_path, capsys, change, words):
    assert machine({**tiles(), **change}) == 2
    assert words in complaint(capsys)
    assert not (tmp_path / "out" / "counters.csv").exists()


def test_without_ncu_one_line_says_so(machine, tmp_path, capsys):
    machine(tiles(), "--case=last")
    capsys.readouterr()
    (tmp_path / "tools" / "ncu").unlink()
    if shutil.which("ncu"):
        pytest.skip("this machine has an ncu of its own")
    assert machine(tiles(), "--resume") == 2
    assert "ncu (Nsight Compute) is not on the PATH" in complaint(capsys)


@pytest.mark.parametrize(("arguments", "words"), [
    (["--case=tile"], "no case 'tile' with GPU variants; expected tiles, fill, last"),
    (["--filter=("], "no regular expression"), (["--filter=nothing"], "matches no GPU variant"),
    (["--sections=Traffic,Nothing"], "no section 'RungsNothing'; expected RungsLatency, RungsTraffic"),
    (["--set=full", "--sections=Traffic"], "leave out --sections"),
    (["--bench=/nowhere/bench"], "--bench=/nowhere/bench: No such file"),
    (["--bench=/bin/true"], "--bench=/bin/true: what --list=json prints is no list of rungs-list-1")])
def test_bad_usage_is_one_line(machine, capsys, arguments, words):
    assert machine(tiles(), *arguments) == 2
    assert words in complaint(capsys)


@pytest.mark.parametrize(("arguments", "wanted", "unwanted"), [
    (["--sections=Traffic,RungsLatency"], "--section RungsTraffic --section RungsLatency", "regex:Rungs"),
    (["--metrics=a__b.sum"], f"--section regex:Rungs.* --metrics {TIME},a__b.sum", "--set"),
    (["--set=full"], f"--set full --metrics {TIME}", "--section")])
def test_metrics_are_chosen(machine, calls, arguments, wanted, unwanted):
    assert machine(tiles(), "--case=last", *arguments) == 0
    assert wanted in calls()[0] and unwanted not in calls()[0]


def test_bench_gets_its_options(machine, calls):
    machine(tiles(), "--case=last", "--sizes=5", "--param", "a=1", "--param", "b=2", "--device=0")
    assert "--sizes=5 --param=a=1 --param=b=2 --device=0" in calls()[0]


def command(tmp_path, *arguments):
    """`rungs ncu` in a process of its own, without any package beyond the standard library."""
    return [sys.executable, "-S", str(SCRIPTS / "rungs"), "ncu", "--set=basic", f"--out={tmp_path / 'out'}",
            f"--bench={tmp_path / 'tools' / 'bench'}", *arguments]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_keeps_the_finished_cases_and_leaves_nothing_running(machine, counters, tmp_path, name):
    machine(tiles(), "--case=last")
    (tmp_path / "tools" / "plan.json").write_text(json.dumps(tiles(**{"fill/gpu/store": {"interrupts": name}})))
    done = subprocess.run(command(tmp_path, "--resume"), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130, done.stderr
    assert done.stderr == "rungs ncu: ended by Ctrl-C; finished cases are in the file, --resume goes on\n"
    assert sorted(counters()) == ["last/gpu/one", "tiles/gpu/quick tile=8", "tiles/gpu/slow tile=8"]
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "tools" / "waits.txt").read_text()), 0)


def test_the_shell_script_finds_a_python(machine, counters, tmp_path):
    machine(tiles(), "--case=last")
    done = subprocess.run([SCRIPTS / "ncu_all.sh", *command(tmp_path)[4:], "--resume", "--case=fill"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "fill/gpu/store" in counters()


def page(*kernels, units=UNITS):
    return fake_ncu.raw_page([(fake_ncu.pushed("a.b"), metrics) for metrics in kernels], units)


def test_units_are_brought_to_their_base():
    units = {TIME: "msecond", BYTES: "Kbyte", "dram__bytes.sum.per_second": "Gbyte/second"}
    read, = ncu.read_raw_page(page({TIME: "1.5", BYTES: "2", "dram__bytes.sum.per_second": "3"}, units=units))
    assert read.metrics == {TIME: (1.5e6, "ns"), BYTES: (2000, "byte"),
                            "dram__bytes.sum.per_second": (3e9, "byte/second")}


def test_what_is_no_number_or_not_of_the_kernel_is_left_out():
    read, = ncu.read_raw_page(page({TIME: "1", BYTES: "n/a", REGISTERS: "nan", "launch__stream_id": "7",
                                    "device__attribute_warp_size": "32", "launch__func_cache_config": "CacheNone"}))
    assert read.metrics == {TIME: (1, "ns")}
    assert (read.range, read.compute_capability) == ("a.b", "9.0")


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text[:-2], "not CSV"),
    (lambda text: text.rpartition(",")[0] + "\n", "line 3: 13 fields where the header has 14 .was it cut"),
    (lambda text: text.replace("Range", "Reach"), "no column of NVTX ranges"),
    (lambda text: "==ERROR== Failed to open\n", "no raw page in what ncu printed: '==ERROR== Failed to open'"),
    (lambda text: "", "no raw page")])
def test_a_raw_page_that_is_none_is_refused(change, words):
    with pytest.raises(RowsError, match=words):
        ncu.read_raw_page(change(page({TIME: "1"})))


def test_a_sum_needs_every_kernel_and_a_mean_those_that_have_it():
    one = ncu.Kernel("k", "a", "", {TIME: (3, "ns"), "a__b.sum": (1, ""), "a__c.pct": (10, "%"),
                                    "launch__occupancy_limit_warps": (8, "block"), "a__d.max": (5, "")})
    two = ncu.Kernel("k", "a", "", {TIME: (1, "ns"), "launch__occupancy_limit_warps": (4, "block"),
                                    "a__d.max": (2, "")})
    assert ncu.add_up([one, two]) == {"kernels": (2, ""), TIME: (4, "ns"), "a__c.pct": (10, "%"),
                                      "launch__occupancy_limit_warps": (4, "block"), "a__d.max": (5, "")}


KEY = "tiles,gpu/slow,10x10,tile=8"


@pytest.mark.parametrize(("lines", "words"), [
    (["case,variant,size,metric,value,unit"], ":1: the header is"),
    ([f"{KEY},{TIME}"], ":2: 5 fields where the header has 7"),
    ([f"{KEY},{TIME},nan,ns"], ":2: value is 'nan'; expected a number from 0 to 1e+18"),
    ([f"{KEY},{TIME},inf,ns"], ":2: value is 'inf'"), ([f"{KEY},{TIME},,ns"], ":2: value is ''"),
    ([f"{KEY},{TIME},-1,ns"], ":2: value is '-1'"), ([f"{KEY},,1,ns"], ":2: metric is empty"),
    ([f"{KEY},a,1,ns", f"{KEY},a,2,ns"], ":3: 'a' of 'tiles/gpu/slow' appears twice"),
    ([",gpu/slow,10x10,,a,1,ns"], ":2: case is empty"),
    (["tiles,gpu/slow,10by10,,a,1,ns"], ":2: size is '10by10'; expected one like 1920x1080"),
    (["tiles,gpu/slow,10x10,tile,a,1,ns"], ":2: params is 'tile'"), ([f'{KEY},"a,1,ns'], ":2: not CSV")])
def test_a_broken_counters_file_is_one_line(tmp_path, lines, words):
    path = tmp_path / "counters.csv"
    header = [] if words.startswith(":1:") else [",".join(counter_files.COLUMNS)]
    path.write_text("\n".join([*header, *lines]) + "\n")
    with pytest.raises(RowsError) as error:
        counter_files.read(path)
    assert str(error.value).startswith(f"{path}{words}") and "\n" not in str(error.value)


def test_numbers_are_written_plainly_and_read_back(tmp_path):
    key = ("tiles", "gpu/comma, and \"quotes\"", "10x10", "")
    counters = {key: {"a": (419431424.0, "byte"), "b": (0.123456789123, ""), "c": (1e-7, "%")}}
    counter_files.write(tmp_path / "counters.csv", counters, [])
    assert ",a,419431424,byte\n" in (tmp_path / "counters.csv").read_text()
    read = counter_files.read(tmp_path / "counters.csv")[key]
    assert {name: value for name, (value, _) in read.items()} == pytest.approx(
        {"a": 419431424, "b": 0.123456789, "c": 1e-7})
