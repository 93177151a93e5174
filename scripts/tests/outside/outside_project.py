"""Copies, configures and builds a project of its own (harness/tests/outside)."""

import shutil

from conftest import ROOT
from conftest import run_program as run

PROJECT = ROOT / "harness" / "tests" / "outside"


def project_in(folder, *kept, more=""):
    """A copy of the project in a git repository of its own, with these cases alone where some are named, and with
    `more` at the end of its CMakeLists.txt."""
    shutil.copytree(PROJECT, folder)
    for case in (folder / "cases").iterdir():
        if kept and case.name not in kept:
            shutil.rmtree(case)
    with open(folder / "CMakeLists.txt", "a", encoding="utf-8") as file:
        file.write(more)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c"]
    run("git", "init", "-q", cwd=folder)
    (folder / ".gitignore").write_text("/build/\n")
    run(*git, "add", "-A", cwd=folder)
    run(*git, "commit", "-q", "-m", "kernels", cwd=folder)
    return folder


def configure(folder, prefix, *options, code=0):
    launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("CXX", "CUDA")
                if shutil.which("ccache")]
    return run("cmake", "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
               "-DFETCHCONTENT_FULLY_DISCONNECTED=ON", *launcher, *options, cwd=folder, code=code)


def build(folder, code=0):
    return run("cmake", "--build", "build", "-j2", cwd=folder, code=code)
