"""CONTRIBUTING.md is short, and its commands work: in a copy of the checkout, in their order. What takes minutes is
looked at: that there is what it names. And of the first README's file of 20 lines, right and with its error, `rungs
try` says what the README shows."""

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
