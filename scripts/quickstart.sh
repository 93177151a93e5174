#!/usr/bin/env bash
# From a fresh clone to a first result: installs what is missing, builds, verifies and measures, draws.
# On a GPU if there is one; else host variants are measured and gpu variants are verified on the simulator.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n==> %s\n' "$*"; }
trap 'printf "quickstart: failed at: %s\n" "$BASH_COMMAND" >&2' ERR

say "1/4 Installing what is missing"
scripts/install_dependencies.sh

say "2/4 Building (a few minutes the first time)"
cuda=AUTO
if ! nvidia-smi -L >/dev/null 2>&1; then
  cuda=OFF # nothing could run: neither kernels nor tests are compiled
  echo "No GPU here: host variants are built, and GPU variants for the simulator"
fi
cmake --preset dev -DRUNGS_CUDA=$cuda >build-quickstart.log 2>&1 || { cat build-quickstart.log >&2; rm -f build-quickstart.log; false; }
grep -E -- '-- (CUDA|No) ' build-quickstart.log || true
rm -f build-quickstart.log
cmake --build --preset dev --target bench

run=build/quickstart/$(date -u +%Y%m%d-%H%M%S)
mkdir -p "$run"
say "3/4 Verifying and measuring every case (one to three minutes)"
measure() { build/bench --out "$run/rows.csv" --resume --min-time 0.2 --time-limit 0.75 "$@"; }
if [[ $cuda == OFF ]]; then
  measure --backend=host --filter='^uv/' --sizes=2560 # at the documents' size a launch of some takes seconds on a CPU
  measure --filter='^(?!uv/host/)'
else
  measure
fi

say "4/4 Drawing"
.venv/bin/rungs plot "$run/rows.csv" --out "$run/plots" | tail -n 1
.venv/bin/rungs report "$run"

cat <<END

Done. Open $run/report.html: what each step is worth and why, with its source.
The rows are in $run/rows.csv, the pictures in $run/plots/.
What to try next:
  build/bench --list                                    every variant
  build/bench --filter=stitch --param repeater=all      a sweep over a parameter
  build/bench --filter=median/ --sizes=512..8192*2      a sweep over sizes
  scripts/measure_all.sh FOLDER                         everything, for a GPU of your own
  build/bench --self-test                               how well this machine measures
  build/bench --help
To add a variant of your own: README.md, "Measure your own kernel".
END
