"""What the outside checks share: the C++ references, compiled here as shared libraries."""

import ctypes
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load(tmp_path_factory, name, c_api):
    """Compiles `c_api`, C++ text with C functions, together with reference/`name`.cpp, and loads the two."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp(name)
    (folder / "c_api.cpp").write_text(c_api)
    library = folder / f"lib{name}.so"
    subprocess.run([compiler, "-std=c++20", "-O2", "-shared", "-fPIC", f"-I{ROOT}", f"-I{ROOT}/harness/include",
                    folder / "c_api.cpp", ROOT / "reference" / f"{name}.cpp", "-o", library, "-lpthread"], check=True)
    return ctypes.CDLL(str(library))


def function(library, name, arguments, result=None):
    """A function of `library` with the ctypes of its arguments and of its result."""
    found = getattr(library, name)
    found.argtypes = arguments
    found.restype = result
    return found
