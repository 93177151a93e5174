"""What scripts/README.md and results/README.md say of `rungs why` is what it prints of the stored runs."""

import re

from conftest import ROOT, Command
from readme_rows import H200, RESULTS, page

why_command = Command("why")
PAIR = "h100/2026-11-28"


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


def test_what_holds_missed_goals():
    """Each variant that the README names is limited, by the stored visits, by what it says; at least four are named."""
    lines = why_command.printed(RESULTS / H200 / "rows.why.csv")
    limits = dict(re.findall(r"^(\S+) .*: limited by (\w+)$", lines, re.MULTILINE))
    said = page("results/README.md").partition("What holds some of the goals that are missed")[2]
    dram, _, multiprocessors = said.partition(", the multiprocessors ")
    named = [(name, limit) for text, limit in ((dram, "DRAM"), (multiprocessors, "SM"))
             for name in re.findall(r"\w+/gpu/\w+", text)]
    assert len(named) >= 4 and [one for one in named if limits[one[0]] != one[1]] == []
