#!/usr/bin/env bash
# Checks format (clang-format) and code (clang-tidy; kernels as the simulator's plain C++). Usage: lint.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}

mapfile -t sources < <(git ls-files '*.cpp' '*.hpp' '*.cu')
clang-format --dry-run --Werror "${sources[@]}"

# A list of compilations without nvcc's, whose options clang does not know, so that clang-tidy finds a kernel's
# compilation for the simulator. Tests, peers (other people's headers) and generated files are left out.
list=$(mktemp -d)
trap 'rm -rf "$list"' EXIT
mapfile -t units < <(python3 - "$build/compile_commands.json" "$list/compile_commands.json" <<'END'
import json, os, sys

kept = {}
for entry in json.load(open(sys.argv[1])):
    path = os.path.relpath(entry["file"])
    if path.startswith(("..", "build")) or any(part in path for part in ("/tests/", "/peer/")):
        continue
    if not entry["command"].split()[0].endswith("nvcc"):
        kept[path] = entry
json.dump(list(kept.values()), open(sys.argv[2], "w"))
print("\n".join(sorted(kept)))
END
)
printf '%s\n' "${units[@]}" |
  xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$list" --extra-arg=-Wno-unknown-warning-option 2>/dev/null
