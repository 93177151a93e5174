"""Times joined to counters, and the sentences, on small files made up for the tests."""

import csv
import io
import math

import hostile
import pytest
from conftest import Command
from made_up_runs import bare_row

from rungs.data import counter_files, fact_files
from rungs.data.records import RowsError
from rungs.profile import counters, evidence, steps
from rungs.profile.counters import COUNTERS

program = Command("evidence")

STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
LOADS = ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")
TIME, READ, WRITE, OCCUPANCY = ("gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
                                "sm__warps_active.avg.pct_of_peak_sustained_active")
KEY = ("tiles", "gpu/slow", "1000x1000", "tile=8")


def row(variant, us, **change):
    """A cold row of tiles at 1000x1000, tile=8, of 1 % noise and 8 MB of work."""
    return bare_row(f"tiles/{variant}", us, **{"size": "1000x1000", "bytes": "8000000", **change})


def metrics(**change):
    """Metrics of a variant that reads 6 MB and writes 4 MB in 40 us; None takes one away."""
    found = {"kernels": 1, TIME: 40_000, READ: 6e6, WRITE: 4e6, LOADS[0]: 8e6, LOADS[1]: 1e6, OCCUPANCY: 50,
             "smsp__inst_executed.sum": 1e7, "launch__registers_per_thread": 40,
             STALL.format("long_scoreboard"): 6, STALL.format("wait"): 3, STALL.format("selected"): 1}
    found |= change
    return {name: (value, "") for name, value in found.items() if value is not None}


TWO_ROWS = [row("gpu/slow", 40), row("gpu/quick", 20, improves="gpu/slow")]
RUN = dict.fromkeys(counter_files.RUN_COLUMNS, "") | {"device": "Made-up GPU", "compute_capability": "9.0"}


@pytest.fixture
def files(tmp_path, write_rows):
    """Writes rows and counters ({variant: metrics} or {key: metrics}); returns the two paths."""
    def write(lines, counted, run=RUN):
        path = tmp_path / "counters.csv"
        keyed = {key if isinstance(key, tuple) else (KEY[0], key, *KEY[2:]): found for key, found in counted.items()}
        counter_files.write(path, keyed, [run] if run else [])
        return write_rows(lines), path
    return write


@pytest.fixture
def run(files, tmp_path, capsys):
    """Runs evidence.py; returns its exit code, stdout, stderr and the lines of its CSV as dicts."""
    def call(lines, counted, *arguments, **more):
        out = tmp_path / "evidence.csv"
        code = program.main([*map(str, files(lines, counted, **more)), f"--out={out}", *arguments])
        said = capsys.readouterr()
        text = out.read_bytes().decode("utf-8") if out.exists() else ""
        written = list(csv.DictReader(io.StringIO(text, newline="")))
        return code, said.out, said.err, written
    return call


def step(old, new, times=(40, 20), noise=1.0):
    """The sentence from one set of metrics to another."""
    def line(variant, found, us):
        return evidence.Line("tiles", variant, "1000x1000", "", {name: value for name, (value, _) in found.items()}, {},
                             time_us=us, noise=noise)
    return steps.sentence(line("gpu/slow", old, times[0]), line("gpu/quick", new, times[1]))


def test_a_line_a_variant_with_its_time_and_counters(run):
    code, _, errors, (slow, quick) = run(TWO_ROWS, {"gpu/slow": metrics(), "gpu/quick": metrics(**{TIME: 19_000})})
    assert (code, errors) == (0, "")
    assert (slow["variant"], slow["time_us"], slow["improves"]) == ("gpu/slow", "40", "")
    assert (quick["variant"], quick["time_us"], quick["improves"]) == ("gpu/quick", "20", "gpu/slow")
    assert quick["kernel_time_percent"] == "95"
    assert (slow["dram_bytes"], slow["dram_over_work"], slow["sectors_a_load_request"]) == ("10000000", "1.25", "8")
    assert (slow["achieved_occupancy_percent"], slow["registers"], slow["device"]) == ("50", "40", "Made-up GPU")
    assert (slow["top_stall"], slow["top_stall_percent"]) == ("long_scoreboard", "60")
    assert slow["step"] == "" and quick["step"].startswith("gpu/quick is x2.00 faster than gpu/slow")


def test_what_a_chip_lacks_is_an_empty_column(run):
    _, _, _, (slow, _) = run(TWO_ROWS, {"gpu/slow": {"kernels": (1, "")}, "gpu/quick": metrics()})
    assert slow["kernels"] == "1"
    assert {slow[counter.name] for counter in COUNTERS if counter.name != "kernels"} == {""}
    assert slow["top_stall"] == slow["limited_by"] == ""


def test_the_join_is_by_size_and_parameters_too(run):
    other = row("gpu/slow", 99, params="tile=9")
    _, text, _, lines = run([*TWO_ROWS, other, row("gpu/slow", 7, cache="hot")],
                            {KEY: metrics(), (*KEY[:3], "tile=9"): metrics(**{READ: 0})})
    assert [(line["params"], line["time_us"], line["dram_bytes"]) for line in lines] == [
        ("tile=8", "40", "10000000"), ("tile=9", "99", "4000000")]
    assert "tile=8, Made-up GPU" in text and "tile=9, Made-up GPU" in text


def test_what_cannot_be_joined_is_named(run):
    code, _, errors, lines = run(TWO_ROWS, {"gpu/slow": metrics(), "gpu/other": metrics()})
    assert code == 0
    assert errors == "rungs evidence: no counters of tiles/gpu/quick\nrungs evidence: no cold row of tiles/gpu/other\n"
    assert [(line["variant"], line["time_us"], line["dram_over_work"]) for line in lines] == [
        ("gpu/slow", "40", "1.25"), ("gpu/other", "", "")]


def test_ratios_come_from_sums():
    def value(name, **found):
        return next(counter for counter in COUNTERS if counter.name == name).value(found)
    hits, misses = "lts__t_sectors_lookup_hit.sum", "lts__t_sectors_lookup_miss.sum"
    assert value("l2_hit_percent", **{hits: 30, misses: 10, "lts__t_sector_hit_rate.pct": 1}) == 75
    assert value("l2_hit_percent", **{"lts__t_sector_hit_rate.pct": 60}) == 60
    assert value("sectors_a_load_request", **{LOADS[0]: 0, LOADS[1]: 0}) is None
    assert value("dram_over_work", **{READ: 1, WRITE: 1}) is None


def test_stalls_are_shares_of_the_time_between_issues():
    found = {STALL.format("wait"): 2, STALL.format("selected"): 1, STALL.format("barrier"): 1}
    assert counters.stall_shares(found) == {"wait": 50, "selected": 25, "barrier": 25}
    assert counters.top_stall(found) == ("wait", 50)
    assert counters.top_stall({STALL.format("selected"): 1}) == ("", None)


def test_what_limits_the_blocks_is_the_smallest_limit():
    limits = {"launch__occupancy_limit_blocks": 32, "launch__occupancy_limit_registers": 4,
              "launch__occupancy_limit_warps": 4}
    assert counters.limited_by(limits) == "registers+warps"
    assert counters.limited_by({}) == ""


def test_the_names_of_counters_are_their_own():
    assert len({counter.name for counter in COUNTERS}) == len(COUNTERS)


@pytest.mark.parametrize(("times", "noise", "words"), [
    ((40, 20), 1.0, "gpu/quick is x2.00 faster than gpu/slow (20.0 us against 40.0 us, ± 0.7 %)"),
    ((20, 40), 1.0, "gpu/quick is x2.00 slower than gpu/slow (40.0 us against 20.0 us, ± 0.7 %)"),
    ((40, 40.3), 0.1, "gpu/quick takes as long as gpu/slow (40.3 us against 40.0 us, ± 0.071 %)"),
    ((40, 42), 9.0, "gpu/quick takes as long as gpu/slow"),   # 5 % slower, within 6.4 %
    ((40, 42), 5.0, "gpu/quick is x1.05 slower than"),
    ((40, 20), math.nan, "(20.0 us against 40.0 us)"),
])
def test_the_time_is_said_with_its_spread(times, noise, words):
    assert words in step(metrics(), metrics(), times, noise)


INSTRUCTIONS = "smsp__inst_executed.sum"


@pytest.mark.parametrize(("change", "times", "words"), [
    ({}, (40, 20), ": no counter moved by more than 10 % (shares: 10 points)."),
    ({INSTRUCTIONS: 9.2e6}, (40, 20), ": no counter moved"),
    ({INSTRUCTIONS: 9e6}, (40, 20), ": instructions x0.900 (10.0 M to 9.00 M)."),
    ({INSTRUCTIONS: 2e7}, (40, 20),
     ": no counter that moved explains it; moved the other way: instructions x2.00 (10.0 M to 20.0 M)."),
    ({INSTRUCTIONS: 2e7}, (20, 40), ": instructions x2.00 (10.0 M to 20.0 M)."),
    ({INSTRUCTIONS: 2e7}, (40, 40), ": moved all the same: instructions x2.00 (10.0 M to 20.0 M)."),
    ({OCCUPANCY: 59}, (40, 20), ": no counter moved"),
    ({OCCUPANCY: 60}, (40, 20), ": achieved occupancy 50 % to 60 % (+10 points)."),
    ({OCCUPANCY: 30}, (20, 40), ": achieved occupancy 50 % to 30 % (-20 points)."),
    ({LOADS[0]: 32e6}, (20, 40), ": sectors a load request x4.00 (8 to 32)."),
    ({"launch__registers_per_thread": 255}, (20, 40), ": no counter moved"),  # tells nothing by itself
])
def test_the_counters_that_moved_are_said(change, times, words):
    assert step(metrics(), metrics(**change), times).partition("%)")[2].startswith(words)


def test_a_change_below_the_floor_is_none():
    assert "no counter moved" in step(metrics(**{READ: 3, WRITE: 0}), metrics(**{READ: 1, WRITE: 0}))


def test_nothing_weighs_as_much_as_the_floor():
    traffic = next(counter for counter in COUNTERS if counter.name == "dram_bytes")
    assert steps.Move(traffic, 0, 3e6).weight == pytest.approx(math.log(3))
    assert steps.Move(traffic, 3e6, 5).weight == pytest.approx(-math.log(3))


def test_from_nothing_and_to_nothing():
    requests = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
    none = {requests.format("atom"): 0, requests.format("red"): 0}
    some = {requests.format("atom"): 0, requests.format("red"): 2_500_000}
    assert "atomic requests from 0 to 2.50 M" in step(metrics(**none), metrics(**some), (20, 40))
    assert "atomic requests from 2.50 M to 0" in step(metrics(**some), metrics(**none), (40, 20))


def test_the_farthest_moves_come_first_four_families_at_the_most():
    change = {INSTRUCTIONS: 2e6, READ: 0, WRITE: 1e6, OCCUPANCY: 95, LOADS[0]: 4e6,
              STALL.format("long_scoreboard"): 0.1, "smsp__inst_executed_pipe_alu.sum": 1e6}
    said = step(metrics(**{"smsp__inst_executed_pipe_alu.sum": 3e6}), metrics(**change))
    assert [text.partition(" x")[0] for text in said.partition("%): ")[2].split("; ")] == [
        "DRAM traffic", "instructions", "ALU instructions", "sectors a load request"]


def test_a_part_that_is_little_of_its_whole_explains_nothing():
    # A whole of 1 M instructions: special functions fall to a hundredth in both, but they are 2 % of it in one.
    name = "smsp__inst_executed_pipe_xu.sum"
    for before, named in ((20_000, False), (60_000, True)):
        old, new = (metrics(**{INSTRUCTIONS: 1e6, name: count}) for count in (before, before / 100))
        assert ("special function instructions x0.01" in step(old, new, (40, 20))) == named


def test_of_a_family_the_farthest_that_fits_the_step_speaks():
    change = {STALL.format("long_scoreboard"): 0.1}  # the wait for memory goes, another takes its share
    assert "%): waiting for a fixed latency 30 % to 73 % (+43 points)." in step(metrics(), metrics(**change), (20, 40))


def test_what_the_counters_do_not_see_is_said():
    said = step(metrics(), metrics(), (40, 400))
    assert "The kernels of gpu/quick take 40.0 us of its 400 us; the counters do not see the rest" in said
    assert "do not see" not in step(metrics(), metrics(), (40, 48))


def test_no_sentence_without_both_sides(run):
    lines = [row("gpu/slow", ""), row("gpu/quick", 20, improves="gpu/slow"), row("gpu/next", 10, improves="gpu/none")]
    _, text, _, written = run(lines, {name: metrics() for name in ("gpu/slow", "gpu/quick", "gpu/next")})
    assert {line["step"] for line in written} == {""} and "than" not in text


def test_an_unstable_time_is_marked(run):
    lines = [TWO_ROWS[0], dict(TWO_ROWS[1], status="unstable")]
    _, text, _, _ = run(lines, {"gpu/slow": metrics(), "gpu/quick": metrics()})
    assert "± 0.7 % (unstable))" in text


@pytest.mark.parametrize(("value", "unit", "text"), [
    (0, "", "0"), (4, "", "4"), (4.5, "", "4.5"), (1234, "", "1234"), (9999, "", "9999"), (12345, "", "12.3 k"),
    (26_214_400, "", "26.2 M"), (999, "bytes", "999 B"), (419_431_424, "bytes", "419 MB"), (1.5e12, "bytes", "1.50 TB"),
    (60, "%", "60 %"), (0, "%", "0 %"), (275, "us", "275 us")])
def test_figures(value, unit, text):
    assert steps.figure(value, unit) == text


def test_markdown_has_a_table_and_a_list(run):
    _, text, _, _ = run(TWO_ROWS, {"gpu/slow": metrics(), "gpu/quick": metrics()}, "--markdown")
    assert "### tiles, 1000x1000, tile=8, Made-up GPU\n" in text
    assert "| `gpu/slow` | 40.0 us | 10.0 MB | 1.25 |" in text
    assert "\n- gpu/quick is x2.00 faster than gpu/slow" in text


def test_hostile_names_break_neither_text_nor_tables(run):
    names = hostile.NAMES
    lines = [row(name, 10 + number, improves=names[number - 1] if number else "", device=hostile.DEVICE)
             for number, name in enumerate(names)]
    counted = {name: metrics(**{STALL.format("a|<b>\x1b\n"): 90}) for name in names}
    for arguments in ([], ["--markdown"]):
        code, text, _, written = run(lines, counted, *arguments, run={**RUN, "device": hostile.DEVICE})
        assert code == 0 and sorted(line["variant"] for line in written) == sorted(names)
        assert "\x1b" not in text and "\t" not in text
        head = [line.count("|") - line.count("\\|") for line in text.splitlines() if line.startswith("|")]
        assert len(set(head)) <= 1, "a name opened a column"
        assert not arguments or not ("<!--" in text or "<b>" in text)


def test_hostile_names_that_cannot_be_joined_are_one_line(run):
    _, _, errors, _ = run(TWO_ROWS, {"gpu/slow": metrics(), "gpu/quick": metrics(), hostile.NAMES[-1]: metrics()})
    assert errors == "rungs evidence: no cold row of tiles/host/new line tab and escape\n"


def test_the_device_of_the_counters_chooses_the_rows(run):
    other = {"device": "Other GPU", "device_uuid": "GPU-other"}
    lines = [*TWO_ROWS, row("gpu/slow", 77, **other)]
    _, _, _, written = run(lines, {"gpu/slow": metrics()}, run={**RUN, "device": "Other GPU"})
    assert written[0]["time_us"] == "77"
    code, _, errors, _ = run(lines, {"gpu/slow": metrics()}, run=None)
    assert code == 2 and "cold rows of several GPUs" in errors
    _, _, _, written = run(lines, {"gpu/slow": metrics()}, "--device=Other GPU", run=None)
    assert written[0]["time_us"] == "77"


@pytest.mark.parametrize(("lines", "counted", "arguments", "words"), [
    (TWO_ROWS, {"gpu/slow": metrics()}, ["--device=Another"], "--device=Another: "),
    (TWO_ROWS, {("tiles", "gpu/slow", "5x5", ""): metrics()}, [], "no variant and problem of it has a cold GPU row"),
    ([row("gpu/slow", 40, backend="host")], {"gpu/slow": metrics()}, [], "no cold row of 'Made-up GPU'; there is no"),
    ([row("gpu/slow", 40, device="Other")], {"gpu/slow": metrics()}, [], "of 'Made-up GPU'; there is 'Other'"),
    (TWO_ROWS, {"gpu/slow": metrics()}, ["--case=tile"], "--case=tile: no counters of 'tile'; expected some of "
                                                         "'tiles'")])
def test_files_that_do_not_belong_together_are_one_line(run, tmp_path, lines, counted, arguments, words):
    code, out, errors, _ = run(lines, counted, *arguments)
    assert (code, out, errors.count("\n")) == (2, "", 1) and words in errors
    assert not (tmp_path / "evidence.csv").exists()


CORRUPTED = [
    ("case,variant,size,params,metric,value,unit\n", "metric,value\na,1\n", ":1: the header is"),
    (",40000,", ",nan,", "value is 'nan'"), (",40000,", ",<script>,", "value is '<script>'"),
    ("tile=8,dram__bytes_read.sum,6000000,\n", "tile=8,dram__bytes_read.sum", "2 fields where|fields where the header")]


@pytest.mark.parametrize(("old", "new", "words"), CORRUPTED)
def test_corrupted_counters_are_one_line(files, tmp_path, capsys, old, new, words):
    lines, counted = files(TWO_ROWS, {"gpu/slow": metrics()})
    text = counted.read_text()
    assert old in text
    counted.write_text(text.replace(old, new, 1) if not old.startswith("case") else new)
    assert program.main([str(lines), str(counted), f"--out={tmp_path / 'evidence.csv'}"]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"rungs evidence: {counted}:") and errors.count("\n") == 1
    assert any(word in errors for word in words.split("|"))
    assert not (tmp_path / "evidence.csv").exists()


def test_a_file_cut_in_its_last_line_is_refused(files, capsys):
    lines, counted = files(TWO_ROWS, {"gpu/slow": metrics()})
    counted.write_bytes(counted.read_bytes()[:-2])
    assert program.main([str(lines), str(counted)]) == 2
    assert "was the file cut?" in capsys.readouterr().err


def test_corrupted_runs_are_one_line(files, capsys):
    lines, counted = files(TWO_ROWS, {"gpu/slow": metrics()})
    counter_files.runs_path(counted).write_text("a,b\n1,2\n")
    assert program.main([str(lines), str(counted)]) == 2
    assert "counters.runs.csv:1: the header is 'a,b'" in capsys.readouterr().err


def test_what_is_read_is_not_written_over(files, capsys):
    lines, counted = files(TWO_ROWS, {"gpu/slow": metrics()})
    before = counted.read_bytes()
    for path in (lines, counted, counter_files.runs_path(counted)):
        assert program.main([str(lines), str(counted), f"--out={path}"]) == 2
        assert "it is read too" in capsys.readouterr().err
    assert counted.read_bytes() == before


def test_extreme_numbers_are_no_traceback(run):
    lines = [row("gpu/slow", "1e-18", bytes="1e-18"), row("gpu/quick", "1e18", improves="gpu/slow")]
    code, _, _, written = run(lines, {"gpu/slow": metrics(**{READ: 1e18}), "gpu/quick": metrics(**{READ: 0})})
    assert code == 0 and written[1]["step"] == "" and float(written[0]["dram_over_work"]) == 1e36


STATIC = ",".join(fact_files.COLUMNS) + "\n" + "".join(
    f"tiles,gpu/slow,{kernel},{architecture},{metric},{value},x\n" for kernel, architecture, metric, value in (
        ("pass_one", "sm_90", "registers", 40), ("pass_two", "sm_90", "registers", 32),
        ("pass_one", "sm_90", "sass_total", 100), ("pass_one", "sm_80", "registers", 255)))


def test_static_facts_are_those_of_the_counters_architecture(run, tmp_path):
    (tmp_path / "static.csv").write_text(STATIC)
    counted = {"gpu/slow": metrics(), "gpu/quick": metrics()}
    _, _, _, (slow, quick) = run(TWO_ROWS, counted, f"--static={tmp_path / 'static.csv'}")
    assert (slow["static_registers"], slow["static_sass_total"], quick["static_registers"]) == ("40", "100", "")
    _, _, _, (slow, _) = run(TWO_ROWS, counted, f"--static={tmp_path / 'static.csv'}", "--architecture=80")
    assert slow["static_registers"] == "255"


@pytest.mark.parametrize(("text", "architecture", "words"), [
    (STATIC, "", ": facts for several architectures; expected with --architecture 'sm_80', 'sm_90'"),
    (STATIC, "75", ": no facts for sm_75; expected"), (STATIC.replace(",255,", ",nan,"), "90", ":5: value is 'nan'"),
    ("a,b\n1,2\n", "90", ":1: the header is 'a,b'")])
def test_broken_static_facts_are_one_line(tmp_path, text, architecture, words):
    path = tmp_path / "static.csv"
    path.write_text(text)
    with pytest.raises(RowsError) as error:
        fact_files.read(path, architecture)
    assert str(error.value).startswith(f"{path}{words}")
