"""bench says when a source is newer than it: it must know every folder that it is compiled from."""

import json
import re
from pathlib import Path

import pytest
from command_line import program

#: Targets of CMake that bench is linked from; its generated files lie in the build.
TARGETS = re.compile(r"/(reference|pipeline|(?:bench|rungs_ceilings)(?:_cases|_host|_simulator|_cuda)?|"
                     r"rungs_(?:control|measure|verify|simulation|main|cuda))\.dir/")
INCLUDED = re.compile(r'^#include "(/.+\.(?:cpp|cu))"$', re.MULTILINE)


def test_it_watches_each_folder_that_it_is_compiled_from():
    build = Path(program()).parent
    if not (build / "compile_commands.json").exists():
        pytest.skip("bench does not lie in its build folder")
    text = (build / "cases/bench_cases/program.cpp").read_text()
    watched = {Path(folder).resolve() for folder in re.findall(r'"(/.+?)"', text)}
    sources, targets = set(), set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        target = TARGETS.search(entry.get("output") or re.search(r" -o (\S+)", entry["command"])[1])
        if not target:
            continue
        targets.add(target[1])
        file = Path(entry["directory"], entry["file"]).resolve()
        if build.resolve() in file.parents:
            sources |= {Path(name).resolve() for name in INCLUDED.findall(file.read_text())}
        else:
            sources.add(file)
    folders = {file.parent for file in sources if build.resolve() not in file.parents}
    assert {"bench_host", "rungs_measure", "reference"} <= targets and len(folders) > 20
    assert sorted(map(str, folders - watched)) == []
