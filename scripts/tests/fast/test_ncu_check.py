"""`rungs check ncu` on reports made up for the tests, in the shape that ncu --csv prints. And the section files of
ncu_sections/: each is whole, is called as its file, and names what is spelled as a metric."""

import csv
import io
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Command
from made_up_side import side_line, side_text, write_side

from rungs.cli.parts.check_ncu import _problem_options
from rungs.data.errors import RowsError
from rungs.data.side_table import WAITS, path_of
from rungs.profile import agreement, counters, profiling

ncu_check = Command("check ncu")

HEADER = ["ID", "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
          "Id:Domain:Start/Stop_Range:PL_Type", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"]
ROW = {"case": "stitch", "variant": "gpu/modulo", "backend": "cuda", "size": "9x9", "params": "", "cache": "cold",
       "device_uuid": "", "time_median_us": "5", "event_overhead_us": "1", "device": "H"}


def report(*kernels):
    """The output of bench under ncu: text of bench, then a quoted line a kernel (range, unit, value)."""
    text = io.StringIO()
    text.write("stitch  10x10\n  gpu/modulo  correct\n==PROF== Disconnected\n")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(HEADER)
    for name, unit, value in kernels:
        pushed = f'929  "rungs:{name}:none:none:none:none:REGISTERED:{name}" ' if name else ""
        writer.writerow(["0", pushed, "", "kernel(int)", "gpu__time_duration.sum", unit, value])
    return text.getvalue()


@pytest.fixture
def ncu(monkeypatch):
    """Makes ncu print a text, end with a code, and bench write a side table; returns the commands that were run."""
    commands = []

    def prints(text, code=0, side=""):
        def run(command, **_):
            commands.append(command)
            if side:
                path_of(Path(command[-1].removeprefix("--out="))).write_text(side, encoding="utf-8")
            return subprocess.CompletedProcess([], code, stdout=text, stderr="no permission")
        monkeypatch.setattr(agreement.subprocess, "run", run)
        monkeypatch.setattr(profiling, "version", lambda: "2025.3")
        return commands
    return prints


def test_kernels_are_gathered_by_range_and_launch_and_what_the_driver_does_from_benchs_rows(ncu):
    one, two = "a.b.9x9", "a.c.9x9"
    kernels = [(one, "ns", "274,912"), (one, "ns", "88"), (one, "ns", "3000"), (one, "ns", "4000"),
               (two, "ns", "1,500,000"), (two, "ns", "2e6"), ("", "ns", "7"), (f"set-up {two}", "ns", "9")]
    row = {"case": "a", "variant": "b", "size": "9x9"}
    other = {**row, "variant": "c"}
    ncu(report(*kernels), side=side_text([
        side_line(row, "driver", "memset", 4, "bytes", index="1"),
        side_line(row, "driver", "memcpy", 419430400, "bytes", index="2"), side_line(other, "driver", WAITS, 1),
        side_line(other, "metric", "memset", 5, "bytes")]))
    found = agreement.profiles("bench", [], 2, "all")
    assert found[one].launches == [[274.912, 0.088], [3, 4]]
    assert (found[one].us, found[one].kernels) == (141, 2)
    assert (found[one].by_driver, found[two].by_driver) == ([4, 419430400], [])
    assert found[two].launches == [[1500], [2000]]


@pytest.mark.parametrize(("text", "code", "words"), [
    (report(*[("a", "ns", "5000")] * 3), 0, "3 kernels of 2 launches of a"), ("nothing\n", 0, "no kernel was reported"),
    (report(("a", "ns", "5000")), 1, "exit code 1.*no permission")])
def test_what_is_no_profile_is_refused(ncu, text, code, words):
    ncu(text, code)
    with pytest.raises(RowsError, match=words):
        agreement.profiles("bench", [], 2, "all")


def check(path, *arguments):
    return ncu_check.run("--runs=1", path, *arguments)


def test_a_case_is_profiled_at_another_size_with_both_kinds_of_caches(ncu, write_rows):
    commands = ncu(report(("stitch.gpu.modulo.9x9", "ns", "5000")))
    check(write_rows([ROW]), "--problem=reduce:10240:op=max")
    assert [command[command.index("--cache-control") + 1] for command in commands] == ["all", "all", "none", "none"]
    assert commands[1][-4:-1] == ["--filter=^reduce/(?:(gpu|peer)/)", "--sizes=10240", "--param=op=max"]
    assert _problem_options("reduce/peer/.*$:10240") == ["--filter=^reduce/(?:peer/.*$)", "--sizes=10240"]


@pytest.mark.parametrize(("row", "arguments", "words"), [
    ({**ROW, "size": "8x8"}, [], "no cold GPU row"),
    (ROW, ["--problem=reduce"], "--problem reduce: expected CASE:SIZE"),
    ({name: ROW[name] for name in ROW if name != "event_overhead_us"}, [], "event_overhead_us")])  # as in older schemas
def test_what_cannot_be_checked_is_refused(ncu, write_rows, capsys, row, arguments, words):
    ncu(report(("stitch.gpu.modulo.9x9", "ns", "5000")))
    assert words in ncu_check.refused(capsys, write_rows([row]), "--runs=1", *arguments)


NAMES = ("modulo", "one", "two", "three_with_copies")


@pytest.fixture
def checked(write_rows, tmp_path):
    """The exit code on rows of these variants, each a (name, whether it waits inside, median, overhead)."""
    def code(lines):
        rows = [{**ROW, "variant": f"gpu/{name}", "size": "10x10", "params": "repeater=100", "time_median_us": median,
                 "event_overhead_us": overhead, "device": "H200"} for name, _, median, overhead in lines]
        path = write_rows([*rows, {**rows[0], "variant": "gpu/modulo", "cache": "hot", "time_median_us": "1"}])
        write_side(path, [side_line(row, "driver", WAITS, 1) for row, line in zip(rows, lines) if line[1]])
        return check(path, f"--out={tmp_path / 'ncu.csv'}")
    return code


def compared(net, flushed, prepared, driver=()):
    """A row whose kernels took so long in the launch of each profile."""
    row = {"variant": "gpu/a", WAITS: False, "time_median_us": net + 1.5, "event_overhead_us": 1.5}
    return agreement.Compared(row, agreement.Profile([flushed], by_driver=driver), agreement.Profile([prepared]))


@pytest.mark.parametrize(("launch", "driver", "near", "apart"), [
    ([276], [], [281.4, 270.6], [281.6, 270.4]), ([10], [], [10.69, 9.31], [10.71, 9.29]),
    ([276, 0, 0], [], [283.8], [284.0]), ([10], [4], [11.89], [11.95])])  # a small copy of the driver
def test_how_far_apart_the_two_may_be(launch, driver, near, apart):
    other = [1] * len(launch)  # does not count: of one kernel the prepared one, of several the flushed one
    both = (launch, other) if len(launch) == 1 else (other, launch)
    found = {net for net in near + apart if compared(net, *both, driver).agrees}
    assert found == set(near)


def test_what_explains_a_row_that_is_apart():
    one = compared(209, [201.6], [208.5])
    assert not one.agrees and "agrees with ncu behind bench's own" in one.explanation
    assert compared(209, [201.6], [202]).explanation == compared(209, [209], [1]).explanation == ""
    row = {WAITS: False, "variant": "gpu/a"}
    assert "419 MB by the driver" in agreement.why_apart(row, [4, 419430400])
    assert agreement.why_apart(row, [4]) == "", "a small one widens the limit"


def test_rows_of_the_driver_alone_are_named():
    first, second = ({**ROW, "case": "copy", "variant": name, WAITS: False} for name in ("gpu/a", "peer/b"))
    profiles = {"copy.gpu.a.9x9": agreement.Profile([[4]]), "copy.peer.b.9x9": agreement.Profile(by_driver=[324])}
    found, unseen = agreement.compare([first, second], profiles, profiles)
    assert ([one.row["variant"] for one in found], unseen) == (["gpu/a"], ["copy/peer/b 9x9"])


def test_rows_that_are_apart_are_named_and_two_may_be(ncu, checked, tmp_path, capsys):
    ncu(report(*((f"stitch.gpu.{name}.10x10.repeater=100", "ns", "276000") for name in NAMES)))
    good = [(name, False, 277.5, 1.3) for name in NAMES]
    assert checked(good) == 0
    assert "4 rows: 4 agree, 0 apart for a reason, 0 unexplained" in capsys.readouterr().out
    line = "stitch,gpu/modulo,10x10,repeater=100,ncu,276,Nsight Compute 2025.3,H200"
    assert line in (tmp_path / "ncu.csv").read_text()
    wrong = [(name, False, 300, 1.3) for name in NAMES]
    assert checked(wrong[:2] + good[2:]) == 0
    out = capsys.readouterr().out
    assert "2 unexplained" in out and out.count("NOT WITHIN: unexplained") == 2
    assert checked(wrong) == 1 and "1 apart for a reason, 3 unexplained" in capsys.readouterr().out
    waits = [("modulo", True, 300, 1.3)] + wrong[1:]
    assert checked(waits) == 0 and "the call waits for the GPU" in capsys.readouterr().out


FOLDER = ROOT / "ncu_sections"
FILES = sorted(FOLDER.glob("*.section"))
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# unit__counter and a suffix; what is known of the launch has none.
METRIC = re.compile(r"""launch__[a-z0-9_]+ | sm__maximum_warps_per_active_cycle_pct
    | (?!launch__)[a-z][a-z0-9]*__[a-z0-9_]+ (?: \.(?:pct|ratio|max_rate) | \.(?:sum|avg|min|max)
      (?:\.(?:peak_sustained|per_second|per_cycle_(?:active|elapsed)|pct_of_peak_sustained_(?:active|elapsed)))?)""",
                    re.VERBOSE)


def faults(text, name):
    """What is wrong with the text of the section file of this name."""
    bare = TEXT.sub("", text)
    found = {key: value for key, value in re.findall(r'^(\w+): (?:"(\w[^"]*)"|\d+)$', text, re.MULTILINE)}
    metrics = re.findall(r'^\s+Name: "(.*)"$', text, re.MULTILINE)
    return [*(["braces"] if bare.count("{") != bare.count("}") or '"' in bare else []),
            *(["fields"] if f"{found.get('Identifier')}.section" != name or not {"DisplayName", "Order"} <= set(found)
              or not re.search(r"^Description:\n", text, re.MULTILINE) else []),
            *(metric for metric in metrics if not METRIC.fullmatch(metric))]


def test_each_section_is_whole_has_a_place_of_its_own_and_the_readme_speaks_of_it():
    assert [(path.name, found) for path in FILES if (found := faults(path.read_text("ascii"), path.name))] == []
    for field in ("DisplayName", "Order"):
        assert len({re.search(rf"^{field}: (.*)$", path.read_text(), re.MULTILINE)[1] for path in FILES}) == len(FILES)
    assert set(re.findall(r"`(Rungs\w+)`", (FOLDER / "README.md").read_text())) == {path.stem for path in FILES}
    assert [name for name in counters.collected() if not METRIC.fullmatch(name)] == []


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("Header {", "Header {{", "braces"), ('"DRAM Read"', '"DRAM Read', "braces"),
    ('"RungsTraffic"', '"RungsTrafic"', "fields"), ("Order:", "Ordre:", "fields"), ("Description:", "Text:", "fields"),
    *(("dram__bytes_read.sum", name, name) for name in (
        "dram__bytes_read", "derived__bytes", "DRAM__bytes.sum", "dram_bytes.sum", "dram__bytes.sum.sum",
        "dram__bytes sum", "", "launch__registers_per_thread.sum"))])
def test_planted_mistakes_are_caught(old, new, wanted):
    good = (FOLDER / "RungsTraffic.section").read_text()
    assert old in good and faults(good.replace(old, new, 1), "RungsTraffic.section") == [wanted]
