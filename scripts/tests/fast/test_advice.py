"""Advice against reality: rules' estimates and what the next step gained, on made-up steps."""

import math
from dataclasses import replace

import pytest
from conftest import Command
from made_up_runs import bare_row
from test_bound import INSTRUCTIONS, metrics

from rungs.data import advice_files, counter_files
from rungs.data.advice_files import GLOBAL, LOCAL, NO_SPEEDUP, Advice
from rungs.profile import advice as judging
from rungs.profile import bound
from rungs.profile.advice import ARITHMETIC, MEMORY, OTHER, WAITING
from rungs.profile.evidence import Line
from rungs.tables import advice_table
from rungs.tables.evidence_table import NotThere

program = Command("evidence")
PROBLEM = ("1000x1000", "tile=8")


def advised(rule, percent=10.0, kind=GLOBAL, share=100.0, message=""):
    return Advice("kernel", share, "section", rule, "OPT", kind, math.nan if kind == NO_SPEEDUP else percent, message)


def line(variant, us, improves="", **binds):
    return Line("tiles", f"gpu/{variant}", *PROBLEM, metrics(**binds), {}, improves=improves and f"gpu/{improves}",
                time_us=us, noise=0.1)


# Issue-bound, then DRAM-bound, then as fast as it gets; and one that lost.
LADDER = [line("slow", 100, issue=80), line("better", 50, "slow", dram=80), line("best", 40, "better", dram=95),
          line("worse", 60, "better", dram=50)]
ADVICE = {("tiles", f"gpu/{name}", *PROBLEM): found for name, found in (
    ("slow", [advised("HighPipeUtilization", 20)]), ("better", [advised("CPIStall", 30)]),
    ("best", [advised("CPIStall", 12)]))}


@pytest.mark.parametrize(("rule", "message", "subject"), [
    ("UncoalescedGlobalAccess", "", MEMORY), ("SharedMemoryConflicts", "", MEMORY),
    ("MemoryCacheAccessPattern", "", MEMORY), ("CPIStall", "", WAITING), ("TheoreticalOccupancy", "", WAITING),
    ("LaunchConfiguration", "", WAITING), ("ThreadDivergence", "", WAITING), ("HighPipeUtilization", "", ARITHMETIC),
    ("FPInstructions", "", ARITHMETIC), ("Whatever", "memory", OTHER),
    ("SOLBottleneck", "typically indicate latency issues. Look at memory", WAITING),
    ("SOLBottleneck", "Memory is more heavily utilized than Compute", MEMORY),
    ("SOLBottleneck", "Compute is more heavily utilized than Memory", ARITHMETIC), ("SOLBottleneck", "", OTHER)])
def test_what_a_rule_is_about(rule, message, subject):
    assert judging.subject(advised(rule, message=message)) == subject


@pytest.mark.parametrize(("found", "subject"), [
    (metrics(dram=90), MEMORY), (metrics(l1=90), MEMORY), (metrics(issue=90), ARITHMETIC), (metrics(), WAITING),
    (metrics(us=1), OTHER), ({}, OTHER)])
def test_what_binds_is_about(found, subject):
    assert judging.of_bound(bound.of(found)) == subject


def test_the_largest_estimate_of_time_counts_by_the_kernels_share():
    both = [advised("CPIStall", 40, share=25), advised("CPIStall", 20, share=75), advised("Occupancy", 24, share=100),
            advised("SharedMemory", 90, LOCAL), advised("Launch", kind=NO_SPEEDUP)]
    found = judging.top(both)
    assert (found.advice.rule, found.percent) == ("CPIStall", 25)
    assert judging.top(both[2:]).percent == 24
    assert (judging.top(both[3:]).advice.rule, judging.top(both[3:]).percent) == ("SharedMemory", 90)
    assert judging.top(both[4:]).advice.rule == "Launch" and math.isnan(judging.top(both[4:]).percent)
    assert judging.top([advised("CPIStall", 70, share=math.nan), advised("CPIStall", 70)]).percent == 100
    assert judging.top([]) is None


def test_less_work_is_no_gain():
    whole = [replace(one, work_bytes=8e6) for one in LADDER]
    less = replace(line("half", 20, "best", dram=90), work_bytes=4e6)
    found = judging.judge([*whole, less], ADVICE)
    assert [one.new.variant for one in found] == ["gpu/better", "gpu/best", "gpu/worse"]
    assert [one.possible for one in found] == pytest.approx([60, 20, 20])
    assert len(judging.judge([*whole, replace(less, work_bytes=8e6)], ADVICE)) == 4


def test_each_step_is_judged():
    slow, better, worse = judging.judge(LADDER, ADVICE)
    assert [one.saved for one in (slow, better, worse)] == pytest.approx([50, 20, -20])
    assert [one.possible for one in (slow, better, worse)] == pytest.approx([60, 20, 20])
    assert slow.gained and slow.right and slow.missed           # 50 % saved where 20 % were promised
    assert better.gained and not better.right and not better.missed
    assert not worse.gained
    assert judging.judge(LADDER, {}) == []


@pytest.mark.parametrize(("estimates", "correlation"), [((60, 40, 20), "1.00"), ((20, 40, 60), "-1.00")])
def test_the_correlation_is_of_ranks(estimates, correlation):
    lines = [line("a", 100), line("b", 60, "a"), line("c", 30, "b"), line("d", 28, "c")]
    advice = {("tiles", f"gpu/{name}", *PROBLEM): [advised("CPIStall", percent)]
              for name, percent in zip("abc", estimates)}
    assert f"saves: {correlation} over 3 variants." in judging.score(judging.judge(lines, advice), lines, advice)[1]


def test_the_table_has_a_line_for_each_step_the_largest_first():
    text = advice_table.table(LADDER, ADVICE)
    assert text[2:5] == [
        "| tiles: gpu/slow to gpu/better | issue slots 80 % | HighPipeUtilization (arithmetic) | 20 % | 50 % | 60 % | "
        "yes |",
        "| tiles: gpu/better to gpu/best | DRAM 80 % | CPIStall (latency) | 30 % | 20 % | 20 % | no |",
        "| tiles: gpu/better to gpu/worse | DRAM 80 % | CPIStall (latency) | 30 % | -20 % | 20 % |  |"]
    assert text[6:] == ["Of 2 steps that saved 5 % or more, the advice was about what bound the old variant in 1, and "
                        "1 saved more than any rule estimated.",
                        "For the 1 fastest variants themselves the rules still promise 12 % (median)."]
    with pytest.raises(NotThere, match="no step with a time and counters"):
        advice_table.table(LADDER, {})


def test_advice_without_an_estimate_is_said_so():
    key = ("tiles", "gpu/slow", *PROBLEM)
    for found, cells in (([advised("Occupancy", 40, LOCAL)], "Occupancy (latency) | 40 % of a unit"),
                         ([advised("Occupancy", kind=NO_SPEEDUP)], "Occupancy (latency) | –"), ([], "– | –")):
        assert f"| issue slots 80 % | {cells} | 50 % |" in advice_table.table(LADDER, {key: found})[2]
    assert not judging.judge(LADDER, {key: []})[0].right and judging.judge(LADDER, {key: []})[0].missed


@pytest.fixture
def files(tmp_path, write_rows):
    """rows.csv, counters.csv and rules.csv of a step; returns the arguments of `rungs evidence`."""
    def write(advice):
        rows = write_rows([bare_row("tiles/gpu/slow", 40), bare_row("tiles/gpu/quick", 20, improves="gpu/slow")])
        counters = tmp_path / "counters.csv"
        found = {("tiles", f"gpu/{name}", *PROBLEM): {metric: (value, "") for metric, value in counted.items()}
                 for name, counted in (("slow", metrics(issue=80, us=40)),
                                       ("quick", metrics(issue=80, us=20, more={INSTRUCTIONS: 4e7})))}
        counter_files.write(counters, found, [])
        advice_files.write(tmp_path / "rules.csv", advice)
        return rows, counters, f"--rules={tmp_path / 'rules.csv'}"
    return write


def test_the_command_prints_the_table_and_a_block_of_a_readme_shows_it(files, fill_block, capsys):
    arguments = files({("tiles", "gpu/slow", *PROBLEM): [advised("CPIStall", 12)]})
    assert program.run(*arguments) == 0
    text = capsys.readouterr().out
    assert "tiles: gpu/slow to gpu/quick" in text and "CPIStall (latency)" in text and "| " not in text
    assert program.run(*arguments, "--markdown") == 0
    assert "| tiles: gpu/slow to gpu/quick | issue slots 80 % | CPIStall (latency) | 12 % |" in capsys.readouterr().out
    block = "advice rows=rows.csv counters=counters.csv rules=rules.csv"
    code, lines = fill_block(block)
    assert code == 0 and lines[0].startswith("| step | what bound it | advice on the old one |")
    assert fill_block(f"{block} case=none")[0] == 2 and "no step" in capsys.readouterr().err
    arguments = files({("tiles", "gpu/other", *PROBLEM): [advised("CPIStall", 12)]})
    assert "rules.csv: no step with a time and counters has advice" in program.refused(capsys, *arguments)
