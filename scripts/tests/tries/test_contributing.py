"""CONTRIBUTING.md is short, and its commands work: in a copy of the checkout, in their order. What takes minutes is
looked at: that there is what it names. And of the first README's file of 20 lines, right and with its error, `rungs
try` says what the README shows."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import program
from conftest import ROOT
from test_tries import ended

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINES = [re.split(r"\s+#", line.strip())[0] for line in re.findall(r"^    \S.*$", TEXT, re.MULTILINE)]
BENCH, RUNGS = "build/bench ", ".venv/bin/rungs "
FEW = " --sizes=64 --param repeater=16 --backend=simulator --progress=never"  # added to what measures


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


def run(checkout, line):
    words = line if not line.startswith(RUNGS) else f"{sys.executable} scripts/rungs {line.removeprefix(RUNGS)}"
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "XDG_CACHE_HOME": str(checkout)}
    return subprocess.run(words, shell=True, cwd=checkout, capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL, env=environment)


def option_names(line):
    return set(re.findall(r"(?<= )--[a-z-]+", line))


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 80 and 12 < len(LINES) < 30


@pytest.mark.parametrize("line", LINES)
def test_a_command_works(checkout, line):
    if line.startswith("scripts/"):
        assert os.access(ROOT / line, os.X_OK)
    elif line.startswith("cmake --preset"):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
        assert line.split()[-1] in [one["name"] for one in presets]
    elif line.startswith("cmake --build build --target"):
        assert f"add_executable({line.split()[-1]}" in line or f"rungs_add_bench({line.split()[-1]}" in (
            ROOT / "cases" / "CMakeLists.txt").read_text()
    elif line.startswith("ctest"):
        done = run(checkout, line.replace("build-ci", "build") + " -N")
        assert done.returncode == 0 and re.search(r"Total Tests: [1-9]", done.stdout), done
    elif "pytest" in line:
        done = run(checkout, f"{line} --collect-only -q -p no:cacheprovider".replace("../.venv/bin/python",
                                                                                  sys.executable))
        assert done.returncode == 0 and "test_contributing" not in line, done.stdout[-2000:]
    elif line.startswith(BENCH):
        if "--self-test" in line:
            assert "--self-test" in run(checkout, f"{BENCH} --help").stdout
            return
        done = run(checkout, line + FEW * ("--out" in line))
        assert done.returncode == 0 and "correct" in done.stdout + done.stderr, done
    elif line.startswith(RUNGS):
        name = line.split()[1]
        if name == "compare":
            assert option_names(line) <= option_names(run(checkout, f"{RUNGS}{name} --help").stdout.replace("\n", " "))
            return
        done = run(checkout, line)
        assert done.returncode == 0, done
        assert name != "try" or "correct" in done.stdout
    else:
        raise AssertionError(f"nothing here tests {line!r}")


def test_a_command_that_does_not_work_is_found(checkout):
    for wrong in ("scripts/nosuch.sh", "cmake --preset nosuch", "cmake --build build --target nosuch", "make",
                  "build/bench --filter=stitch/gpu/nosuch", "build/bench --nosuch", ".venv/bin/rungs new stitch/gpu",
                  ".venv/bin/rungs compare a.csv b.csv --nosuch", "ctest --test-dir build-ci -L nosuch"):
        with pytest.raises(AssertionError):
            test_a_command_works(checkout, wrong)


README = (ROOT / "README.md").read_text(encoding="utf-8")
KERNEL = re.search(r"<!-- walk-through: \S+/(\S+) -->\n```cpp\n(.*?)```", README, re.DOTALL)
RIGHT = "row[x % sides.width]"
WRONG = re.search(r"^With `(.*)` in the loop", README, re.MULTILINE)


def plain(text):
    """The text without the values of pixels, which are others each time."""
    return re.sub(r"expected \S+, got \S+", "expected X, got Y", text)


@pytest.mark.parametrize(("line", "code", "first"), [(RIGHT, 0, "correct"), (WRONG[1], 1, "incorrect")])
def test_a_try_says_what_the_first_readme_shows(cache, tmp_path, line, code, first):
    shown = re.search(rf"^    {first}  .*\n(    .*\n)*", README, re.MULTILINE)
    file = tmp_path / KERNEL[1]
    assert program() and KERNEL[2].count(RIGHT) == 1
    file.write_text(KERNEL[2].replace(RIGHT, line), encoding="utf-8")
    found, said, errors = ended(cache, file)
    assert found == code, errors
    assert plain(said).startswith(plain(re.sub("^    ", "", shown[0], flags=re.MULTILINE))), said
