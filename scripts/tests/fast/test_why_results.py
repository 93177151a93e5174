"""What scripts/README.md shows of `rungs why` is what it prints of the stored runs."""

import re
from functools import cache

from conftest import ROOT
from test_findings import plain
from test_whole_runs import changed

from rungs.cli import main
from rungs.data import counter_files, rows, why_files
from rungs.data.records import without_device
from rungs.profile import evidence
from rungs.profile.limits import AS_TRIED, CLASSES
from rungs.statistics import why

RUN = ROOT / "results" / "h100" / "2026-11-28"
RESULTS = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
README = (ROOT / "scripts" / "README.md").read_text(encoding="utf-8")


def printed(capsys, *words):
    assert main.main(["why", *map(str, words)]) == 0
    return capsys.readouterr().out.splitlines()


def shown(line):
    return f"\n    {line}\n" in README


def known(capsys, *names):
    return printed(capsys, *(RUN / f"{name}.why.csv" for name in names), "--known",
                   ROOT / "reference" / "known_limits.csv")


def test_the_runs_over_known_limits(capsys):
    lines = known(capsys, "rows-known-1", "rows-known-2")
    assert shown(lines[-1])
    for named in (line.split()[0] for line in lines if line.endswith("<")):
        assert f"`{named}`" in README or f"`{named.rpartition('/')[2]}`" in README


def test_the_third_run(capsys):
    assert "the runs agree on 13, " in known(capsys, "rows-known-1", "rows-known-2", "rows")[-1]
    assert "of the 13 that all three name" in plain(README)


@cache
def counted():
    """The lines of kernels that were counted as they are now, and {(problem, variant): visits}."""
    visits = {(key[0], *key[3:5], key[1]): measured
              for key, measured in without_device(why_files.read(RUN / "rows.why.csv")).items()}
    lines = evidence.join(evidence.cold_rows(rows.read(RUN / "rows.csv"), "", RUN / "rows.csv"),
                          counter_files.read(RUN.parent / "2026-11-25" / "counters.csv"))
    return [line for line in lines if (line.case, line.variant) not in changed()], visits


def test_where_counters_and_experiments_differ():
    lines, visits = counted()
    named = [(line.bound.limit, limit, f"{line.case}/{line.variant}") for line in lines
             if (key := (*line.problem, line.variant)) in visits and (limit := why.limit(why.answers(visits[key])))]
    differ = [one for one in named if one[0] not in AS_TRIED[one[1]]]
    text = plain(RESULTS)
    assert f"Of {len(named)} kernels" in text and f"they differ in {len(differ)}" in text
    part = text.partition("they differ in")[2].partition("Two machines of one model.")[0]
    for first, then, name in differ:
        line, = (line for line in part.split(" - ") if name in line)
        assert f"{CLASSES[first]}, then {CLASSES.get(then, 'SM')}" in line, name


def test_what_holds_missed_goals(capsys):
    """Each variant that the README names is limited, by the stored visits, by what it says; at least four are named."""
    lines = printed(capsys, ROOT / "results" / "h200" / "2026-11-28" / "rows.why.csv")
    limits = dict(re.findall(r"^(\S+) .*: limited by (\w+)$", "\n".join(lines), re.MULTILINE))
    said = plain(RESULTS).partition("What holds some of the goals that are missed")[2]
    dram, _, multiprocessors = said.partition(", the multiprocessors ")
    named = [(name, limit) for text, limit in ((dram, "DRAM"), (multiprocessors, "SM"))
             for name in re.findall(r"\w+/gpu/\w+", text)]
    assert len(named) >= 4 and [one for one in named if limits[one[0]] != one[1]] == []
