"""What the build tells: CTest, of each variant, that GPU tests run one at a time, and what to skip with its reason; and
bench, which files it is compiled from, so that it can say when a source is newer."""

import json
import re
import shutil
from pathlib import Path

import pytest
from command_line import listed, program
from conftest import ROOT, SCRIPTS, run_program

LABELS = {"variant", "bench", "host", "simulator", "cuda", "unit", "reference", "python", "outside",
          "style"}  # scripts/README.md too


@pytest.fixture(scope="module")
def tests():
    """{name: properties} of the tests of the build that bench is of."""
    ctest = shutil.which("ctest") or pytest.skip("no ctest here")
    shown = run_program(ctest, "--test-dir", Path(program()).parent, "--show-only=json-v1")
    return {test["name"]: {one["name"]: one["value"] for one in test.get("properties", [])}
            for test in json.loads(shown)["tests"]}


def test_tests_on_a_gpu_lock_it(tests):
    found = {name for name, properties in tests.items() if "cuda" in properties.get("LABELS", [])}
    variants = {name for name in tests if name.startswith("cuda.")}
    if not variants:
        pytest.skip("this build has no CUDA")
    assert found > variants, "unit tests use the GPU too"
    for name in found:
        assert tests[name].get("RESOURCE_LOCK") == ["gpu"], name
        assert "SKIP_REGULAR_EXPRESSION" in tests[name], name
    texts = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("harness/tests/*_test.cpp"))
    using = {".".join(re.match(r"\((\w+), (\w+)\)", test).groups())
             for test in re.split(r"^TEST(?:_F)?", texts, flags=re.MULTILINE)[1:]
             if re.search(r"\b(?:SKIP_WITHOUT_GPU|gpus|devices)\(", test)}
    assert len(using) >= 3 and using <= found, "the name of a test that uses the GPU must have 'OnAGpu' in it"


def test_each_variant_is_tested_and_the_labels_are_those_that_the_readme_names(tests):
    assert {one["name"] for one in listed()} <= {name.partition(".")[2] for name in tests}
    found = {label for properties in tests.values() for label in properties.get("LABELS", [])}
    cases = {path.parent.name for path in ROOT.glob("cases/*/case.hpp")}
    may_not_be_built = {"cuda", "unit", "reference", "simulator"}
    assert LABELS - may_not_be_built <= found <= LABELS | cases | {"bench_sanitized"}
    readme = (SCRIPTS / "README.md").read_text(encoding="utf-8")
    assert all(f"`{label}`" in readme for label in LABELS)


def test_what_lacks_its_tools_is_skipped_and_the_style_check_says_so(tests, tmp_path):
    """scripts/in_venv.sh and lint.sh exit with 77 then."""
    found = [properties for properties in tests.values()
             if {"python", "outside", "style"} & {*properties.get("LABELS", [])}]
    assert len(found) >= 7 and all(properties.get("SKIP_RETURN_CODE") == 77 for properties in found)
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPTS / "lint.sh", tmp_path / "scripts")  # there is no .venv here
    assert run_program(tmp_path / "scripts" / "lint.sh", Path(program()).parent, code=77) == (
        "style: skipped: no .venv/bin/clang-format here (scripts/install_dependencies.sh --tests installs it)\n")


def test_bench_knows_the_files_that_it_is_compiled_from_and_no_other():
    listed_files = Path(program() + ".sources")
    if not listed_files.exists():
        pytest.skip("bench does not lie in its build folder")
    files = {str(Path(line).relative_to(ROOT)) for line in listed_files.read_text().splitlines()}
    named = {"cases/edm/case.hpp", "harness/cli/main.cpp", "harness/simulator/block_runner.hpp",
             "harness/simulator/include/cuda/atomic", "harness/include/rungs/main.hpp"}
    variants = {str(path.relative_to(ROOT)) for kind in ("host", "gpu") for path in ROOT.glob(f"cases/*/{kind}/*.c*")}
    assert len(variants) > 60 and sorted((named | variants) - files) == []
    assert not [file for file in files if "/tests/" in file or not (ROOT / file).exists()]
