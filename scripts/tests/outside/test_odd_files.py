"""Adding a variant works whatever is in its file, wherever the checkout lies: files that compile several at a time
broke on each of these (grouped_sources.cmake tells those that may). And no source is passed over."""

import re
import shutil

import pytest
from conftest import ROOT
from conftest import run_program as run


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of this tree, in a folder of the kind that Jenkins makes."""
    folder = tmp_path_factory.mktemp("job") / "rungs@2@tmp"
    for name in ("cases", "harness", "reference"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "CMakeLists.txt", folder)
    (folder / "scripts").mkdir()
    (folder / "scripts" / "CMakeLists.txt").touch()
    return folder


def configure(tree):
    run("cmake", "-S", tree, "-B", tree / "build", "-G", "Ninja", "-DRUNGS_CUDA=OFF", "-DRUNGS_TESTS=OFF",
        "-DRUNGS_TOGETHER=ON", "-DCMAKE_BUILD_TYPE=Debug")


def test_every_right_file_compiles(tree):
    gpu = tree / "cases" / "stitch" / "gpu"
    modulo = (gpu / "modulo.cu").read_text()
    include = '#include "cases/stitch/case.hpp"'
    assert include in modulo and "namespace {\n" in modulo
    (gpu / "helper.hpp").write_text("#pragma once\nnamespace stitch {\ninline unsigned same(unsigned x) { return x; }\n"
                                    "}  // namespace stitch\n")
    odd = {
        **dict.fromkeys(("helped_one", "helped_two"), modulo.replace(include, include + '\n#include "helper.hpp"')),
        "commented": modulo.replace(include, include + '\n/* left out:\n#include "not_there.hpp"\n*/'),
        "hashed": "#include <functional>\n" + modulo.replace(
            "namespace {\n", "struct Key {};\ntemplate <>\nstruct std::hash<Key> {\n"
                             "  std::size_t operator()(Key) const { return 1; }\n};\nnamespace {\n", 1),
        "defining": modulo.replace(include, include + "\n#if defined(__CUDA_ARCH__)\n#endif\n#define HALF(x) (x / 2)")}
    for name, text in odd.items():
        (gpu / f"{name}.cu").write_text(re.sub(r"\bmodulo\b", name, text))
    lock = gpu / ".#modulo.cu"  # so Emacs marks a file that is being changed: a link to nowhere
    lock.symlink_to("nowhere")
    configure(tree)
    lock.unlink()
    targets = run("ninja", "-C", tree / "build", "-t", "targets", "all")
    objects = re.findall(r"^(cases/bench_simulator/\S*stitch/gpu/\w+\.cu\.o):", targets, re.M)
    assert {path.split("/")[-1].removesuffix(".cu.o") for path in objects} >= odd.keys()
    grouped = re.findall(r"^(cases/bench_simulator/\S*bench_groups/\w*stitch\w*_gpu\w+\.cpp\.o):", targets, re.M)
    assert grouped  # the path's @2@ is not replaced in them
    run("ninja", "-C", tree / "build", *objects, *grouped)


@pytest.mark.parametrize(("path", "wanted"), [
    *((path, "nothing builds it; expected host/*.cpp") for path in (
        "gpu/x.CU", "gpu/x.c++", "host/x.cc", "peer/x.C", "peer/deep/x.cpp", "x.cu", "run/x.cu", "GPU/x.cu")),
    *((path, "expected a name of letters, digits") for path in (
        'gpu/x"y.cu', "host/x[y.cpp", "gpu/x;y.cu", "gpu/x\\y.cu", "gpu/x$<1>.cu", "gpu/x y.cu"))])
def test_no_source_is_passed_over_and_a_name_that_the_build_cannot_carry_is_refused(tree, path, wanted):
    configure(tree)
    source = tree / "cases" / "stitch" / path
    source.parent.mkdir(exist_ok=True)
    source.write_text("#error built\n")
    said = run("ninja", "-C", tree / "build", "build.ninja", code=1)
    source.unlink()
    assert f"{path.rpartition(';')[2]}: {wanted}" in " ".join(said.split())
    assert run("ninja", "-C", tree / "build", "build.ninja")
