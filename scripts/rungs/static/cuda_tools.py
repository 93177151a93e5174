"""The programs that take a GPU's code apart: where they are, and calls of them that fail in one line."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from rungs.data.errors import RowsError

# What each is wanted for, and where it comes from; all but ptxas can be done without.
WANTED = {
    "ptxas": ("registers and spills", "the CUDA toolkit, next to nvcc"),
    "cuobjdump": ("constant bytes, and sources are compiled again in place of reading the build's objects (slow)",
                  "the CUDA toolkit or the Python package nvidia-cuda-cuobjdump"),
    "nvdisasm": ("counts of instructions", "the CUDA toolkit or the Python package nvidia-cuda-nvdisasm"),
    "c++filt": ("readable names of kernels", "binutils"),
}


@dataclass(frozen=True)
class Tools:
    """Paths of the programs, '' where one is not found."""

    ptxas: str
    cuobjdump: str
    nvdisasm: str
    cxxfilt: str

    def missing(self) -> list[str]:
        """One line a program that is not found: what is not said without it, and where it comes from."""
        return [f"no {name}: without it there are no {use}; it comes with {origin}"
                for (name, (use, origin)), path in zip(WANTED.items(), astuple(self)) if not path]


def locate(name: str, nvcc: str) -> str:
    """Path of a program, or '': next to `nvcc`, whose version fits for sure; on the PATH; in the Python environment."""
    packages = sorted(Path(sysconfig.get_path("purelib")).glob("nvidia/*/bin"), reverse=True)
    folders = [Path(nvcc).parent, Path(nvcc).resolve().parent, os.environ.get("PATH", os.defpath), *packages]
    return shutil.which(name, path=os.pathsep.join(map(str, folders))) or ""


def find(nvcc: str) -> Tools:
    """The Tools that go with a compiler. Raises RowsError where ptxas is missing, without which little can be said."""
    tools = Tools(*(locate(name, nvcc) for name in WANTED))
    if not tools.ptxas:
        raise RowsError(tools.missing()[0])
    return tools


def call(command: Sequence[str | Path], what: str, folder: Path | str | None = None) -> str:
    """Runs a program in `folder` and returns what it printed, both streams together.

    Raises RowsError with `what` it was to do and the first line that tells of an error.
    """
    command = [str(word) for word in command]
    name = Path(command[0]).name
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise RowsError(f"{what}: {command[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line or "fatal" in line] or lines
        raise RowsError(f"{what}: {name} failed with code {done.returncode}: {telling[0] if telling else 'no message'}")
    return done.stdout
