"""A variant's file keeps its names to itself, and its path is the variant's name; its kernels are the same code on the
simulator as on a GPU; what it defines or calls of the harness's is refused before a bench is linked.

Two variants of a case stand in one namespace. If both define a template, a class or an inline function of the same
name outside an unnamed namespace, the linker keeps one of them for both (C++'s one definition rule), and says
nothing. Which one is seen depends on what the compiler inlined: a variant may be right until it is built another way.
"""

import re
import shutil

import pytest
from conftest import ROOT, captured, run_program

from rungs.tries import judging

FILES = sorted(path for kind in ("host", "gpu", "peer") for path in ROOT.glob(f"cases/*/{kind}/*.c*")
               if path.suffix in (".cpp", ".cu"))

#: What may stand outside: comments, the preprocessor, Highway's own macros, and the ends of what stands inside.
HARMLESS = re.compile(r"\s|//|#|}|HWY_(BEFORE|AFTER)_NAMESPACE\(\);|HWY_EXPORT\(\w+\);|$")
OPENS, CLOSES = re.compile(r"namespace (?:(\S+) )?{"), re.compile(r"}  // namespace")


def shared_names(text):
    """Lines of a formatted source that define something outside every unnamed namespace."""
    open_namespaces, found = [], []
    for line in text.splitlines():
        if opens := OPENS.match(line):
            open_namespaces.append(opens[1])
        elif CLOSES.match(line):
            open_namespaces.pop()
        elif None not in open_namespaces and not HARMLESS.match(line):
            found.append(line)
    assert not open_namespaces, f"namespaces without an end: {open_namespaces}"
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_are_in_an_unnamed_namespace_and_the_path_is_the_variants(path):
    """One variant a file, which states no other name, so that scripts find the source of a row."""
    text = path.read_text()
    assert shared_names(text) == []
    assert len(re.findall(r"^const rungs::Variant<\S+> \w+{{$", text, re.MULTILINE)) == 1
    assert not re.search(r"^ *\.name\b", text, re.MULTILINE)


def test_a_name_outside_is_found():
    text = """namespace median::HWY_NAMESPACE {
template <class D>
HWY_INLINE void filter_strip(D d) {
}
namespace {
struct Kept {};
}  // namespace
}  // namespace median::HWY_NAMESPACE
"""
    assert len(FILES) > 90
    assert shared_names(text) == ["template <class D>", "HWY_INLINE void filter_strip(D d) {"]


KERNEL = """
__global__ void right(float* out) {
  if (threadIdx.x == 0) { out[0] = 1; }  // RUNGS_SIMULATOR is fine here
}
"""


ALONE = ": code for the simulator alone"


def test_kernels_of_the_tree_are_the_same_code_everywhere():
    files = [path for path in ROOT.glob("cases/**/*") if path.suffix in (".cu", ".hpp")]
    assert len(files) > 200 and [line for path in files for line in judging.differences(path)] == []


@pytest.mark.parametrize(("text", "places"), [
    ("#ifndef RUNGS_SIMULATOR\n#else\n" + KERNEL + "\n#endif", [f"{n}{ALONE}" for n in (4, 5, 6)]),
    ("#if defined(RUNGS_SIMULATOR)\n" + KERNEL + "\n#endif", [f"{n}{ALONE}" for n in (3, 4, 5)]),
    (KERNEL.replace("  if", "#ifdef __CUDA_ARCH__\n#endif\n  if"), ["3: #ifdef __CUDA_ARCH__ in a kernel"]),
    ("namespace {\nvoid launch() {\n#ifdef __CUDACC__\n#endif\n}\n}", ["3: #ifdef __CUDACC__ in a function"]),
    (KERNEL.replace("{ out", "{ RUNGS_GPU_ONLY(out[1] = 1;) out"), ["3: RUNGS_GPU_ONLY in a kernel"])])
def test_planted_differences_are_found(tmp_path, text, places):
    file = tmp_path / "planted.cu"
    file.write_text(text)
    assert judging.differences(file) == [f"{file}:{place}" for place in places]


def checked(folder, source):
    """What the check says of an object of this source; empty: nothing."""
    compiler, nm = shutil.which("c++"), shutil.which("nm")
    if not compiler or not nm or not shutil.which("cmake"):
        pytest.skip("no compiler here")
    harness = "struct Event; extern \"C\" int cudaEventElapsedTime(float*, Event*, Event*);\n" \
              "int f() { return cudaEventElapsedTime(nullptr, nullptr, nullptr); }\n"
    for name, text in (("variant", source), ("harness", harness)):
        (folder / f"{name}.cpp").write_text(text)
        run_program(compiler, "-std=c++20", "-I", ROOT / "harness/include", "-c", f"{name}.cpp", cwd=folder)
    (folder / "objects.txt").write_text(f"{folder}/variant.o\n")
    return captured("cmake", f"-DNM={nm}", f"-DCXX={compiler}", f"-DOBJECTS={folder}/objects.txt",
                    f"-DLIBRARIES={folder}/harness.o", "-P", ROOT / "harness/cmake/check_symbols.cmake").stderr


REGISTRY = "#include <rungs/core/registry.hpp>\n"


@pytest.mark.parametrize(("source", "wanted"), [
    ("namespace rungs { bool verify(int) { return true; } }", "defines rungs::verify(int)"),
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
     "extern \"C\" int my_helper() { return 3; } void f() { rungs::Registry::global().expect(\"a\"); }", "")])
def test_what_a_variant_may_define_and_call(tmp_path, source, wanted):
    said = checked(tmp_path, source)
    assert f"variant.o: a variant {wanted}" in said if wanted else said == ""
