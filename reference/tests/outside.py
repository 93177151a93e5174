"""What the outside checks share: the C++ references, compiled here as shared libraries."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = {"float": np.float32, "double": np.float64, "int": np.intc, "unsigned": np.uintc, "unsigned char": np.uint8,
         "std::uint16_t": np.uint16, "std::uint32_t": np.uint32, "std::uint64_t": np.uint64, "std::size_t": np.uintp}


def compiled(name, c_api):
    """A fixture: the functions of `c_api`, C++ text with functions of C, compiled together with reference/`name`.cpp.
    They take and return what the text says; for a pointer they take a C-contiguous array of that type."""
    return pytest.fixture(lambda tmp_path_factory: _load(tmp_path_factory.mktemp(name), name, c_api), scope="module")


def _load(folder, name, c_api):
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        pytest.skip("no C++ compiler")
    (folder / "c_api.cpp").write_text(c_api)
    path = folder / f"lib{name}.so"
    subprocess.run([compiler, "-std=c++20", "-O2", "-shared", "-fPIC", f"-I{ROOT}", f"-I{ROOT}/harness/include",
                    folder / "c_api.cpp", ROOT / "reference" / f"{name}.cpp", "-o", path, "-lpthread"], check=True)
    loaded = ctypes.CDLL(str(path))
    for result, function, arguments in re.findall(r'extern "C" (\S+) (\w+)\(([^)]*)\)', c_api):
        found = getattr(loaded, function)
        found.restype = None if result == "void" else np.ctypeslib.as_ctypes_type(TYPES[result])
        found.argtypes = [_type(argument) for argument in arguments.split(",")]
    return loaded


def _type(argument):
    """The ctypes of an argument such as 'const float* points'."""
    name, pointer = re.fullmatch(r"\s*(?:const )?(.+?)(\*?) \w+", argument).groups()
    return np.ctypeslib.ndpointer(TYPES[name], flags="C") if pointer else np.ctypeslib.as_ctypes_type(TYPES[name])
