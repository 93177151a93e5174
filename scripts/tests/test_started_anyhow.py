"""The scripts find their packages whichever Python they are called by."""

import pathlib
import shutil
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]


def bare(script):
    """Calls a script's --help by a Python that sees no packages."""
    python = pathlib.Path(sys.base_prefix) / "bin" / "python3"
    return subprocess.run([python, "-E", "-S", script, "--help"], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not (SCRIPTS.parent / ".venv/bin/python").exists(), reason="there is no .venv here")
@pytest.mark.parametrize("name", ["plot", "report", "compare", "peers"])
def test_a_python_without_the_packages_goes_on_in_the_venv(name):
    done = bare(SCRIPTS / f"{name}.py")
    assert (done.returncode, done.stdout.startswith(f"usage: {name}.py")) == (0, True), done.stderr


def test_without_a_venv_it_is_one_line(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path / "scripts", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    done = bare(tmp_path / "scripts" / "plot.py")
    assert done.returncode != 0 and done.stderr.count("\n") == 1
    assert "is missing; scripts/install_dependencies.sh" in done.stderr
