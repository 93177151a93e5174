#!/usr/bin/env bash
# Checks format (clang-format) and code (clang-tidy; kernels as the simulator's plain C++). Usage: lint.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}

mapfile -t sources < <(git ls-files '*.cpp' '*.hpp' '*.cu')
clang-format --dry-run --Werror "${sources[@]}"

# What the compiler's list holds as C++; CUDA's own objects and generated files are left out.
mapfile -t units < <(python3 - "$build/compile_commands.json" <<'END'
import json, os, sys
for entry in json.load(open(sys.argv[1])):
    path = os.path.relpath(entry["file"])
    if not path.startswith(("..", "build")) and not entry["command"].split()[0].endswith("nvcc") and "/tests/" not in path:
        print(path)
END
)
printf '%s\n' "${units[@]}" | sort -u |
  xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option \
    --extra-arg=-Wno-unknown-cuda-version 2>build-tidy.log || { rm -f build-tidy.log; exit 1; }
rm -f build-tidy.log
