"""The command and its help start whichever Python they are called by."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT, SCRIPTS, Command

from rungs import __version__
from rungs.cli.main import COMMANDS, PARTS, main


def bare(scripts, *words, **more):
    """What a Python that sees no packages makes of a script."""
    python = Path(sys.base_prefix) / "bin" / "python3"
    return subprocess.run([python, "-E", "-S", "-B", scripts / words[0], *words[1:]], capture_output=True, text=True,
                          timeout=120, check=False, **more)


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
    assert re.fullmatch(rf"rungs {name}: the Python package (\w+) is missing; expected what `pip install` of the "
                        "wheel, or in a checkout scripts/install_dependencies.sh, installs with it\n", done.stderr)


def test_importing_the_package_does_nothing():
    body = ast.parse((SCRIPTS / "rungs" / "__init__.py").read_text(encoding="utf-8")).body
    own = [one for one in body[1:] if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("rungs.")]
    rest = [ast.unparse(one) for one in body[1:] if one not in own]
    assert len(rest) == 2 and rest[0].startswith("__all__ = ") and rest[1] == f"__version__ = '{__version__}'"
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert re.search(r"project\(rungs VERSION (\S+)", cmake)[1] == __version__


def test_what_pyproject_asks_for_is_pinned():
    project = tomllib.loads((SCRIPTS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (SCRIPTS / "requirements.txt").read_text(encoding="utf-8")
    assert {wanted.partition(">")[0] for wanted in project["dependencies"]} <= set(
        re.findall(r"^([a-z0-9-]+)==", pins, re.MULTILINE))
