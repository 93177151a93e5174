"""The arrows of the design: which room of the harness, case or reference includes which, and that the harness names no
case. On the tree, and on planted violations of each rule.

`arrows` and `named_cases` take {path: text} and return a line for each violation. Of a text they take what the style
check leaves of the language: comments begin with //, and an #include stands on a line of its own."""

import re

import pytest
from conftest import ROOT, SCRIPTS

SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".in", ".txt", ".cmake", ""}  # "": the simulator's <cuda/atomic> and its like

#: The rooms of harness/ that a room may include, besides itself and harness/include. Tests may include all.
ROOMS = {
    "cli": {"engine", "output", "worker", "measure", "verify", "core"},
    "engine": {"output", "worker", "measure", "verify", "core"}, "c_api": {"output", "measure", "verify", "core"},
    "output": {"measure", "verify", "core"}, "worker": {"measure", "core"},
    "measure": {"verify", "core", "cuda", "simulator"}, "verify": {"core"}, "core": set(), "cuda": set(),
    "simulator": set(),
    "cmake": set(),  # sources that the build completes
}
#: The folders of harness/include/rungs that each of them may include, besides itself and what lies in no folder.
PUBLIC = {"core": set(), "cuda": {"core"}, "simulator": {"core"}, "": {"core", "cuda", "simulator"}}
#: Rooms that are the same with a GPU and without: nothing of <rungs/cuda/...> and <rungs/simulator/...>.
PLAIN = {"cli", "engine", "output", "worker", "verify", "core", "cmake"}

SHIMS = "harness/simulator/include/"  # headers by CUDA's names, for simulated variants; installed
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|define[ \t]+HWY_TARGET_INCLUDE)[ \t]*([<"][^>"]+[>"])', re.MULTILINE)
_BUILD_FILES = (".txt", ".cmake")
_SYSTEM = r"<(?!png\.h|csv\.h)(?:[\w.]+|(?:cuda|cooperative_groups|nv|sys)/.*)>"  # of the system or CUDA
_REFERENCE = r"<(?!rungs/).*>|<rungs/(?:random|parallel)\.hpp>"  # of the system or a library, and two of ours
#: What a file may include, as a regular expression, by how its path begins.
_ALLOWED = {
    "cases/pipeline/tests/": '<.*>|"(?:cases|reference|harness/tests)/.*"',
    "cases/": '<.*>|"(?:cases|reference)/.*"', "reference/tests/": f'{_REFERENCE}|"(?:reference|cases)/.*"',
    "reference/": f'{_REFERENCE}|"reference/.*"', "harness/tests/": ".*",
    SHIMS: f"{_SYSTEM}|<rungs/.*>",  # and another of the shims
    **{f"harness/include/rungs/{own}/".replace("//", "/"):
       rf"{_SYSTEM}|<rungs/(?:(?:{'|'.join(sorted({own} | below))})/)?[^/]+>" for own, below in PUBLIC.items()},
    **{f"harness/{room}/": ("<(?!rungs/(?:cuda|simulator)/).*>" if room in PLAIN else "<.*>")
       + rf'|"harness/(?:{"|".join(sorted({room} | below))})/.*"' for room, below in ROOMS.items()}}


def arrows(files):
    """Every #include that points to where it must not."""
    return [f"{path}: includes {include}; expected {allowed(path) or 'a rule for this folder'}"
            for path, text in sorted(files.items()) if not path.endswith(_BUILD_FILES)
            for include in _INCLUDE.findall(text) if not re.fullmatch(allowed(path), include)
            and not (path.startswith(SHIMS) and SHIMS + include.strip('"') in files)]


def allowed(path):
    """The rule for a file; '' where there is none for its folder."""
    return next((rule for start, rule in _ALLOWED.items() if path.startswith(start)), "")


_SKIPPED = re.compile(r"""//[^\n]*|'(?:[^'\\\n]|\\.)'|(R"\(.*?\)"|"(?:[^"\\\n]|\\.)*")""", re.DOTALL)


def without_comments(path, text):
    """The code of a C++ text or, by its path, of a CMake file."""
    if path.endswith(_BUILD_FILES):
        return re.sub(r"#[^\n]*", "", text)
    return _SKIPPED.sub(lambda found: found[1] or " ", text)


def named_cases(files, cases):
    """Every place of the harness, but for its tests, that names one of `cases`, which are words of nothing else."""
    named = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(cases))})(?![A-Za-z])")
    return [f"{path}:{number}: names a case: {line.strip()}" for path, text in sorted(files.items())
            if path.startswith("harness/") and not path.startswith("harness/tests/")
            for number, line in enumerate(_INCLUDE.sub("", without_comments(path, text)).split("\n"), 1)
            if named.search(line)]


#: Names of cases that are words as well.
WORDS = {"arithmetic", "copy", "distance", "fill", "latency", "median", "pipeline", "read", "reduce"}


def test_no_include_of_the_tree_points_the_wrong_way_and_the_harness_names_no_case():
    tree = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for top in ("harness", "cases", "reference") for path in (ROOT / top).rglob("*")
            if path.is_file() and path.suffix in SUFFIXES}
    cases = {path.parent.name for path in ROOT.glob("cases/*/case.hpp")}
    assert len(tree) > 400 and cases >= WORDS
    found = arrows(tree) + named_cases(tree, cases - WORDS)
    assert not found, "\n".join(["", *found])
    rooms = {path.split("/")[1] for path in tree if path.startswith("harness/") and path.count("/") > 1}
    assert rooms == {*ROOMS, "include", "tests"}
    public = {path.split("/")[3] for path in tree if path.startswith("harness/include/") and path.count("/") > 3}
    assert public | {""} == set(PUBLIC) and set(ROOMS) >= PLAIN
    assert not any(room in ROOMS[other] for room, below in ROOMS.items() for other in below), "an arrow goes both ways"
    assert any(path.startswith(SHIMS) for path in tree)


@pytest.mark.parametrize(("path", "wrong"), [
    ("harness/cli/a.cpp", '"harness/tests/a.hpp" "harness/nosuch/a.hpp" "a.hpp" "cases/stitch/case.hpp" '
     '"reference/stitch.hpp" "../output/row.hpp" <rungs/cuda/launch.hpp> <rungs/simulator/launch.hpp>'),
    ("harness/measure/a.cpp", '"harness/cli/a.hpp"'), ("harness/attic/a.cpp", '"harness/core/a.hpp"'),
    ("harness/include/rungs/core/a.hpp", "<rungs/cuda/check.hpp> <rungs/simulator/warp.hpp>"),
    ("harness/include/rungs/cuda/a.hpp", "<rungs/simulator/warp.hpp>"),
    ("harness/include/rungs/a.hpp", '"harness/core/a.hpp" "rungs/case.hpp" <fmt/format.h> <png.h> <nlohmann/json.hpp>'),
    (SHIMS + "cuda/atomic", '<boost/any.hpp> "harness/simulator/simulator.hpp" "b.h"'),
    ("cases/edm/case.hpp", '"harness/core/a.hpp"'), ("cases/edm/host/a.cpp", '"tile.hpp"'),
    ("reference/edm.cpp", '<rungs/case.hpp> "cases/edm/case.hpp" "harness/core/a.hpp"'),
    ("reference/tests/edm_test.cpp", '"harness/core/a.hpp"')])
def test_what_none_may_include_is_found(path, wrong):
    """What each may include the tree shows."""
    for include in wrong.split():
        line, = arrows({path: f"#pragma once\n#include {include}\n"})
        assert line.startswith(f"{path}: includes {include}; ")


def test_an_include_is_seen_however_it_is_written_and_a_shim_may_include_another():
    for line in ('  #  include "harness/cli/a.hpp"', '#include"harness/cli/a.hpp"',
                 '#define HWY_TARGET_INCLUDE "harness/cli/a.hpp"'):
        assert len(arrows({"harness/core/a.cpp": f"{line}  // why\n"})) == 1
        assert not arrows({"harness/core/a.cpp": f"// {line}\n"})
    assert not arrows({SHIMS + "a.h": '#include "cuda/b.h"\n', SHIMS + "cuda/b.h": ""})


@pytest.mark.parametrize("code", [
    'filter = "^stitch/";', "stitch::Case one;", 'text = "for edm";', "int stitch_rows;", 'quote(\'"\'); s = "edm";'])
def test_a_case_that_the_harness_names_is_found(code):
    def names(code, path="harness/cli/a.cpp"):
        return bool(named_cases({path: code}, {"edm", "stitch"}))
    assert names(f"void f() {{\n  {code}\n}}\n") and names(code, "harness/cmake/a.cmake")
    assert not names(f"// {code}") and not names(code, "harness/tests/a_test.cpp")
    assert not names(code, "cases/edm/gpu/a.cu") and not names("# of stitch", "harness/cmake/a.cmake")


#: The folders of the Python package that each of them may import, with itself.
PYTHON = {"data": set(), "statistics": {"data"}, "static": {"data"}, "engine": {"data"}, "profile": {"data"},
          "measure": {"data"}, "fleet": {"data"}, "tries": {"data", "static", "statistics"},
          "tables": {"data", "statistics", "static", "profile"}, "plots": {"data", "statistics", "profile"},
          "report": {"data", "statistics", "profile", "plots"},  # the page shows the plots' pictures
          "serve": {"data", "statistics"}}
PYTHON["cli"] = set(PYTHON)


def imports_that_point_up(files):
    """Lines of {path below rungs/: text} that import of rungs what their folder must not know."""
    return [f"{path}: {found[0]}" for path, text in files.items()
            for found in re.finditer(r"^\s*(?:from|import) rungs\.(\w+).*", text, re.MULTILINE)
            if found[1] not in PYTHON[path.split("/")[0]] | {path.split("/")[0]}]


def test_no_import_of_the_python_package_points_up():
    package = SCRIPTS / "rungs"
    paths = package.glob("*/**/*.py")
    files = {path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    assert {path.split("/")[0] for path in files} == set(PYTHON) and len(files) > 100
    assert imports_that_point_up(files) == []
    assert all(len(text.splitlines()) < 250 for text in files.values())
    assert imports_that_point_up({"data/a.py": "import os\n    from rungs.plots import style\n"}) != []
