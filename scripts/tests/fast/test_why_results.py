"""What scripts/README.md shows of `rungs why` is what it prints of the stored runs."""

from conftest import ROOT

from rungs.cli import main

RUN = ROOT / "results" / "h100" / "2026-11-28"
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
