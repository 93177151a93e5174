"""For lint.sh: which compilations clang-tidy checks, one a line.

Usage: lint_units.py COMPILE_COMMANDS OUT [CHANGED]
  OUT      a folder: gets compile_commands.json as clang can read it, and header_compiler, the command for one header
  CHANGED  a file with the names of changed files: only these are checked. Without it every unit is."""

import json
import os
import re
import sys

# Files that cmake writes and that include several sources, which they stand for (RUNGS_TOGETHER).
GENERATED = re.compile(r"_groups/|/Unity/")
SOURCE = re.compile(r'^#include "(/.*\.(?:cu|cpp))"$', re.MULTILINE)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def compilations(entries):
    """({path: entry}, {group: the paths it includes}) without nvcc's entries, whose options clang does not know, so
    that a kernel's is the one for the simulator. Tests, peers (other people's headers) and generated files are left
    out. Precompiled headers are not used: clang cannot read gcc's, and each file must include what it needs."""
    groups = {}
    for entry in list(entries):
        if GENERATED.search(entry["file"]):
            sources = SOURCE.findall(read(entry["file"]))
            if len(sources) > 1 and "_groups/" in entry["file"] and "/tests/" not in entry["file"]:
                groups[os.path.relpath(entry["file"])] = [os.path.relpath(source) for source in sources]
            entries += [{**entry, "file": source, "command": entry["command"].replace(entry["file"], source)}
                        for source in sources]
    kept = {}
    for entry in entries:
        path = os.path.relpath(entry["file"])
        ours = not path.startswith(("..", "build")) and "/tests/" not in path and "/peer/" not in path
        if (ours or path in groups) and not entry["command"].split()[0].endswith("nvcc"):
            entry["command"] = re.sub(r" (-include \S*cmake_pch\.hxx|-f(no-)?sanitize\S*)|^\S*sh \S*/compile\.sh ", "",
                                      entry["command"])
            kept[path] = entry
    return kept, {group: members for group, members in groups.items() if group in kept}


def main(commands, out, changed=None):
    entries = json.loads(read(commands))
    public = [entry["command"].partition(" -o ")[0] for entry in entries if "/public_headers/" in entry["file"]]
    kept, groups = compilations(entries)
    chosen = kept.keys() - groups.keys()
    if changed:
        chosen &= set(read(changed).splitlines())
    for group, members in groups.items():  # a whole group: its headers are read once
        if chosen.issuperset(members):
            chosen = chosen - set(members) | {group}
    with open(os.path.join(out, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(list(kept.values()), file)
    with open(os.path.join(out, "header_compiler"), "w", encoding="utf-8") as file:
        file.write("".join(public[:1]))
    print("".join(f"{unit}\n" for unit in sorted(chosen)), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
