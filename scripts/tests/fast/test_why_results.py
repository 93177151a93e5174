"""What scripts/README.md and results/README.md say of `rungs why` is what it prints of the stored runs."""

import re

from conftest import ROOT, Command
from readme_rows import H100, RESULTS, page
from test_pages_say import H200S, PAIR, STORED, changed

from rungs.data import counter_files, rows, why_files
from rungs.data.records import without_device
from rungs.profile import evidence
from rungs.profile.limits import AS_TRIED, CLASSES
from rungs.statistics import why

why_command = Command("why")


def known(*names):
    return why_command.printed(*(RESULTS / PAIR / f"{name}.why.csv" for name in names), "--known",
                               ROOT / "reference" / "known_limits.csv").splitlines()


def test_the_runs_over_known_limits():
    lines, text = known("rows-known-1", "rows-known-2"), (ROOT / "scripts/README.md").read_text("utf-8")
    assert f"\n    {lines[-1]}\n" in text
    for named in (line.split()[0] for line in lines if line.endswith("<")):
        assert f"`{named}`" in text or f"`{named.rpartition('/')[2]}`" in text
    assert "the runs agree on 13, " in known("rows-known-1", "rows-known-2", "rows")[-1]
    assert "of the 13 that all three name" in page("scripts/README.md")


def test_where_counters_and_experiments_differ():
    path = RESULTS / PAIR / "rows.csv"
    visits = {(key[0], *key[3:5], key[1]): measured
              for key, measured in without_device(why_files.read(path.with_name("rows.why.csv"))).items()}
    machine, = rows.machines(rows.read(path))
    lines = evidence.lines_of(machine.rows, counter_files.read(RESULTS / H100 / "counters.csv")).values()
    named = [(line.bound.limit, limit, f"{line.case}/{line.variant}") for line in lines
             if (line.case, line.variant) not in changed()  # counted as it is now
             and (key := (*line.problem, line.variant)) in visits and (limit := why.limit(why.answers(visits[key])))]
    differ = [one for one in named if one[0] not in AS_TRIED[one[1]]]
    assert f"Of {len(named)} kernels" in page(STORED) and f"they differ in {len(differ)}" in page(STORED)
    part = page(STORED).partition("they differ in")[2].partition("Two machines of one model.")[0]
    for first, then, name in differ:
        line, = (line for line in part.split(" - ") if name in line)
        assert f"{CLASSES[first]}, then {CLASSES.get(then, 'SM')}" in line, name


def test_what_holds_missed_goals():
    """Each variant that the README names is limited, by the stored visits, by what it says; at least four are named."""
    lines = why_command.printed(RESULTS / H200S / "rows.why.csv")
    limits = dict(re.findall(r"^(\S+) .*: limited by (\w+)$", lines, re.MULTILINE))
    said = page(STORED).partition("What holds some of the goals that are missed")[2]
    dram, _, multiprocessors = said.partition(", the multiprocessors ")
    named = [(name, limit) for text, limit in ((dram, "DRAM"), (multiprocessors, "SM"))
             for name in re.findall(r"\w+/gpu/\w+", text)]
    assert len(named) >= 4 and [one for one in named if limits[one[0]] != one[1]] == []
