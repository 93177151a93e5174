"""`rungs ab` on made-up programs: what it runs, what it says, and how it ends."""

import json
import shutil
import subprocess

import pytest
from conftest import Command, run_program
from fake_bench import calls, make

from rungs.statistics import paired

AB = Command("ab")
TIMES = {f"tiles/host/{name}": us for name, us in (("first", 100), ("second", 200), ("third", 300))}
CEILING = {"fill/host/set": 50}


@pytest.fixture
def builds(tmp_path):
    """Makes two builds, old/bench and new/bench; times and options of the new one differ as given."""
    def build(changed=None, **more):
        make(tmp_path / "old/bench", {**CEILING, **TIMES}, noise=more.get("noise", 0.001), seed=1)
        make(tmp_path / "new/bench", {**CEILING, **TIMES, **(changed or {})}, **{"noise": 0.001, "seed": 2, **more})
        return tmp_path / "old", tmp_path / "new"
    return build


def test_a_slower_variant_is_found_and_the_programs_run_in_turn(builds, capsys, tmp_path):
    old, new = builds({"tiles/host/second": 210})
    assert AB.run(old, new / "bench", "--pairs=6", "--filter=tiles", "--sizes=8", f"--out={tmp_path / 'kept'}") == 1
    printed, said = capsys.readouterr()
    assert "slower (1)" in printed and "tiles/host/second" in printed.partition("cannot tell (")[0]
    assert "6 pairs" in printed and "3 variants to run, 0 unchanged" in said
    assert "first: not compared" in printed
    assert {len(calls(of / "bench")) for of in (old, new)} == {6}
    assert "--sizes=8" in calls(old / "bench")[0] and "--min-time=0.1" in calls(old / "bench")[0]
    made = sorted((tmp_path / "kept").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert [path.stem for path in made[:8]] == ["old-1", "new-1", "new-2", "old-2", "old-3", "new-3", "new-4", "old-4"]


def test_the_budget_goes_where_a_verdict_is_open(builds, capsys, monkeypatch):
    monkeypatch.setattr(paired, "LOOKS", (6, 8))
    old, new = builds({"tiles/host/first": 150, "tiles/host/third": 300.9}, noise=0.002)
    assert AB.run(old, new, "--budget=1h") == 1
    runs = calls(new / "bench")
    assert "first" in runs[0] and "first" not in runs[-1] and "third" in runs[-1] and len(runs) == 8
    assert "tiles/host/first" in capsys.readouterr().out
    before = len(calls(old / "bench"))
    AB.run(old, new, "--budget=0.001s")
    assert len(calls(old / "bench")) == before + 6, "a small budget ends after six pairs"


def test_what_broke_and_what_crashed_is_told(builds, capsys):
    old, new = builds(broken=["tiles/host/third"], killed=2)
    given = json.loads((new / "bench.json").read_text())
    given["rows"] = [row for row in given["rows"] if row["variant"] != "host/first"]  # which always crashes
    (new / "bench.json").write_text(json.dumps(given))
    assert AB.run(old, new, "--pairs=6") == 1
    printed = capsys.readouterr().out
    assert "broken (2)" in printed and "ok before, incorrect now (3 of 9 are wrong)" in printed
    assert "ok before, failed now (no row: its process ended before)" in printed
    assert "pair 1, new build: ended by signal 9; 2 rows are there" in printed


def test_markdown_for_a_pull_request(builds, capsys):
    old, new = builds({"tiles/host/second": 220})
    assert AB.run(old, new, "--pairs=6", "--markdown") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "**slower** (1)" and lines[2].startswith("| variant | problem |")
    assert lines[4].startswith("| `tiles/host/second` |") and lines[-1].startswith("- old: ")


@pytest.mark.parametrize(("words", "why"), [
    (["OLD-nowhere", "NEW"], "is no file, no folder and no commit"),
    (["OLD", "NEW", "--program=other"], "there is no other in this folder"),
    (["OLD", "NEW", "--filter=nosuch"], "no variant of both builds"),
    (["OLD", "NEW", "--backend=cuda"], "no variant of both builds"),
    (["OLD", "NEW", "--resume"], "--resume: bench gets it from here"),
    (["OLD", "NEW", "--sizes=wrong"], "--sizes=wrong: expected a size"),
    (["OLD", "NEW", "--pairs=6", "--budget=1m"], "expected one of them"),
    (["OLD", "NEW", "--out=OLD"], "is there already")])
def test_bad_usage_is_one_line(builds, capsys, words, why):
    old, new = builds()
    code = AB.run(*(word.replace("OLD", str(old)).replace("NEW", str(new)) for word in words))
    said = [line for line in capsys.readouterr().err.splitlines() if "variants to run" not in line]
    assert code == 2 and len(said) == 1 and why in said[0]


SOURCE = """namespace {{ __attribute__((noinline)) int work(int x) {{ return x {operation} 3; }} }}
const char* {name}_name() {{ return "{text}"; }}
int {name}(int x) {{ return work(x) + 1; }}
"""


def compiled(folder, sources):
    """Objects of variants and of their case in a build's folder, and its compile_commands.json."""
    entries = []
    for output, text in {**sources, "bench_host.dir/bench_cases/tiles.cpp.o": "int tiles;\n"}.items():
        target = folder / output
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", "-O2", "-x", "c++", "-c", "-o", str(target), "-"], input=text, text=True, check=True)
        entries.append({"directory": str(folder), "file": "x.cpp", "command": f"g++ -c x.cpp -o {output}"})
    (folder / "compile_commands.json").write_text(json.dumps(entries))


@pytest.mark.skipif(not shutil.which("g++") or not shutil.which("objdump"), reason="no g++ or no objdump")
def test_unchanged_variants_are_skipped_and_listed(builds, capsys):
    old, new = builds()
    shutil.copy(old / "bench", new / "bench")
    for folder, first, second in ((old, "*", "one text"), (new, "+", "another text")):
        compiled(folder, {f"bench_host.dir/tiles/host/{name}.cpp.o":
                          SOURCE.format(operation=operation, name=name, text=text)
                          for name, operation, text in (("first", first, ""), ("second", "*", second))})
    assert AB.run(old, new, "--pairs=6") == 0
    printed = capsys.readouterr().out
    assert "1 unchanged and not run" in printed and "--all runs them): tiles/host/second" in printed
    assert "tiles/host/third: not compared" in printed
    assert all("second" not in call and "first" in call for call in calls(new / "bench"))
    assert AB.run(old, new, "--pairs=6", "--all") == 0
    assert "second" in calls(new / "bench")[-1]
    given = json.loads((new / "bench.json").read_text())
    listed = json.loads(given["list"])
    listed["cases"][1]["variants"][1]["axes"] = [{"name": "block", "values": ["64"]}]
    (new / "bench.json").write_text(json.dumps({**given, "list": json.dumps(listed)}))
    assert AB.run(old, new, "--pairs=6") == 0
    assert "second" in calls(new / "bench")[-1]


def test_commits_are_built_once_each(tmp_path, capsys, monkeypatch):
    project = tmp_path / "project"
    for us in (100, 120):
        make(project / "bench", {**TIMES, "tiles/host/first": us})
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", f"{us}"]):
            run_program("git", "-c", "user.name=x", "-c", "user.email=x@x", *words, cwd=project)
    monkeypatch.chdir(project)
    words = ["HEAD~1", "HEAD", "--pairs=6", f"--worktrees={tmp_path / 'trees'}"]
    command = "--build-command=mkdir -p build && cp bench bench.json build && echo built >> build/log"
    assert AB.run(*words, command) == 1
    assert "tiles/host/first" in capsys.readouterr().out.partition("slower (1)")[2]
    assert AB.run(*words, command) == 1
    assert {path.read_text() for path in (tmp_path / "trees").glob("*/build/log")} == {"built\n"}
    capsys.readouterr()
    assert AB.run(*words, "--build-command=exit 3") == 2
    building, why = capsys.readouterr().err.splitlines()
    assert "building HEAD~1 in " in building and "ended with exit code 3; its output is in" in why
