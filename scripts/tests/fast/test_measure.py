"""`rungs measure`: its parts, what they would run, and that every variant is swept over five sizes or more. What a part
measures is not tested here."""

import re
import shlex
import signal
import subprocess

import pytest
from conftest import ROOT, SCRIPTS, Command, executable, run_program, wait_for

measure = Command("measure")
LEAST = 5
GROUPS = ["host-sizes", "sizes"]


def call(*arguments):
    return measure.printed(*arguments).splitlines()


def planned(*parts):
    """{part: [words of a command, ...]} as --dry-run prints them."""
    plan = {}
    for line in call("--dry-run", ROOT / "build" / "none", "build/bench", *parts):
        if line.startswith("# "):
            commands = plan.setdefault(line[2:].partition(":")[0], [])
        else:
            commands.append(shlex.split(line))
    return plan


def option(words, name):
    """The value of bench's option, as NAME=VALUE or NAME VALUE; '' where it is not given."""
    found = re.search(rf"^{name}[=\n](.*)$", "\n".join(words), re.MULTILINE)
    return found[1] if found else ""


def source_variants():
    """[(name, backend)] of the sources: a variant is one file, its path is its name."""
    return [(path.relative_to(ROOT / "cases").with_suffix("").as_posix(), "cuda" if path.suffix == ".cu" else "host")
            for path in sorted((ROOT / "cases").glob("*/*/*.c*"))
            if path.suffix in (".cu", ".cpp") and path.parent.name in ("host", "gpu", "peer")]


def takes(name, size):
    """Whether a variant takes a size: two do not take every one."""
    if name == "median/gpu/3x3_v3_fixed_size":
        source = (ROOT / "cases" / f"{name}.cu").read_text(encoding="utf-8")
        return size in {f"{w}x{h}" for w, h in re.findall(r"rungs::Size\{(\d+), (\d+)\}", source)}
    if name == "distance/peer/opencv_distance_transform":
        return all(int(side) <= 4096 for side in size.split("x"))
    return True


def fewer(variants, commands):
    """Names of the variants that the commands time at fewer sizes than LEAST."""
    timed = {name: set() for name, _ in variants}
    for words in commands:
        pattern, backend = re.compile(option(words, "--filter")), option(words, "--backend")
        asked = [size if "x" in size else f"{size}x{size}" for size in option(words, "--sizes").split(",")]
        for name in (name for name, where in variants if where == backend and pattern.search(name)):
            timed[name] |= {size for size in asked if takes(name, size)}
    return [name for name, found in timed.items() if len(found) < LEAST]


def test_the_sweeps_over_sizes_give_every_variant_five():
    variants = source_variants()
    assert len(variants) > 100 and fewer(variants, sum(planned(*GROUPS).values(), [])) == []


def test_a_size_less_is_seen():
    plan = planned(*GROUPS)
    plan["sizes-median"] = [[word.replace(",3840x2160", "") for word in words] for words in plan["sizes-median"]]
    assert "median/gpu/3x3_v3_fixed_size" in fewer(source_variants(), sum(plan.values(), []))


def test_the_energies_are_of_a_ladder_and_of_each_row_that_is_named():
    """A name that no variant has any more would go unnoticed: bench takes it for a filter that fits less."""
    commands, = planned("energy").values()
    named = []
    for words in commands:  # '^case/gpu/(a|b)$' or '^(case/gpu/a|other/gpu/b)$'
        prefix, names = re.fullmatch(r"\^(\w+/gpu/)?\(?(.+?)\)?\$", option(words, "--filter")).groups(default="")
        named += [prefix + name for name in names.split("|")]
    found = [name for name, backend in source_variants() if backend == "cuda"
             and any(re.search(option(words, "--filter"), name) for words in commands)]
    assert sorted(named) == sorted(found)


def test_the_parts_of_the_list_can_be_run_alone_and_by_their_group():
    whole, parts = planned(), [line.split()[0] for line in call("--list")]
    assert run_program(SCRIPTS / "measure_all.sh", "--list").splitlines() == call("--list"), "the older name"
    assert list(whole) == parts and len(set(parts)) == len(parts) > 20
    for part in ("host", "sizes-latency"):
        assert planned(part) == {part: whole[part]}
    for group in GROUPS:
        assert list(planned(group)) == [part for part in parts if part.startswith(f"{group}-")]
    assert list(planned("cases", "host", "cases")) == ["host", "cases"]
    assert option(whole["peers"][0], "--library").endswith("/build/libbench_c.so"), "it lies next to bench"


def test_a_list_and_a_plan_are_of_the_parts_that_are_named_and_need_no_folder(tmp_path):
    for words, names in (("cases host", ["host", "cases"]), (f"{tmp_path} sizes-uv", ["sizes-uv"])):
        assert [line.split()[0] for line in call("--list", *words.split())] == names
    part = "\n".join(call("--dry-run", "self-test", "cases"))
    assert re.search(r"^\S+/bench --self-test .* > FOLDER/self-test\.txt$", part, re.MULTILINE)
    assert "--out FOLDER/rows.csv" in part


@pytest.mark.parametrize(("arguments", "wanted"), [
    ([], "no folder given; expected rungs measure FOLDER"), (["cases"], "cases is a part; expected rungs measure"),
    (["folder", "--time-limit=1"], "--time-limit=1 is no option"),
    (["folder", "build/bench", "nonsense"], "'nonsense' is not a part; expected sizes, host-sizes, self-test"),
    (["folder", "none/bench"], "none/bench is not a program; build it with"),
    (["/dev/null/folder", "--bench", "/bin/true"], "/dev/null/folder: Not a directory")])
def test_bad_usage_is_one_line(capsys, arguments, wanted):
    assert wanted in measure.refused(capsys, *arguments)


@pytest.fixture
def fake_bench(tmp_path):
    """A bench that leaves its words in calls.txt, a file in --out and, where FAILS is there, exits with 1."""
    return executable(tmp_path / "bench", f"""#!/bin/bash
echo "$@" >>{tmp_path}/calls.txt
[[ $1 != --out ]] || : >"$2"
[[ ! -e {tmp_path}/FAILS ]]
""")


def test_a_run_says_how_long_each_part_took_and_where_the_rows_are_and_ends_as_bench_did(fake_bench, tmp_path, capfd):
    folder = tmp_path / "a folder"
    assert measure.run(folder, fake_bench, "sizes-intdiv", "sizes-uv") == 0
    said = capfd.readouterr()
    assert re.findall(r"^==> \[(\S+)\] (\S+): ", said.out, re.MULTILINE) == [
        ("1/2", "sizes-uv"), ("2/2", "sizes-intdiv")]
    assert re.findall(r"^==> (\S+) took \d+ s$", said.out, re.MULTILINE) == ["sizes-uv", "sizes-intdiv"]
    assert said.out.endswith(f"==> rows are in {folder / 'rows.csv'}\n") and said.err == ""
    calls = (tmp_path / "calls.txt").read_text().splitlines()
    assert len(calls) == 2 and all("--resume" in line and "--time-limit 0.5 --min-time 0.02 " in line for line in calls)
    (tmp_path / "FAILS").touch()
    assert measure.run(tmp_path / "folder", fake_bench, "sizes-intdiv") == 1
    assert capfd.readouterr().err == "rungs measure: went wrong, or found something: sizes-intdiv\n"


@pytest.mark.parametrize(("code", "kept"), [
    ("exit 0", ["self-test.txt"]), ("exit 1", ["self-test.txt"]), ("exit 2", []), ("kill -9 $$", [])])
def test_an_output_is_kept_where_there_is_a_verdict_and_then_not_made_again(tmp_path, capfd, code, kept):
    folder, bench = tmp_path / "folder", executable(tmp_path / "bench", f"#!/bin/sh\necho said\n{code}\n")
    assert measure.run(folder, bench, "self-test") == (code != "exit 0")
    assert [path.name for path in folder.iterdir()] == kept
    assert all((folder / name).read_text() == "said\n" for name in kept)
    assert measure.run(folder, bench, "self-test") == (0 if kept else 1)
    assert ("self-test.txt is there" in capfd.readouterr().out) == bool(kept)
    assert measure.run("--dry-run", folder, bench, "self-test") == 0
    assert ("--self-test" in capfd.readouterr().out) != bool(kept)


def test_a_program_that_is_missing_is_said_and_the_rest_goes_on(fake_bench, tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("PYTHON", "/none/python3")
    assert measure.run(tmp_path / "folder", fake_bench, "clocks", "sizes-uv", "ncu") == 1
    said = capfd.readouterr()
    assert "rungs measure: /none/python3 scripts/rungs check clocks " in said.err and "No such file" in said.err
    assert "scripts/rungs check ncu " in said.err and "[2/3] sizes-uv" in said.out


def test_a_part_that_is_ended_leaves_no_half_file(tmp_path):
    bench = executable(tmp_path / "bench", f"#!/bin/sh\ntrap 'sleep 0.5; touch {tmp_path}/ended; exit 130' TERM\n"
                                           f"touch {tmp_path}/begun\nwhile :; do sleep 0.05; done\n")
    with subprocess.Popen([SCRIPTS / "measure_all.sh", tmp_path / "folder", bench, "self-test", "sizes-uv"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert wait_for((tmp_path / "begun").exists)
        process.send_signal(signal.SIGTERM)
        error = process.communicate(timeout=60)[1]
    assert (process.returncode, error) == (130, "rungs measure: ended by Ctrl-C; the same command goes on\n")
    assert (tmp_path / "ended").exists() and not list((tmp_path / "folder").iterdir())
