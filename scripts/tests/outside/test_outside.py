"""A project of its own that uses an installed Rungs (harness/tests/outside): built, verified, measured and drawn, as
the README says, and the mistakes that its author can make."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import ROOT, records
from conftest import run_program as run

BUILD = Path(os.environ.get("RUNGS_BENCH", "none/bench")).parent.resolve()
CACHE = BUILD / "CMakeCache.txt"
PROJECT = ROOT / "harness" / "tests" / "outside"
RUNGS = (sys.executable, ROOT / "scripts" / "rungs")
pytestmark = pytest.mark.skipif(not CACHE.exists(), reason="RUNGS_BENCH names no bench in its build folder")


def cached(name):
    """A value of the build's cache of CMake."""
    return re.search(rf"^{name}:\w+=(.*)$", CACHE.read_text(encoding="utf-8"), re.MULTILINE)[1]


def project_in(folder, *without, more=""):
    """A copy of the project in a git repository of its own, without these cases, and with `more` at the end of its
    CMakeLists.txt."""
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns(*without))
    with open(folder / "CMakeLists.txt", "a", encoding="utf-8") as file:
        file.write(more)
    (folder / ".gitignore").write_text("/build/\n")
    run("git", "init", "-q", cwd=folder)
    for words in (["add", "-A"], ["commit", "-q", "-m", "kernels"]):
        run("git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words, cwd=folder)
    return folder


def configure(folder, prefix, *options):
    launcher = [f"-DCMAKE_{name}_COMPILER_LAUNCHER=ccache" for name in ("CXX", "CUDA") if shutil.which("ccache")]
    run("cmake", "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DFETCHCONTENT_FULLY_DISCONNECTED=ON",
        *launcher, *options, cwd=folder)


def build(folder, code=0):
    return run("cmake", "--build", "build", "-j2", cwd=folder, code=code)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where the build of RUNGS_BENCH is installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def built(installed, tmp_path_factory):
    """The project, with a library for other languages, built without CUDA against an installed Rungs."""
    folder = project_in(tmp_path_factory.mktemp("outside") / "my_kernels",
                        more="rungs_add_c_library(my_bench my_bench_c)\n")
    configure(folder, installed, "-DRUNGS_CUDA=OFF", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
    build(folder)
    return folder


def test_every_variant_is_listed_and_right_in_ctest(built):
    listed = json.loads(run("build/my_bench", "--list=json", cwd=built))
    names = {variant["name"]: variant for case in listed["cases"] for variant in case["variants"]}
    assert {"gemm/host/plain", "gemm/gpu/naive", "gemm/gpu/tiled", "histogram/gpu/shared_atomics",
            "fill/gpu/plain_store", "read/host/sum"} <= set(names)
    assert names["histogram/gpu/shared_atomics"]["axes"] == [{"name": "block", "values": ["128", "256", "512"]}]
    assert [case["sides"] for case in listed["cases"] if case["name"] == "gemm"] == [["m", "n", "k"]]
    tests = run("ctest", "--test-dir", "build", "-j2", cwd=built)
    assert "100% tests passed" in tests
    assert {f"{backend}.{name}" for name, one in names.items() for backend in one["backends"]} <= {*tests.split()}


def test_a_variant_in_python_joins_its_ladder(built, installed, tmp_path):
    """By the functions of c_api.h, which is C."""
    (tmp_path / "main.c").write_text("#include <rungs/c_api.h>\nint main(void) { return rungs_error() == 0; }\n")
    run("cc", *"-std=c99 -pedantic -Wall -Wextra -Werror".split(), "-I", installed / "include", "-c", "main.c",
        cwd=tmp_path)
    (tmp_path / "kernels.py").write_text('''
import numpy
import rungs


@rungs.variant("histogram/numpy/bincount", framework="numpy", idea="numpy.bincount", returns="counts")
def bincount(p):
    data = p.input("bytes", "uint8", (p.n,))
    return lambda: numpy.bincount(data, minlength=256).astype(numpy.uint32)
''')
    said = run(*RUNGS, "bench", "--load", tmp_path / "kernels.py", "--library",
               built / "build" / "libmy_bench_c.so", "--filter=^histogram/(host|numpy)", "--edge-cases",
               "--backend=host", "--progress=never", cwd=tmp_path)
    assert "numpy/bincount" in said and "incorrect" not in said


def test_a_file_from_elsewhere_is_tried(built, tmp_path):
    source = (built / "cases/histogram/gpu/global_atomics.cu").read_text(encoding="utf-8")
    for verdict, text, code in (("correct", source, 0), ("incorrect", source.replace("1U", "2U"), 1)):
        (tmp_path / "mine.cu").write_text(text)
        said = run("env", f"XDG_CACHE_HOME={tmp_path}", *RUNGS, "try", "mine.cu", "--bench",
                   built / "build" / "my_bench", "--json", code=code, cwd=tmp_path)
        assert json.loads(said)["verdict"] == verdict, said


def test_rows_carry_the_projects_commit_and_are_compared_with_measured_rates(built, tmp_path):
    rows = tmp_path / "rows.csv"
    run("build/my_bench", "--backend=host", "--filter=host/", "--sizes=n=100000,m=64,k=32", code=2, cwd=built)
    run("build/my_bench", "--backend=host", "--filter=^histogram/host/", "--sizes=n=3000000", "--time-limit=0.3",
        "--param", "tables=all", f"--out={rows}", "--progress=never", cwd=built)
    ours = [row for row in records(rows) if row["case"] == "histogram"]
    assert sorted((row["size"], row["params"], row["status"]) for row in ours) == [("3000000", "tables=1", "ok"),
                                                                           ("3000000", "tables=4", "ok")]
    assert ours[0]["commit"] == run("git", "rev-parse", "--short=12", "HEAD", cwd=built).strip()
    assert ours[0]["rungs_commit"] != ours[0]["commit"] and float(ours[0]["speed_of_light_percent"]) > 0
    run(*RUNGS, "plot", rows, cwd=tmp_path)
    assert list(tmp_path.glob("plots/*.png"))
    run(*RUNGS, "report", tmp_path, cwd=tmp_path)


def commands_of(build, of_rungs):
    """{file: command} of what a build compiles; Rungs' own build folder is called BUILD."""
    text = (build / "compile_commands.json").read_text(encoding="utf-8").replace(str(of_rungs), "BUILD")
    return {one["file"]: one["command"] for one in json.loads(text)}


def told(command):
    """The options by which a compiler is told what the program is."""
    return set(re.findall(r" -(?:isystem |I|D|std=|f|m)\S+", command)) - {" -DNDEBUG"}


def test_as_a_part_of_the_project_it_is_compiled_as_it_is_alone(tmp_path):
    folder = project_in(tmp_path / "my_kernels", "gemm")
    configure(folder, "", f"-DMY_KERNELS_RUNGS_SOURCE={cached('CMAKE_HOME_DIRECTORY')}",
              "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
              *(f"-D{name}={cached(name)}" for name in ("RUNGS_TOGETHER", "RUNGS_CUDA")))
    alone, part = commands_of(BUILD, BUILD), commands_of(folder / "build", folder / "build" / "_deps" / "rungs-build")
    common = [file for file in part if file in alone and "/harness/" in file]
    assert len(common) > 10 and [file for file in common if told(part[file]) != told(alone[file])] == []
    ours = [re.search(r" -o (\S+)", command)[1] for file, command in part.items()
            if "/cases/histogram/" in file and "nvcc" not in command]
    assert len(ours) == 3
    run("ninja", "-j2", *ours, cwd=folder / "build")
    assert " -o my_bench " in run("ninja", "-t", "commands", "my_bench", cwd=folder / "build")


def test_it_is_compiled_for_gpus_where_there_is_a_compiler(installed, tmp_path):
    if not list(installed.glob("lib*/**/librungs_cuda.a")):
        pytest.skip("RUNGS_BENCH was built without CUDA")
    folder = project_in(tmp_path / "my_kernels", "gemm")
    configure(folder, installed, "-DRUNGS_CUDA=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O0")
    build(folder)
    listed = json.loads(run("build/my_bench", "--list=json", cwd=folder))
    gpu = [variant for case in listed["cases"] for variant in case["variants"] if variant["variant"].startswith("gpu/")]
    assert gpu and all(variant["backends"] == ["cuda", "simulator"] for variant in gpu)


@pytest.mark.parametrize(("file", "old", "new", "wanted"), [  # a file below cases/histogram, and a pattern of its text
    ("gpu/global_atomics.cu", "const rungs::Variant.*",
     "[[maybe_unused]] const auto forgotten = &launch;\n\n}  // namespace\n",
     "cases/histogram/gpu/global_atomics.cu: is compiled, but registers no variant"),
    ("gpu/shared_atomics.cu", '"gpu/global_atomics"', '"gpu/globalatomics"',
     "cases/histogram/gpu/shared_atomics.cu: improves 'gpu/globalatomics', which is not a variant of case histogram; "
     "nearest is gpu/global_atomics"),
    ("../../CMakeLists.txt", r"\Z", "rungs_add_case(my_bench cases/histogram)\n",
     "my_bench has a case histogram already"),
    ("host/plain.cpp", r"\.idea", ".ideas", "cases/histogram/host/plain.cpp"),
    ("case.hpp", r"static rungs::Comparison compare\(.*?\n  }",
     "static bool compare(const Problem&, const Views&, const Views&) { return true; }",
     "expected static rungs::Comparison Case::compare(const Problem&, const Views& expected"),
    ("case.hpp", "&Views::counts, 256", "&Views::counts, 255",
     "the reference of case histogram wrote past the end of output 'counts', which has 1020 bytes")])
def test_a_mistake_is_told(built, file, old, new, wanted):
    path = built / "cases" / "histogram" / file
    right = path.read_text(encoding="utf-8")
    wrong, count = re.subn(old, lambda _: new, right, flags=re.DOTALL)
    assert count == 1
    path.write_text(wrong, encoding="utf-8")
    try:
        compiles = wanted.startswith("the reference")
        said = build(built, code=0 if compiles else 1)  # also lists the variants, for CTest
        if compiles:
            said = run("build/my_bench", "--backend=simulator", "--filter=histogram", "--progress=never", cwd=built,
                       code=1)
    finally:
        path.write_text(right, encoding="utf-8")
        build(built)
    assert wanted in " ".join(said.split())


def test_the_readme_shows_this_project():
    readme = (ROOT / "harness" / "README.md").read_text(encoding="utf-8")
    for file in ("CMakeLists.txt", "cases/histogram/case.hpp", "cases/histogram/gpu/shared_atomics.cu"):
        assert (PROJECT / file).read_text(encoding="utf-8") in readme, f"{file} differs from harness/README.md"


def test_a_program_older_than_its_sources_says_so(built, tmp_path):
    """As after a build that failed: the row of the new file is not there, and the others are of the old program."""
    program, header, gpu = built / "build/my_bench", built / "cases/gemm/case.hpp", built / "cases/gemm/gpu"

    def check(name, wanted):
        rows = tmp_path / f"{name}.csv"
        said = run(program, "--filter=gemm/host/plain", "--sizes=m=8,n=8,k=8", "--verify-only", "--out", rows,
                   cwd=built)
        assert wanted in said and ("was built" in said or "is newer than" in said) == bool(wanted)
        assert records(rows)[-1]["message"] == ("the program is older than its sources" if wanted else "")

    (gpu / "unread.hpp").write_text("// nothing includes it\n")
    check("fresh", "")
    header.touch()
    check("stale", f"{header} is newer than {program}")
    header.rename(built / "case.hpp")
    check("gone", f"{header} is gone, of which {program} was built")
    (built / "case.hpp").rename(header)
    build(built)
    (gpu / "new.cu").write_text("#error\n")
    build(built, code=1)
    check("failed", f"is newer than {program}")
    (gpu / "new.cu").unlink()
