"""install_dependencies.sh and install_cuda.sh in a folder of their own, with made-up Debian packages, Python, pip and
compiler, and a made-up driver."""

import hashlib
import os
import shutil

import pytest
from conftest import SCRIPTS, captured, executable, run_program

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
        done = captured(tmp_path / "scripts" / "install_dependencies.sh", *options,
                        env={**os.environ, "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"})
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
    assert installed == PACKAGES and "cuda" not in " ".join(calls) and whole(tmp_path) == WHOLE


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


def test_what_fails_says_pips_reason_and_counts_as_nothing(install, tmp_path):
    install()
    before = whole(tmp_path)
    done, _, _ = install("--python", "--tests", pip="echo 'ERROR: no network' >&2; exit 1")
    assert done.returncode == 1 and whole(tmp_path) == before
    assert done.stderr.startswith("ERROR: no network\ninstall_dependencies: pip install failed")
    done, installed, _ = install("--python", "--tests")
    assert done.returncode == 0 and installed == ["scripts/requirements_tests.txt"], "it is not made again"
    assert not (tmp_path / ".venv" / "unfinished").exists()


def test_what_was_interrupted_in_the_middle_is_made_again(install, tmp_path):
    install("--python")
    (tmp_path / "scripts" / "pyproject.toml").write_text("# changed\n")
    # A package is there, then the installation is killed.
    (tmp_path / "half").write_text("sleep 0.05; mkdir .venv/lib/python3.11/site-packages/half\nkill -9 $PPID\nexit 1\n")
    assert install("--python", pip=". ./half")[0].returncode != 0
    done, installed, _ = install("--python")
    assert done.returncode == 0 and installed[0].startswith("/dev/fd") and "scripts/requirements.txt" in installed
    assert not (tmp_path / ".venv/lib/python3.11/site-packages/half").exists()


def test_tests_whose_packages_are_not_there_are_skipped_with_the_reason(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPTS / "in_venv.sh", tmp_path / "scripts")
    (tmp_path / "scripts" / "requirements_tests.txt").write_text("pytest\n")
    run = [tmp_path / "scripts" / "in_venv.sh", "requirements_tests", "-m", "pytest"]
    said = ("skipped: .venv lacks packages of scripts/requirements_tests.txt: "
            "scripts/install_dependencies.sh --tests installs them\n")
    assert run_program(*run, code=77) == said
    executable(tmp_path / ".venv" / "bin" / "python", '#!/bin/sh\necho "$*"\nexit 5\n')
    for there in ("requirements_tests", "rungs"):
        (tmp_path / ".venv" / f"{there}.sha256").write_text("of an older list\n")
    assert run_program(*run, code=77) == said
    (tmp_path / ".venv" / "requirements_tests.sha256").write_text(hashlib.sha256(b"pytest\n").hexdigest())
    assert run_program(*run, code=5) == "-m pytest\n"


NVCC = "#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.88'\n"
# Says what it was asked for, and leaves what the packages from PyPI leave.
PIP = """#!/bin/sh
echo "$@" >>pip.txt
{result}
root=.venv/lib/python3.11/site-packages/nvidia/cu13
mkdir -p $root/bin $root/lib
touch $root/lib/libcudart.so.13 $root/lib/libcupti.so.13
cp nvcc $root/bin/nvcc
"""


@pytest.fixture
def machine(tmp_path):
    """Makes a machine whose driver supports `driver` ('' for none); returns a function that runs the script there."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPTS / "install_cuda.sh", tmp_path / "scripts")
    executable(tmp_path / "nvcc", NVCC)

    def run(*arguments, driver="", pip="true", **variables):
        executable(tmp_path / "bin" / "python3", f"#!/bin/sh\necho {driver}\n")
        executable(tmp_path / ".venv" / "bin" / "python", PIP.format(result=pip))
        environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "CUDACXX": "",
                       "CUDA_HOME": str(tmp_path / "no_toolkit"), **variables}
        return captured(tmp_path / "scripts" / "install_cuda.sh", *arguments, env=environment)
    return run


def asked(folder):
    return "".join(path.read_text() for path in folder.glob("pip.txt"))


def test_a_machine_without_a_gpu_needs_no_compiler_and_help_says_how_to_call_it(machine, tmp_path):
    for arguments, words in ([], "no NVIDIA GPU"), (["--help"], "Usage: install_cuda.sh [--without-gpu]"):
        done = machine(*arguments)
        assert (done.returncode, done.stderr) == (0, "") and words in done.stdout and asked(tmp_path) == ""


def test_a_compiler_that_is_there_is_enough_and_the_one_that_is_named_comes_first(machine, tmp_path):
    toolkit, named = tmp_path / "toolkit", tmp_path / "mine" / "nvcc"
    there = (toolkit / "bin" / "nvcc", {}), (tmp_path / "bin" / "nvcc", {}), (named, {"CUDACXX": str(named)})
    for nvcc, more in there:
        executable(nvcc, NVCC)
        done = machine(driver="13.0", CUDA_HOME=str(toolkit), **more)
        assert done.returncode == 0 and str(nvcc) in done.stdout and asked(tmp_path) == ""
        toolkit = tmp_path / "no_toolkit"


@pytest.mark.parametrize(("arguments", "driver", "below"), [
    ([], "13.2", "13.3"), ([], "14.1", "14"), (["--without-gpu"], "", "13.1")])
def test_the_newest_that_the_driver_supports_is_installed_with_the_names_that_builds_look_for(
        machine, tmp_path, arguments, driver, below):
    done = machine(*arguments, driver=driver)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"cuda-toolkit[nvcc,cudart,cccl,cupti]>=13.0,<{below}\n" in asked(tmp_path)
    root = tmp_path / ".venv/lib/python3.11/site-packages/nvidia/cu13"
    assert (root / "lib64/libcudart.so").exists() and (root / "lib64/libcupti.so").exists()
    assert "CUDA 13.0 in .venv" in done.stdout
    again = machine(*arguments, driver=driver)
    assert again.returncode == 0 and "nvidia/cu13/bin/nvcc" in again.stdout
    assert asked(tmp_path).count("cuda-toolkit") == 1, "what is there is not installed again"
    (root / "lib/libcudart.so").unlink()
    assert machine(*arguments, driver=driver).returncode == 0
    assert asked(tmp_path).count("cuda-toolkit") == 2, "what was installed by half is"


def test_a_compiler_that_is_too_old_is_not_enough(machine, tmp_path):
    executable(tmp_path / "bin" / "nvcc", NVCC.replace("13.0", "11.8"))
    done = machine(driver="13.0")
    assert done.returncode == 0 and "cuda-toolkit" in asked(tmp_path)
    remark, = done.stderr.splitlines()
    assert "bin/nvcc is of CUDA" in remark and "expected 13 or later" in remark


@pytest.mark.parametrize(("options", "code", "wanted"), [
    ({"driver": "12.4"}, 1, "supports CUDA 12.4 and Rungs is built with CUDA 13: update the driver to version 580"),
    ({"driver": "13.0", "pip": "exit 1"}, 1, "pip could not install cuda-toolkit below 13.1"),
    ({"driver": "13.0", "pip": "exit 0"}, 1, "its nvcc does not run: remove .venv and try again"),
    ({"arguments": ["12.8"]}, 2, "'12.8'; expected --without-gpu or nothing")])
def test_what_cannot_be_is_one_line_that_says_what_to_do(machine, options, code, wanted):
    done = machine(*options.pop("arguments", []), **options)
    error, = done.stderr.splitlines()
    assert done.returncode == code and wanted in error
