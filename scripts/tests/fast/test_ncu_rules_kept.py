"""`rungs ncu --rules`: what Nsight Compute's own rules advise, from the page to rules.csv."""

import math
import shutil

import fake_ncu
import pytest
from fake_ncu import TIME, kernel, tiles
from test_ncu_all import complaint, counters, machine  # noqa: F401  (fixtures)

from rungs.data import advice_files
from rungs.data.advice_files import GLOBAL, LOCAL, NO_SPEEDUP
from rungs.data.errors import RowsError
from rungs.profile import ncu

WAIT = ["Warp State Statistics", "CPIStall", "OPT", "each warp  waits\nfor memory", "global", "12.5"]
SECTORS = ["Memory Workload Analysis", "MemoryCacheAccessPattern", "OPT", "few bytes of a sector are used", "local",
           "40"]
REMARK = ["Speed Of Light", "SOLFPRoofline", "INF", "2 % of the peak", "", ""]
PLAIN = ["Launch Statistics", "LaunchConfiguration", "OPT", "the grid is small", "", ""]
KEY = ("tiles", "gpu/slow", "10x10", "tile=8")


def page(*rules):
    return fake_ncu.details_page([(fake_ncu.pushed("a.b"), rules)])


def plan(**more):
    launched = [kernel(3000, rules=[WAIT, SECTORS, REMARK, PLAIN]), kernel(1000, rules=[WAIT])]
    return {**tiles(**{"tiles/gpu/slow": {"problems": {"10x10;tile=8": launched}}}), **more}


def test_what_names_something_to_improve_is_kept_with_its_estimate():
    found, remark = ncu.read_rules_page(page(WAIT, SECTORS, REMARK, PLAIN))
    assert remark == "" and list(found) == ["0"]
    assert [(one.rule, one.speedup_type, one.kind, one.message) for one in found["0"]] == [
        ("CPIStall", GLOBAL, "OPT", "each warp waits for memory"),
        ("MemoryCacheAccessPattern", LOCAL, "OPT", "few bytes of a sector are used"),
        ("LaunchConfiguration", NO_SPEEDUP, "OPT", "the grid is small")]
    assert [one.speedup_percent for one in found["0"][:2]] == [12.5, 40] and math.isnan(found["0"][2].speedup_percent)


def test_estimates_that_are_none_are_left_out_and_the_advice_kept():
    for estimate in ("n/a", "-3", ""):
        found, _ = ncu.read_rules_page(page([*WAIT[:5], estimate]))
        assert found["0"][0].speedup_type == NO_SPEEDUP and math.isnan(found["0"][0].speedup_percent)
    found, remark = ncu.read_rules_page(page(WAIT).replace("Estimated Speedup", "Something"))
    assert found["0"][0].speedup_type == NO_SPEEDUP
    assert remark == "ncu's details page has no column 'Estimated Speedup Type', 'Estimated Speedup': no estimates"


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text.replace("Rule Name", "Rule"), "has no column 'Rule Name'; expected"),
    (lambda text: "==ERROR== Failed\n", "no details page in what ncu printed: '==ERROR== Failed'"),
    (lambda text: text[:-2], "not CSV")])
def test_a_details_page_that_is_none_is_refused(change, words):
    with pytest.raises(RowsError, match=words):
        ncu.read_rules_page(change(page(WAIT)))


def test_the_advice_of_every_kernel_is_written(machine, counters, tmp_path):  # noqa: F811
    assert machine(plan(), "--rules") == 0
    found = advice_files.read(tmp_path / "out" / "rules.csv")
    assert list(found) == [KEY]  # of the others the rules say nothing
    assert [(one.rule, one.kernel_percent, one.kernel) for one in found[KEY]] == [
        *((rule, 75, "kernel(int, float *)") for rule in ("CPIStall", "MemoryCacheAccessPattern",
                                                          "LaunchConfiguration")),
        ("CPIStall", 25, "kernel(int, float *)")]
    assert counters()["tiles/gpu/slow tile=8"] == {"kernels": 2, TIME: 4000}
    calls = (tmp_path / "tools" / "calls.txt").read_text()
    assert "--section regex:^(SpeedOfLight|" in calls and "--section-folder" not in calls


@pytest.mark.parametrize(("chosen", "asked"), [("", "tiles/gpu/slow tile=8"), ("tiles/", "tiles/gpu/slow tile=8"),
                                               ("quick$", "tiles/gpu/quick tile=8")])
def test_of_a_ladder_variants_below_others_are_asked_unless_none_is_chosen(machine, counters, chosen, asked):  # noqa: F811
    assert machine(plan(improves={"tiles/gpu/quick": "gpu/slow"}), "--rules", f"--filter={chosen}") == 0
    assert list(counters()) == [asked]


def test_a_broken_details_page_is_said_keeps_the_times_and_is_read_again(machine, counters, tmp_path, capsys):  # noqa: F811
    assert machine(plan(details="nothing\n"), "--rules", "--case=tiles") == 1
    assert "no details page in what ncu printed: 'nothing'" in capsys.readouterr().out
    assert counters()["tiles/gpu/slow tile=8"][TIME] == 4000
    assert machine(plan(), "--rules", "--case=tiles", "--resume") == 0
    assert list(advice_files.read(tmp_path / "out" / "rules.csv")) == [KEY]


@pytest.mark.parametrize(("first", "then"), [(["--rules"], []), ([], ["--rules"])])
def test_advice_and_counters_have_folders_of_their_own(machine, tmp_path, capsys, first, then):  # noqa: F811
    machine(plan(), "--case=tiles", *first)
    before = (tmp_path / "out" / "counters.csv").read_bytes()
    capsys.readouterr()
    assert machine(plan(), "--resume", *then) == 2
    assert "expected another --out" in complaint(capsys)
    assert (tmp_path / "out" / "counters.csv").read_bytes() == before
    shutil.rmtree(tmp_path / "out")
    assert machine(plan(), "--case=tiles", *then) == 0


def test_counters_go_on_beside_a_copy_of_the_advice(machine, counters, tmp_path):  # noqa: F811
    machine(plan(), "--case=tiles")
    assert not (tmp_path / "out" / "rules.csv").exists(), "rules are not asked for unless wanted"
    assert "--page details" not in (tmp_path / "tools" / "calls.txt").read_text()
    (tmp_path / "out" / "rules.csv").write_text("kept as it is\n")
    assert machine(plan(), "--resume") == 0
    assert len(counters()) > 1
    assert (tmp_path / "out" / "rules.csv").read_text() == "kept as it is\n"


@pytest.mark.parametrize(("lost", "options"), [("counters.runs.csv", []), ("counters.runs.csv", ["--rules"]),
                                               ("rules.csv", ["--rules"])])
def test_a_lost_file_is_not_written_over(machine, tmp_path, capsys, lost, options):  # noqa: F811
    machine(plan(), "--case=tiles", *options)
    (tmp_path / "out" / lost).unlink()
    before = (tmp_path / "out" / "counters.csv").read_bytes()
    capsys.readouterr()
    assert machine(plan(), "--case=tiles", "--rules", "--resume") == 2
    assert f"{lost} is missing" in complaint(capsys)
    assert (tmp_path / "out" / "counters.csv").read_bytes() == before


def test_advice_without_a_run_is_not_mixed_with_new_advice(machine, tmp_path, capsys):  # noqa: F811
    machine(plan(), "--rules", "--case=tiles")
    for name in ("counters.csv", "counters.runs.csv"):
        (tmp_path / "out" / name).unlink()
    rules = tmp_path / "out" / "rules.csv"
    rules.write_text(rules.read_text().replace("tiles,gpu/slow", "stale,gpu/other"))
    capsys.readouterr()
    assert machine(plan(), "--rules", "--case=tiles") == 2
    assert "rules.csv: exists; expected --resume" in complaint(capsys)
    assert machine(plan(), "--rules", "--case=tiles", "--resume") == 0
    assert list(advice_files.read(rules)) == [KEY]


def test_resume_keeps_the_advice_of_before(machine, tmp_path):  # noqa: F811
    machine(plan(), "--rules", "--case=tiles")
    assert machine(plan(variants={**plan()["variants"], "last/gpu/one": {
        "problems": {"5x5;": [kernel(7, rules=[WAIT])]}}}), "--rules", "--resume") == 0
    assert list(advice_files.read(tmp_path / "out" / "rules.csv")) == [KEY, ("last", "gpu/one", "5x5", "")]


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text.replace(",global,", ",world,"), "speedup_type is 'world'; expected global, local or nothing"),
    (lambda text: text.replace(",global,12.5", ",,12.5"), "expected both or none"),
    (lambda text: text.replace(",12.5,", ",much,"), "speedup_percent is 'much'; expected a number")])
def test_a_broken_file_is_one_line(tmp_path, change, words):
    path = tmp_path / "rules.csv"
    advice_files.write(path, {KEY: ncu.read_rules_page(page(WAIT))[0]["0"]})
    text = path.read_text()
    advice_files.read(path)
    path.write_text(change(text))
    assert change(text) != text
    with pytest.raises(RowsError, match=rf"rules.csv:2: .*{words}"):
        advice_files.read(path)
