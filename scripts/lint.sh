#!/usr/bin/env bash
# Checks format (clang-format) and code (clang-tidy; kernels as the simulator's plain C++): changed and new files first,
# then all others. Exit code 77: a tool is missing, nothing was checked. Usage: lint.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}

skip() { # 77: CTest shows the test as skipped
  echo "style: skipped: $*"
  exit 77
}
for tool in clang-format clang-tidy; do # of the pinned versions: others format and find differently
  [[ -x .venv/bin/$tool ]] || skip "no .venv/bin/$tool here (scripts/install_dependencies.sh --tests installs it)"
done
PATH=$PWD/.venv/bin:$PATH
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "this is no git checkout, so that its files are not known"

[[ -f $build/compile_commands.json ]] ||
  { echo "lint: $build/compile_commands.json is not there; expected a folder that cmake has configured" >&2; exit 2; }

temporary=$(mktemp -d)
finish() {
  local code=$?
  rm -rf "$temporary"
  ((code == 0)) || echo "style: not clean, or not finished, after $SECONDS s" >&2
}
trap finish EXIT
trap 'exit 130' INT TERM

# All files that git knows or that are new, and those of them that differ from the last commit. A file that is deleted
# and not yet committed is in neither.
present() { while IFS= read -r file; do [[ ! -e $file ]] || printf '%s\n' "$file"; done; }
sources=('*.cpp' '*.hpp' '*.cu')
new() { git ls-files --others --exclude-standard -- "${sources[@]}"; }
{ git ls-files -- "${sources[@]}"; new; } | sort -u | present >"$temporary/all"
{ git diff --name-only HEAD -- "${sources[@]}" 2>/dev/null || true; new; } | sort -u | present >"$temporary/changed"
grep -Fxv -f "$temporary/changed" "$temporary/all" >"$temporary/others" || true

# A list of compilations without nvcc's, whose options clang does not know, so that clang-tidy finds a kernel's
# compilation for the simulator. Tests, peers (other people's headers) and generated files are left out. Precompiled
# headers are not used: clang cannot read gcc's, and each file must include what it needs.
python3 - "$build/compile_commands.json" "$temporary" <<'END'
import json, os, re, sys

entries = json.load(open(sys.argv[1]))
groups = {}
for entry in list(entries):  # a file that includes several variants stands for each of them (RUNGS_GROUP)
    if "_groups/" in entry["file"]:
        sources = re.findall(r'^#include "(/.*\.cu)"$', open(entry["file"]).read(), re.MULTILINE)
        if len(sources) > 1 and "/tests/" not in entry["file"]:
            groups[os.path.relpath(entry["file"])] = [os.path.relpath(source) for source in sources]
        for source in sources:
            entries.append({**entry, "file": source, "command": entry["command"].replace(entry["file"], source)})
kept = {}
for entry in entries:
    path = os.path.relpath(entry["file"])
    if path not in groups and (path.startswith(("..", "build")) or any(part in path for part in ("/tests/", "/peer/"))):
        continue
    if not entry["command"].split()[0].endswith("nvcc"):
        entry["command"] = re.sub(r" -include \S*cmake_pch\.hxx", "", entry["command"])
        kept[path] = entry
json.dump(list(kept.values()), open(os.path.join(sys.argv[2], "compile_commands.json"), "w"))
print("\n".join(sorted(kept.keys() - groups.keys())), file=open(os.path.join(sys.argv[2], "units"), "w"))
with open(os.path.join(sys.argv[2], "groups"), "w") as file:  # a line each: the group, then what it includes
    for group in groups.keys() & kept.keys():
        print(group, *groups[group], file=file)
END

# Of these units, those that make up a whole group are replaced by the group: its headers are then read once.
in_groups() { # a file with the names of units
  awk 'FILENAME == ARGV[1] { chosen[$1]; next }
       { whole = 1; for (i = 2; i <= NF; ++i) whole = whole && $i in chosen }
       whole { print $1; for (i = 2; i <= NF; ++i) delete chosen[$i] }
       END { for (unit in chosen) print unit }' "$1" "$temporary/groups"
}

# Shows what clang-format would change. Not --dry-run: version 14 then faults the end of every `namespace a::inline B`,
# which it would leave as it is.
formatted() { # a file with the names of files
  local copy=$temporary/copy bad=0
  rm -rf "$copy"
  mkdir "$copy"
  cp .clang-format "$copy"
  xargs -r -d '\n' cp --parents -t "$copy" <"$1"
  (cd "$copy" && xargs -r -d '\n' -P "$(nproc)" -n 50 clang-format -i) <"$1"
  while IFS= read -r file; do
    diff -u --label "$file" --label "$file, formatted" "$file" "$copy/$file" || bad=1
  done <"$1"
  return $bad
}

check() { # WHAT, a file with the names of files
  local began=$SECONDS
  formatted "$2"
  # A header is checked with the units that include it.
  grep -Fx -f "$2" "$temporary/units" >"$temporary/alone" || true
  in_groups "$temporary/alone" >"$temporary/chosen"
  # -w: the compilers' own warnings come with the build.
  xargs -r -d '\n' -P "$(nproc)" -n 4 clang-tidy --quiet -p "$temporary" --extra-arg=-w <"$temporary/chosen" 2>/dev/null
  printf 'style: %s: %s files, %s of them compiled, %s s\n' "$1" "$(wc -l <"$2")" "$(wc -l <"$temporary/alone")" \
    $((SECONDS - began))
}
check "changed and new" "$temporary/changed"
check "all others" "$temporary/others"
echo "style: clean, $SECONDS s in all"
