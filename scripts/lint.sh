#!/usr/bin/env bash
# Checks format (clang-format) and code (clang-tidy; kernels as the simulator's plain C++). Exit code 77: a tool is
# missing, nothing was checked. Usage: lint.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}

skip() { # 77: CTest shows the test as skipped
  echo "style: skipped: $*"
  exit 77
}
for tool in clang-format clang-tidy; do
  command -v "$tool" >/dev/null || skip "no $tool here (scripts/install_dependencies.sh --tests installs it)"
done
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "this is no git checkout, so that its files are not known"

[[ -f $build/compile_commands.json ]] ||
  { echo "lint: $build/compile_commands.json is not there; expected a folder that cmake has configured" >&2; exit 2; }

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
