#!/usr/bin/env bash
# Runs every test: installs what is missing, builds with warnings as errors, kernels for sm_75 and sm_90, and runs CTest;
# then builds and runs what runs on a CPU under AddressSanitizer and UBSan, the simulator's tests only there. GPU tests
# skip where there is no GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n==> %s (%s s so far)\n' "$*" "$SECONDS"; }
trap 'printf "test: failed at: %s\n" "$BASH_COMMAND" >&2' ERR

# Runs CTest with a preset; what failed is told once more at the end, where it is seen.
run_ctest() {
  local log=build-$1/ctest.txt # CTest's own log is begun anew by tests that call CTest
  if ! ctest --preset "$1" -j "$(nproc)" "${@:2}" | tee "$log"; then
    printf '\ntest: failed under the preset %s (all output: %s):\n' "$1" "$log"
    grep -hE '^(FAILED|ERROR) |\[  FAILED  \]|^.*: error: ' "$log" | cut -c1-400 | sort -u | head -n 60
    exit 1
  fi
}

say "Installing what is missing"
scripts/install_dependencies.sh --tests

say "Building with warnings as errors"
cmake --preset ci -DCMAKE_CUDA_ARCHITECTURES="75;90"
cmake --build --preset ci

say "Testing"
run_ctest ci -LE '^simulator$' # those run below, where mistakes with memory are seen too
if ! build-ci/bench --backend=cuda --verify-only --progress=never --filter=. >build-ci/gpu.txt 2>&1; then
  if ! grep -q 'no CUDA device' build-ci/gpu.txt; then
    cat build-ci/gpu.txt
    echo "test: a variant is not right on the GPU, see above" >&2
    exit 1
  fi
  echo "GPU tests were skipped: $(cat build-ci/gpu.txt)"
fi

say "Building under AddressSanitizer and UBSan"
cmake --preset asan
cmake --build --preset asan --target bench harness_tests simulator_tests reference_tests case_tests

say "Testing under AddressSanitizer and UBSan"
run_ctest asan -L 'unit|simulator|reference|variant' -E '^readme'

say "All tests passed"
