"""install_cuda.sh in a folder of its own, with a made-up driver, pip and compiler."""

import os
import shutil
import subprocess

import pytest
from conftest import SCRIPTS, executable

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
        return subprocess.run([tmp_path / "scripts" / "install_cuda.sh", *arguments], env=environment, text=True,
                              capture_output=True, check=False)
    return run


def asked(folder):
    path = folder / "pip.txt"
    return path.read_text() if path.exists() else ""


def test_a_machine_without_a_gpu_needs_no_compiler_and_help_says_how_to_call_it(machine, tmp_path):
    for arguments, words in ([], "no NVIDIA GPU"), (["--help"], "Usage: install_cuda.sh [--without-gpu | VERSION]"):
        done = machine(*arguments)
        assert (done.returncode, done.stderr) == (0, "") and words in done.stdout and asked(tmp_path) == ""
    assert machine("13.1").returncode == 0 and ">=13.0,<13.2" in asked(tmp_path), "a version can be asked for"


@pytest.mark.parametrize("where", ["toolkit/bin", "bin", "mine"])
def test_a_compiler_that_is_there_is_enough_and_the_one_that_is_named_comes_first(machine, tmp_path, where):
    named = {}
    if where == "mine":
        executable(tmp_path / "bin" / "nvcc", NVCC)
        named["CUDACXX"] = str(tmp_path / "mine" / "nvcc")
    nvcc = executable(tmp_path / where / "nvcc", NVCC)
    done = machine(driver="13.0", CUDA_HOME=str(tmp_path / "toolkit"), **named)
    assert done.returncode == 0 and str(nvcc) in done.stdout and asked(tmp_path) == ""


@pytest.mark.parametrize(("arguments", "driver", "below"), [
    ([], "13.0", "13.1"), ([], "13.2", "13.3"), ([], "14.1", "14"), (["--without-gpu"], "", "13.1")])
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


@pytest.mark.parametrize("text", [NVCC.replace("13.0", "11.8"), "#!/bin/sh\nexit 1\n"])
def test_a_compiler_that_is_too_old_or_does_not_run_is_not_enough(machine, tmp_path, text):
    executable(tmp_path / "bin" / "nvcc", text)
    done = machine(driver="13.0")
    assert done.returncode == 0 and "cuda-toolkit" in asked(tmp_path)
    remark, = done.stderr.splitlines()
    assert "bin/nvcc is of CUDA" in remark and "expected 13 or later" in remark


@pytest.mark.parametrize(("options", "code", "wanted"), [
    ({"driver": "12.4"}, 1, "supports CUDA 12.4 and Rungs is built with CUDA 13: update the driver to version 580"),
    ({"driver": "13.0", "pip": "exit 1"}, 1, "pip could not install cuda-toolkit below 13.1"),
    ({"driver": "13.0", "pip": "exit 0"}, 1, "its nvcc does not run: remove .venv and try again"),
    ({"arguments": ["12.8"]}, 2, "'12.8' is not a version that Rungs is built with; expected 13.0"),
    ({"arguments": ["13.0", "13.1"]}, 2, "expected at most one argument, got 2")])
def test_what_cannot_be_is_one_line_that_says_what_to_do(machine, options, code, wanted):
    done = machine(*options.pop("arguments", []), **options)
    error, = done.stderr.splitlines()
    assert done.returncode == code and wanted in error
