"""install_dependencies.sh in a folder of its own, with made-up Debian packages, Python and pip."""

import hashlib
import os
import shutil
import subprocess

import pytest
from conftest import SCRIPTS, executable, run_program

# `python3 -m venv` leaves .venv/bin/python, which is this too. Called for pip it notes the call, does what the file
# `pip` says, and leaves a package.
PYTHON = """#!/bin/sh
case "$*" in
  "-m venv"*) mkdir -p .venv/bin .venv/lib/python3.11/site-packages && cp "$0" .venv/bin/python ;;
  *"print(*ensurepip.__path__)"*) echo /dev/null ;;
  "-m pip install"*) echo "$@" >>calls.txt; . ./pip; mkdir "$(mktemp -u .venv/lib/python3.11/site-packages/XXXXXX)" ;;
  "-c"*) echo checked >>calls.txt ;;
esac
"""
WHOLE, PACKAGES = ["made", "requirements", "rungs"], ["scripts/requirements.txt", "scripts"]


@pytest.fixture
def install(tmp_path):
    """A function that runs the script with options, where pip first does what `pip` says."""
    (tmp_path / "scripts").mkdir()
    for name in ("install_dependencies.sh", "debian_packages.txt", "debian_packages_tests.txt", "requirements.txt",
                 "requirements_tests.txt", "pyproject.toml"):
        shutil.copy(SCRIPTS / name, tmp_path / "scripts")
    executable(tmp_path / "scripts" / "install_cuda.sh", "#!/bin/sh\necho cuda $* >>calls.txt\n")
    executable(tmp_path / "bin" / "python3", PYTHON)
    executable(tmp_path / "bin" / "dpkg-query", "#!/bin/sh\necho install ok installed\n")

    def run(*options, pip="true"):
        (tmp_path / "pip").write_text(pip + "\n")
        (tmp_path / "calls.txt").write_text("")
        done = subprocess.run([tmp_path / "scripts" / "install_dependencies.sh", *options], text=True,
                              env={**os.environ, "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}, capture_output=True,
                              check=False)
        calls = (tmp_path / "calls.txt").read_text().splitlines()
        return done, [call.split(" ")[-1] for call in calls if call.startswith("-m pip install")], calls
    return run


def whole(folder):
    return sorted(path.stem for path in (folder / ".venv").glob("*.sha256"))


def test_what_cmake_looks_for_comes_first_and_the_packages_later(install, tmp_path):
    done, installed, calls = install("--system")
    assert (done.returncode, done.stderr) == (0, "") and "system packages" in done.stdout
    assert len(installed) == 1 and installed[0].startswith("/dev/fd") and "cuda" in " ".join(calls)
    assert whole(tmp_path) == ["made"]
    done, installed, calls = install("--python")
    assert (done.returncode, done.stderr) == (0, "") and "system packages" not in done.stdout
    assert installed == PACKAGES and "cuda" not in " ".join(calls)
    assert whole(tmp_path) == WHOLE


def test_all_at_once_and_again_does_nothing(install, tmp_path):
    assert install()[1][1:] == PACKAGES and whole(tmp_path) == WHOLE
    assert [install(*options)[1] for options in ([], ["--system"], ["--python"])] == [[], [], []]
    executable(tmp_path / ".venv/lib/python3.11/site-packages/nvidia/cu13/bin/nvcc", "")
    (tmp_path / ".venv" / "made.sha256").unlink()
    assert install("--python")[2][-1] == "cuda --without-gpu", "a compiler from PyPI is wanted again"


def test_what_the_tests_need_comes_on_top_and_stays(install, tmp_path):
    install()
    done, installed, calls = install("--tests")
    assert installed == ["scripts/requirements_tests.txt"] and calls[-1] == "cuda --without-gpu"
    assert [install(*options)[1] for options in (["--tests"], [], ["--python", "--tests"])] == [[], [], []]
    (tmp_path / "scripts" / "requirements_tests.txt").write_text("pytest==9\n")
    assert install()[1] == [] and install("--tests")[1] == ["scripts/requirements_tests.txt"]
    with open(tmp_path / "scripts" / "requirements.txt", "a") as file:  # a change of the pins makes it again
        file.write("more==1\n")
    assert install("--system")[1] and whole(tmp_path) == ["made"]


@pytest.mark.parametrize("options", [[], ["--tests"]])
def test_what_fails_says_pips_reason_and_counts_as_nothing(install, tmp_path, options):
    before = install(*options[1:]) and whole(tmp_path) if options else ["made"]
    install("--system")
    done, _, calls = install("--python", *options, pip="echo 'ERROR: no network' >&2; exit 1")
    assert done.returncode == 1 and whole(tmp_path) == before
    assert done.stderr.startswith("ERROR: no network\ninstall_dependencies: pip install failed")
    done, installed, calls = install("--python", *options)
    assert done.returncode == 0 and not any(name.startswith("/dev/fd") for name in installed), "it is not made again"
    assert len(installed) == (1 if options else 2) and not (tmp_path / ".venv" / "unfinished").exists()


@pytest.mark.parametrize("options", [["--python"], ["--python", "--tests"]])
def test_what_was_interrupted_in_the_middle_is_made_again(install, tmp_path, options):
    install(*options[:1])
    if len(options) == 1:
        (tmp_path / "scripts" / "pyproject.toml").write_text("# changed\n")
    by_half = ". ./half"  # a package is there, then the installation is killed
    (tmp_path / "half").write_text("sleep 0.05; mkdir .venv/lib/python3.11/site-packages/half\nkill -9 $PPID\nexit 1\n")
    done, _, _ = install(*options, pip=by_half)
    assert done.returncode != 0
    done, installed, _ = install(*options)
    assert done.returncode == 0 and installed[0].startswith("/dev/fd") and "scripts/requirements.txt" in installed
    assert not (tmp_path / ".venv/lib/python3.11/site-packages/half").exists()


def test_two_at_once_wait_for_each_other(install, tmp_path):
    install("--system")
    lock = tmp_path / "scripts" / "requirements.txt"
    holder = subprocess.Popen(["flock", lock, "sleep", "1"])
    while subprocess.run(["flock", "-n", lock, "true"], check=False).returncode == 0:
        assert holder.poll() is None
    done, installed, _ = install("--python")
    assert done.returncode == 0 and installed and "waiting for another installation" in done.stdout
    assert holder.wait() == 0


@pytest.mark.parametrize(("name", "option"), [("requirements", ""), ("requirements_tests", " --tests")])
def test_tests_whose_packages_are_not_there_are_skipped_with_the_reason(tmp_path, name, option):
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPTS / "in_venv.sh", tmp_path / "scripts")
    (tmp_path / "scripts" / f"{name}.txt").write_text("pytest\n")
    run = [tmp_path / "scripts" / "in_venv.sh", name, "-m", "pytest"]
    said = (f"skipped: .venv lacks packages of scripts/{name}.txt: "
            f"scripts/install_dependencies.sh{option} installs them\n")
    assert run_program(*run, code=77) == said
    executable(tmp_path / ".venv" / "bin" / "python", '#!/bin/sh\necho "$*"\nexit 5\n')
    for there in (name, "rungs"):
        (tmp_path / ".venv" / f"{there}.sha256").write_text("of an older list\n")
    assert run_program(*run, code=77) == said
    (tmp_path / ".venv" / f"{name}.sha256").write_text(hashlib.sha256(b"pytest\n").hexdigest())
    assert run_program(*run, code=5) == "-m pytest\n"
