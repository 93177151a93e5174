"""The command and its help start whichever Python they are called by, and a Python package that is missing or broken
costs the rows that need it, and nothing else."""

import re
import shutil
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, SCRIPTS, Command, captured

from rungs import __version__
from rungs.cli.main import COMMANDS, PARTS, main
from rungs.data.errors import BadUsage, Unsupported
from rungs.engine import frameworks, variants


def bare(scripts, *words, **more):
    """What a Python that sees no packages makes of a script."""
    python = Path(sys.base_prefix) / "bin" / "python3"
    return captured(python, "-E", "-S", "-B", scripts / words[0], *words[1:], timeout=120, **more)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The scripts without tests, in a folder without a .venv."""
    folder = tmp_path_factory.mktemp("copy") / "scripts"
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    return folder


@pytest.mark.parametrize("command", [*COMMANDS, *(f"{name} {part}" for name, parts in PARTS.items() for part in parts)])
def test_help_needs_no_package_and_says_the_exit_codes(copy, command):
    done = bare(copy, "rungs", *command.split(), "--help")
    assert (done.returncode, done.stdout.startswith(f"usage: rungs {command} ")) == (0, True), done.stderr
    assert re.search(r"\nExit codes: 0 .*\s130\sended\sby\sCtrl-C", done.stdout, re.DOTALL)


def test_the_list_of_commands_is_whole(capsys):
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    listed = re.findall(r"^  (\S+)  ", said, re.MULTILINE)
    assert max(map(len, said.splitlines())) <= 100
    assert listed == list(COMMANDS), "each in one group"
    assert re.search(r"\n\nfor maintainers .*:\n  claims .*\n  tables ", said)
    modules = {path.stem.replace("_", "-") for path in (SCRIPTS / "rungs" / "cli").glob("*.py")}
    assert set(listed) == set(COMMANDS) == modules - {"--init--", "main", "options"} | set(PARTS)
    parts = {path.stem for path in (SCRIPTS / "rungs" / "cli" / "parts").glob("[!_]*.py")}
    assert parts == {f"{name}_{part}" for name, below in PARTS.items() for part in below}
    assert main([]) == 0 and main(["--version"]) == 0 and capsys.readouterr().out.endswith(f"rungs {__version__}\n")
    assert main(["repotr"]) == 2
    assert re.fullmatch(r"rungs: no command 'repotr'; expected new, .* \(is it report\?\)\n", capsys.readouterr().err)


@pytest.mark.parametrize(("words", "said"), [
    ("check", "no part given; expected clocks or ncu"), ("check --seed=1", "expected clocks or ncu"),
    ("fleet", "expected join"), ("check clok", "no part 'clok'; expected clocks or ncu (is it clocks?)"),
    ("plot rows.csv --casse=edm", "unrecognized arguments: --casse=edm (is it --case?); see rungs plot --help"),
    ("plot rows.csv --zzz more", "unrecognized arguments: --zzz more; see rungs plot --help")])
def test_what_there_is_none_of_is_one_line_that_names_the_nearest(capsys, words, said):
    name, *others = words.split()
    assert said in Command(name).refused(capsys, *others)


@pytest.mark.parametrize("name", ["plot", "report", "compare"])
def test_a_missing_package_is_one_line(copy, name, tmp_path):
    (tmp_path / "rows.csv").write_text("x\n")
    done = bare(copy, "rungs", name, *["rows.csv"] * (2 if name == "compare" else 1), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"rungs {name}: the Python package (\w+) is missing; run "
                        "scripts/install_dependencies.sh in a checkout, or install the wheel with its dependencies\n",
                        done.stderr)


def test_the_version_is_that_of_cmake():
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert re.search(r"project\(rungs VERSION (\S+)", cmake)[1] == __version__


def test_what_pyproject_asks_for_is_pinned():
    project = tomllib.loads((SCRIPTS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (SCRIPTS / "requirements.txt").read_text(encoding="utf-8")
    assert {wanted.partition(">")[0] for wanted in project["dependencies"]} <= set(
        re.findall(r"^([a-z0-9-]+)==", pins, re.MULTILINE))


VARIANT = """
import rungs
@jit
@rungs.variant("stitch/made/{name}", framework="torch", idea="made up")
def made(p): pass
"""
STANDS_IN = "def jit(f): return f\n"


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Imports files {name: text}, one of them or the folder; returns {variant: why it cannot run}."""
    monkeypatch.setattr(variants, "_loaded", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(packages)
    for name, text in {"broken_a": "raise OSError('libcudart.so.12: no such file')", "old_a": "x = 1",
                       "half_a": "import no_such_half"}.items():
        (packages / f"{name}.py").write_text(text)

    def run(files, one=""):
        folder = tmp_path / "cases" / "stitch" / "made"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        variants.import_files([folder / one if one else tmp_path / "cases"])
        return {one.name: one.missing for one in variants.loaded()}
    return run


@pytest.mark.parametrize(("imports", "why"), [
    ("from no_such_a import jit", "the Python package no_such_a is missing"),
    ("import no_such_a.language as tl\njit = tl.jit", "the Python package no_such_a is missing"),
    ("import no_such_a\nfrom no_such_b import x\njit = no_such_a.jit",
     "the Python package no_such_a is missing; the Python package no_such_b is missing"),
    ("from broken_a import jit", "the Python package broken_a cannot be loaded (libcudart.so.12: no such file)"),
    ("from old_a import jit", "the Python package old_a cannot be loaded (cannot import name 'jit' from 'old_a' ({}))"),
    ("from half_a import jit", "the Python package no_such_half is missing"),
    ("from near import jit", "the Python package no_such_a is missing")])
def test_its_variants_are_unsupported_and_the_others_are_not(load, tmp_path, imports, why):
    files = {"a.py": imports + VARIANT.format(name="a"), "b.py": STANDS_IN + VARIANT.format(name="b"),
             "c.py": "try:\n    from no_such_a import jit\nexcept ImportError:\n    def jit(f): return f\n"
                     + VARIANT.format(name="c")}
    helper = {"near.py": "import no_such_a\n"} if "near" in imports else {}
    assert load({**files, **helper}) == {"made/a": why.format(tmp_path / "packages" / "old_a.py"), "made/b": "",
                                         "made/c": ""}


@pytest.mark.parametrize(("text", "why"), [
    ("import no_such_a", "the Python package no_such_a is missing"),
    ("import no_such_a\nno_such_a.x.__version__ > 1" + VARIANT, "AttributeError"),
    ("import near" + VARIANT, "SyntaxError"), ("1 / 0" + VARIANT, "ZeroDivisionError")])
def test_a_mistake_in_the_file_is_none_of_a_package(load, text, why):
    with pytest.raises(BadUsage, match=why):
        load({"a.py": text, "near.py": "def"}, "a.py")
    assert not variants.loaded()


def test_a_torch_without_cuda_is_unsupported_where_it_is_prepared(monkeypatch):
    backends = SimpleNamespace(cuda=SimpleNamespace(is_built=lambda: False))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(backends=backends))
    with pytest.raises(Unsupported, match="the Python package torch was built without CUDA"):
        frameworks.Torch()
