"""CONTRIBUTING.md is short, and its commands work: in a copy of the checkout, in their order. What takes minutes is
looked at: that there is what it names. Of the first README's file of 20 lines, right and with its error, `rungs try`
says what the README shows. And `rungs new`: for every case and place a copy of its first rung that says so, and no
other file is touched."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import program
from conftest import ROOT, Command
from test_tries import ended

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINES = [re.split(r"\s+#", line.strip())[0] for line in re.findall(r"^    \S.*$", TEXT, re.MULTILINE)]
RUNGS = f"{sys.executable} scripts/rungs"
FEW = "--sizes=64 --param repeater=16 --backend=simulator --progress=never"  # added to what measures
TWICE = "results/h100/2026-11-28/rows-known-1.csv " * 2
# What is run in place of a command. What takes minutes is looked at.
INSTEAD = {
    r"(scripts/\S+)": r"test -x \1", r"cmake --preset (\w+)": r"grep '.name.: .\1.' CMakePresets.json",
    r"cmake --build build --target (\w+)": r"grep 'rungs_add_bench(\1 ' cases/CMakeLists.txt",
    r"ctest --test-dir build-ci (.*)": r"ctest --test-dir build -N \1 | grep 'Total Tests: [1-9]'",
    r"(cd scripts && RUNGS_BENCH=\S+) \S+/python (-m pytest .*)":
        rf"\1 {sys.executable} \2 --collect-only -q -p no:cacheprovider",
    r"build/bench --self-test": "build/bench --help | grep -e --self-test",
    r"(build/bench .*) --out rows.csv": rf"\1 --out rows.csv {FEW}", r"(build/bench .*)": r"\1",
    r"\.venv/bin/rungs compare \S+ \S+(.*)": rf"{RUNGS} compare {TWICE} \1", r"\.venv/bin/rungs (.*)": rf"{RUNGS} \1"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout with the build of RUNGS_BENCH, in which `cases` can be written to."""
    top = tmp_path_factory.mktemp("checkout")
    for path in ROOT.iterdir():
        if path.name not in ("cases", "build", ".git", ".venv"):
            (top / path.name).symlink_to(path)
    shutil.copytree(ROOT / "cases", top / "cases")
    (top / "build").symlink_to(Path(program()).parent)
    return top


@pytest.mark.parametrize("line", LINES)
def test_it_is_short_and_a_command_works(checkout, line):
    assert len(TEXT.splitlines()) <= 80 and 12 < len(LINES) < 30
    words = next((re.sub(pattern, instead, line) for pattern, instead in INSTEAD.items()
                  if re.fullmatch(pattern, line)), "false")
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "XDG_CACHE_HOME": str(checkout)}
    done = subprocess.run(words, shell=True, cwd=checkout, capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL, env=environment)
    assert done.returncode == 0, done


README = (ROOT / "README.md").read_text(encoding="utf-8")
FILE, KERNEL = re.search(r"<!-- walk-through: \S+/(\S+) -->\n```cpp\n(.*?)```", README, re.DOTALL).groups()
RIGHT = "row[x % sides.width]"
WRONG = re.search(r"^With `(.*)` in the loop", README, re.MULTILINE)


def plain(text):
    """The text without the values of pixels, which are others each time."""
    return re.sub(r"expected \S+, got \S+", "expected X, got Y", text)


@pytest.mark.parametrize(("line", "code", "first"), [(RIGHT, 0, "correct"), (WRONG[1], 1, "incorrect")])
def test_a_try_says_what_the_first_readme_shows(cache, tmp_path, line, code, first):
    shown = re.search(rf"^    {first}  .*\n(    .*\n)*", README, re.MULTILINE)
    assert program() and KERNEL.count(RIGHT) == 1
    (tmp_path / FILE).write_text(KERNEL.replace(RIGHT, line), encoding="utf-8")
    found, said, errors = ended(cache, tmp_path / FILE)
    assert found == code, errors
    assert plain(said).startswith(plain(re.sub("^    ", "", shown[0], flags=re.MULTILINE))), said


NEW = Command("new")
PYTHON = tuple(f"{place}/*.py" for place in ("triton", "cutile", "numba", "cupy"))
PLACES = sorted({path.parent for kind in ("host/*.cpp", "gpu/*.cu", *PYTHON)
                 for path in (ROOT / "cases").glob(f"*/{kind}")})
SUFFIXES = {"host": "cpp", "gpu": "cu"}
DESCRIPTION = re.compile(r'\.(improves|technique|step|no_technique|idea) *=')


@pytest.mark.parametrize("place", PLACES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_the_first_rung_with_a_description_of_its_own(place, tmp_path):
    out = tmp_path / f"mine.{SUFFIXES.get(place.name, 'py')}"
    assert NEW.run(f"{place.parent.name}/{place.name}/mine", "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    improves, = re.findall(r'improves ?= ?"([^"]+)"', text)
    start = (place.parent / f"{improves}{out.suffix}").read_text(encoding="utf-8")
    assert not re.search(rf'improves ?= ?"{place.name}/', start), "what it starts from improves another"
    if place.name not in SUFFIXES:
        compile(text, "mine.py", "exec")
        assert f'@rungs.variant("{place.parent.name}/{place.name}/mine",' in text
        assert text.partition("\ndef ")[2].partition("rungs.variant")[0] in start
        return
    code = [line for line in text.splitlines() if not line.startswith("//") and not DESCRIPTION.search(line)]
    rest = iter(start.splitlines())
    assert all(line in rest for line in code), "a line is not the first rung's, or not in its order"
    assert {name: words for name, words in re.findall(r'\.(\w+) = "([^"]*)",$', text, re.MULTILINE)
            if DESCRIPTION.search(f".{name} =")} == {
        "improves": improves, "no_technique": "a copy so far", "idea": f"a copy of {improves} so far"}
    assert text.startswith(f"// So far a copy of {improves}: ")


def test_the_file_goes_where_its_name_says(tmp_path, monkeypatch, capsys):
    cases = tmp_path / "project" / "cases"
    shutil.copytree(ROOT / "cases" / "stitch", cases / "tiles")
    (cases.parent / "CMakeLists.txt").touch()
    monkeypatch.chdir(cases.parent)
    assert NEW.run("tiles/gpu/mine") == 0 and (cases / "tiles/gpu/mine.cu").is_file()
    assert capsys.readouterr().out == f"{cases}/tiles/gpu/mine.cu: a copy of tiles/gpu/modulo\n"
    assert "mine.cu: expected a file that is not there yet" in NEW.refused(capsys, "tiles/gpu/mine")
    monkeypatch.chdir(tmp_path)  # no project around
    assert NEW.run("stitch/gpu/mine") == 0 and (tmp_path / "mine.cu").is_file()


@pytest.mark.parametrize(("words", "said"), [
    (["stich/gpu/mine"], "there is no case 'stich'; nearest is stitch"),
    (["stitch/gpus/mine"], "no variant in gpus to start from; expected cutile or gpu or host or numba or triton"),
    (["stitch/peer/mine"], "no variant in peer"), (["stitch/gpu/../mine"], "expected CASE/PLACE/NAME"),
    (["stitch/gpu/mine", "--out=mine.cpp"], "whose name ends in .cu")])
def test_what_cannot_be_is_refused(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in NEW.refused(capsys, *words) and not list(tmp_path.iterdir())


@pytest.mark.parametrize("other", ["/bin/true", "/bin/false"])
def test_a_program_that_is_no_bench_is_refused(other, capsys):
    said = Command("try").refused(capsys, ROOT / "cases/stitch/gpu/modulo.cu", f"--bench={other}")
    assert "it does not list its variants" in said and "expected the program bench of this version" in said
