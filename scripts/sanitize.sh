#!/usr/bin/env bash
# Runs compute-sanitizer's four tools over every GPU variant at small sizes. Fails on any finding.
# Usage: sanitize.sh [BENCH] [TOOL...]
set -uo pipefail
cd "$(dirname "$0")/.."
bench=${1:-build/bench}
shift $(($# < 1 ? $# : 1))
command -v compute-sanitizer >/dev/null || { echo "sanitize: compute-sanitizer is not on the PATH (CUDA toolkit)" >&2; exit 2; }

status=0
for tool in ${*:-memcheck racecheck synccheck initcheck}; do
  # Square for the cases that ask for it; 97 is prime, above a block and below four.
  if compute-sanitizer --tool "$tool" --error-exitcode 9 "$bench" --backend=cuda --verify-only --progress=never \
    --filter='/gpu/' --sizes=97 >"sanitize-$tool.log" 2>&1; then
    printf '%-10s clean\n' "$tool"
    rm -f "sanitize-$tool.log"
  else
    printf '%-10s FOUND SOMETHING, see sanitize-%s.log\n' "$tool" "$tool"
    grep -E '=========|incorrect|failed' "sanitize-$tool.log" | head -n 30
    status=1
  fi
done
exit $status
