"""What a clone of the tree has: not too much, and every picture that a README shows."""

import re
import subprocess

import pytest
from conftest import ROOT
from test_readmes import TEXTS

MEGABYTE = 1_000_000


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.split("\0") if name]


@pytest.mark.parametrize(("folder", "megabytes"), [("results", 8), (".", 15)])
def test_a_clone_is_small(folder, megabytes):
    tracked = git("ls-files", "-z", folder)
    assert sum(path.lstat().st_size for path in tracked if path.is_symlink() or path.exists()) <= megabytes * MEGABYTE


def test_the_pictures_of_readmes_are_tracked():
    tracked = {path.resolve() for path in git("ls-files", "-z")}
    shown = [(path.parent / name).resolve() for path in TEXTS
             for name in re.findall(r'(?:src|srcset)="([^":]+)"', path.read_text(encoding="utf-8"))]
    assert shown and [path for path in shown if path not in tracked] == []
