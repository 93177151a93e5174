#!/usr/bin/env bash
# Runs every test: installs what is missing, builds with warnings as errors and, in tests and simulated variants, with
# AddressSanitizer and UBSan, and runs CTest. GPU tests skip where there is no GPU. At the end: the time of each part.
# Usage: test.sh [--all]
#   --all   the long version, for a release: kernels for several GPUs, every file compiled by itself, clang-tidy on all
#           files, races in all variants, the longest tests, and a second build that is sanitized as a whole
set -euo pipefail
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE # modules are compiled once

all=''
case $#:${1-} in
  0:) ;;
  1:--all) all=1 && export RUNGS_TEST_ALL=1 ;;
  1:-h | 1:--help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
  *) echo "test: '$*'; expected --all or nothing" >&2 && exit 2 ;;
esac

parts='' # lines of the table
began=0
part() { # ends the part before, and begins the one with this name
  [[ -z ${name-} ]] || parts+=$(printf '%-38s %5s s' "$name" $((SECONDS - began)))$'\n'
  name=$1 began=$SECONDS
  [[ -z $name ]] || printf '\n==> %s (%s s so far)\n' "$name" "$SECONDS"
}
source scripts/stop_children.sh
finish() {
  local code=$?
  stop_children $$
  rm -f build-python.log
  ((code == 0)) || printf 'test: failed in part: %s\n' "${name-}" >&2
}
trap finish EXIT

# Runs CTest with a preset; what failed is told once more at the end, where it is seen.
run_ctest() {
  local log=build-$1/ctest.txt # CTest's own log is begun anew by tests that call CTest
  if ! ctest --preset "$1" -j "$(nproc)" "${@:2}" | tee "$log"; then
    printf '\ntest: failed under the preset %s (all output: %s):\n' "$1" "$log"
    grep -hE '^(FAILED|ERROR) |\[  FAILED  \]|^.*: error: ' "$log" | cut -c1-400 | sort -u | head -n 60
    exit 1
  fi
}

part "Installing what is missing"
scripts/install_dependencies.sh --system --tests
scripts/install_dependencies.sh --python --tests >build-python.log 2>&1 &
python=$!

part "Building"
if [[ $all ]]; then
  cmake --preset ci -DCMAKE_CUDA_ARCHITECTURES="75;90" -DRUNGS_TOGETHER=OFF
else
  cmake --preset ci -DCMAKE_CUDA_ARCHITECTURES=90
fi
cmake --build --preset ci
wait "$python" || { cat build-python.log >&2; false; }

part "Testing"
run_ctest ci
if ! build-ci/bench --backend=cuda --verify-only --progress=never --filter=. >build-ci/gpu.txt 2>&1; then
  if ! grep -q 'no CUDA device' build-ci/gpu.txt; then
    cat build-ci/gpu.txt
    echo "test: a variant is not right on the GPU, see above" >&2
    exit 1
  fi
  echo "GPU tests were skipped: $(cat build-ci/gpu.txt)"
fi

part "Looking for races in simulated variants"
scripts/races.sh build-ci ${all:+--all}

if [[ $all ]]; then
  part "Building with the sanitizers as a whole"
  cmake --preset asan
  cmake --build --preset asan --target bench harness_tests simulator_tests reference_tests case_tests
  part "Testing with the sanitizers as a whole"
  run_ctest asan -L 'unit|simulator|reference|variant' -E '^readme'
fi

part ''
printf '\n%s\n==> All tests passed, %s s in all\n' "$parts" "$SECONDS"
