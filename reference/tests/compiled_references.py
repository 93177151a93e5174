"""A plugin of pytest: the C++ references, compiled here as a shared library. `references.stitch(...)` calls
reference::stitch."""

import ctypes
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def structure(name, **fields):
    return type(name, (ctypes.Structure,), {"_fields_": [*fields.items()]})


Span = structure("Span", data=ctypes.c_void_p, size=ctypes.c_size_t)  # std::span
EdmCheck = structure("EdmCheck", mismatches=ctypes.c_uint64, max_error=ctypes.c_double, first=ctypes.c_size_t)
FloatSum = structure("FloatSum", sum=ctypes.c_double, magnitude=ctypes.c_double)
HeightMeasure = structure("HeightMeasure", value=ctypes.c_double, magnitude=ctypes.c_double, measure=ctypes.c_int)
UvFaults = structure("UvFaults", count=ctypes.c_uint64, first=ctypes.c_size_t, max_error=ctypes.c_double)
Placement = structure("Placement", repeater=Span, side=ctypes.c_uint, u=2 * ctypes.c_int, v=2 * ctypes.c_int,
                      width=ctypes.c_uint, height=ctypes.c_uint)

# What each function returns.
RESULTS = {
    **dict.fromkeys(("bounded_distance", "distance_profile", "paint_mask", "fill_profile", "stitch", "stitch_masked",
                     "uv_mean", "uv_sum", "uv_one_of", "median_of_cross", "median_repeated", "draw_median_image",
                     "median_of_bytes", "median_of_words")),
    "check_edm": EdmCheck, "check_edm_half": EdmCheck, "measure_heights": HeightMeasure, "uv_check_one_of": UvFaults,
    "sum_of": ctypes.c_uint32, "maximum_of": ctypes.c_uint32, "float_sum_of": FloatSum,
    "float_maximum_of": ctypes.c_float, "bound_of_sum": ctypes.c_double, "bound_of_heights": ctypes.c_double}
MORE = """
namespace reference {
template <class Pixel>
void median_of(std::span<const Pixel> image, unsigned width, unsigned height, unsigned window, std::span<Pixel> output,
               unsigned threads) {
  median(image, width, height, window, output, threads);
}
const auto median_of_bytes = &median_of<std::uint8_t>;
const auto median_of_words = &median_of<std::uint16_t>;
double bound_of_sum(FloatSum sum) { return sum.bound(); }
double bound_of_heights(HeightMeasure measured) { return measured.bound(); }
}  // namespace reference
"""


def argument(value):
    """As C++ takes it: of a C-contiguous array, which the caller keeps, a span; a Placement by reference."""
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous
        return Span(value.ctypes.data, value.size)
    if isinstance(value, Placement):
        return ctypes.byref(value)
    return value if isinstance(value, ctypes.Structure) else ctypes.c_size_t(value)


def placement_of(repeater, u, v, width, height):
    return Placement(argument(repeater), len(repeater), u, v, width, height)


class References:
    def __init__(self, library):
        for name, result in RESULTS.items():
            address = ctypes.c_void_p.in_dll(library, f"the_{name}").value
            function = ctypes.CFUNCTYPE(result)(address)
            function.argtypes = None
            setattr(self, name, lambda *values, called=function: called(*map(argument, values)))


@pytest.fixture(scope="session")
def references(tmp_path_factory):
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("references")
    headers = "".join(f'#include "{path}"\n' for path in sorted((ROOT / "reference").glob("*.hpp")))
    pointers = "".join(f'extern "C" {{ auto the_{name} = +reference::{name}; }}\n' for name in RESULTS)
    (folder / "c_api.cpp").write_text(headers + MORE + pointers)
    subprocess.run([compiler, "-std=c++20", "-O2", "-shared", "-fPIC", f"-I{ROOT}", f"-I{ROOT}/harness/include",
                    folder / "c_api.cpp", *(ROOT / "reference").glob("*.cpp"), "-o", folder / "references.so",
                    "-lpthread"], check=True)
    return References(ctypes.CDLL(str(folder / "references.so")))
