"""What scripts/README.md shows of `rungs why` is what it prints of the stored runs."""

from collections import Counter

from conftest import ROOT

from rungs.cli import main
from rungs.data import counter_files, rows, why_files
from rungs.data.records import without_device
from rungs.profile import evidence
from rungs.profile.limits import AS_TRIED
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
    assert "the runs agree on 16, " in known(capsys, "rows-known-1", "rows-known-2", "rows")[-1]
    assert "of the 16 that it has" in README


def test_the_score(capsys):
    lines = printed(capsys, RUN / "rows.why.csv", "--score", RUN / "rows.csv",
                    ROOT / "results" / "h100" / "2026-11-25" / "counters.csv", ROOT / "results" / "advice.md")
    assert [line for line in lines if not shown(line)] == []
    assert not shown(lines[-1].replace("4", "5"))


def test_where_counters_and_experiments_differ():
    visits = {(key[0], *key[3:5], key[1]): measured
              for key, measured in without_device(why_files.read(RUN / "rows.why.csv")).items()}
    lines = evidence.join(evidence.cold_rows(rows.read(RUN / "rows.csv"), "", RUN / "rows.csv"),
                          counter_files.read(RUN.parent / "2026-11-25" / "counters.csv"))
    named = [(line.bound.limit, limit) for line in lines if (key := (*line.problem, line.variant)) in visits
             and (limit := why.limit(why.answers(visits[key])))]
    differ = Counter(pair for pair in named if pair[0] not in AS_TRIED[pair[1]])
    assert (len(named), differ.total()) == (81, 42) and differ == {
        ("few", "wait"): 20, ("dram", "wait"): 3, ("l2", "wait"): 2, ("few", "sm"): 3, ("wait", "sm"): 3,
        ("launch", "sm"): 1, ("dram", "sm"): 2, ("smem", "few"): 2, ("wait", "few"): 1, ("atomic", "dram"): 2,
        ("wait", "dram"): 2, ("few", "dram"): 1}
    assert "Of 81 kernels" in RESULTS and "they differ in 42" in " ".join(RESULTS.split())
