#!/usr/bin/env bash
# Runs every test: installs what is missing, builds with warnings as errors, runs CTest, compiles the kernels for
# sm_75 and sm_90; then runs again under AddressSanitizer and UBSan what runs on a CPU. GPU tests skip where there is no
# GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n==> %s (%s s so far)\n' "$*" "$SECONDS"; }
trap 'printf "test: failed at: %s\n" "$BASH_COMMAND" >&2' ERR

say "Installing what is missing"
scripts/install_dependencies.sh --tests

say "Building with warnings as errors"
cmake --preset ci
cmake --build --preset ci

say "Testing"
ctest --preset ci -j "$(nproc)"
if ! build-ci/bench --backend=cuda --verify-only --progress=never --filter=. >build-ci/gpu.txt 2>&1; then
  if ! grep -q 'no CUDA device' build-ci/gpu.txt; then
    cat build-ci/gpu.txt
    echo "test: a variant is not right on the GPU, see above" >&2
    exit 1
  fi
  echo "GPU tests were skipped: $(cat build-ci/gpu.txt)"
fi

if [[ -d build-ci/cases/CMakeFiles/bench_cuda.dir ]]; then
  say "Compiling every kernel for sm_75 and sm_90"
  .venv/bin/rungs chips build-ci --architectures=75,90 >build-ci/chips.txt
  tail -n 1 build-ci/chips.txt
else
  say "Kernels are not compiled for sm_75 and sm_90: there is no CUDA compiler"
fi

say "Building under AddressSanitizer and UBSan"
cmake --preset asan
cmake --build --preset asan --target bench harness_tests simulator_tests reference_tests case_tests

say "Testing under AddressSanitizer and UBSan"
ctest --preset asan -j "$(nproc)" -L 'unit|simulator|reference|variant' -E '^readme'

say "All tests passed"
