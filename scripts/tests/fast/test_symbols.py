"""A variant's object that defines or calls what belongs to the harness is refused before a bench is linked."""

import shutil
import subprocess

import pytest
from conftest import ROOT

SPAN = "std::span<const float>"


def checked(folder, source):
    """What the check says of an object of this source; empty: nothing."""
    compiler, nm = shutil.which("c++"), shutil.which("nm")
    if not compiler or not nm or not shutil.which("cmake"):
        pytest.skip("no compiler here")
    harness = "struct Event; extern \"C\" int cudaEventElapsedTime(float*, Event*, Event*);\n" \
              "int f() { return cudaEventElapsedTime(nullptr, nullptr, nullptr); }\n"
    for name, text in (("variant", source), ("harness", harness)):
        (folder / f"{name}.cpp").write_text(text)
        subprocess.run([compiler, "-std=c++20", "-I", ROOT / "harness/include", "-c", folder / f"{name}.cpp", "-o",
                        folder / f"{name}.o"], check=True)
    (folder / "objects.txt").write_text(f"{folder}/variant.o\n")
    return subprocess.run(["cmake", f"-DNM={nm}", f"-DCXX={compiler}", f"-DOBJECTS={folder}/objects.txt",
                           f"-DLIBRARIES={folder}/harness.o", "-P", ROOT / "harness/cmake/check_symbols.cmake"],
                          capture_output=True, text=True).stderr


REGISTRY = "#include <rungs/core/registry.hpp>\n"


@pytest.mark.parametrize(("source", "wanted"), [
    ("namespace rungs { bool verify(int) { return true; } }", "defines rungs::verify(int)"),
    ("#include <rungs/core/comparison.hpp>\nnamespace rungs { template <> Comparison compare_plane<float>("
     f"{SPAN}, {SPAN}, std::size_t, const Tolerance&, const std::string&) {{ return {{}}; }} }}",
     "defines rungs::Comparison rungs::compare_plane<float>"),
    ("extern \"C\" int clock_gettime(int, void*) { return 0; }", "defines clock_gettime"),
    ("extern \"C\" __attribute__((weak)) int cudaEventElapsedTime(float*, void*, void*) { return 0; }",
     "defines cudaEventElapsedTime"),
    ("void* operator new(unsigned long) { static char one; return &one; }", "defines operator new"),
    ("namespace std::chrono::_V2 { struct steady_clock { static int now(); }; int steady_clock::now() { return 0; } }",
     "defines std::chrono::_V2::steady_clock::now()"),
    ("namespace rungs { struct Heartbeat; Heartbeat& heartbeat(); } void* f() { return &rungs::heartbeat(); }",
     "calls rungs::heartbeat()"),
    (REGISTRY + "void f() { rungs::Registry::global().check(); }", "calls rungs::Registry::check"),
    (REGISTRY + "namespace mine { int verify() { return 1; } } int number = 2;\n"
     "extern \"C\" int my_helper() { return 3; } void f() { rungs::Registry::global().expect(\"a\"); }", ""),
])
def test_what_a_variant_may_define_and_call(tmp_path, source, wanted):
    said = checked(tmp_path, source)
    if wanted:
        assert f"variant.o: a variant {wanted}" in said
    else:
        assert said == ""
