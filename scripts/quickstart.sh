#!/usr/bin/env bash
# From a fresh clone to a first look: installs what is missing, builds, verifies and measures every case, draws.
# On a GPU if there is one; else host variants are measured and GPU variants are verified on the simulator.
# Usage: quickstart.sh
set -euo pipefail
[[ ${1-} != -h && ${1-} != --help ]] || { sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0; }
(($# == 0)) || { echo "quickstart: '$1' is no option; it has none" >&2; exit 2; }
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE # modules are compiled once

source scripts/stop_children.sh
step='' # what runs
say() { step=$* && printf '\n==> %s (%s s so far)\n' "$*" "$SECONDS"; }
finish() {
  local code=$?
  stop_children $$
  ((code == 0)) || printf 'quickstart: failed in step %s\n' "$step" >&2
}
trap finish EXIT
mkdir -p build
log=build/quickstart.log # of what says nothing while it goes well
: >"$log"
# Runs a command; its output is shown as it comes on a terminal, and else only where the command fails.
quietly() {
  if [[ -t 1 ]]; then "$@"; else "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }; fi
}

say "1/4 Installing what is missing"
scripts/install_dependencies.sh --system
# Python's packages come while the build runs.
scripts/install_dependencies.sh --python >build/quickstart-python.log 2>&1 &
python=$!

say "2/4 Building (about two minutes the first time)"
cuda=AUTO
if ! nvidia-smi -L >/dev/null 2>&1; then
  cuda=OFF # nothing could run: neither kernels nor tests are compiled
  echo "No GPU here: host variants are built, and GPU variants for the simulator"
fi
cmake --preset dev -DRUNGS_CUDA=$cuda >"$log" 2>&1 || { cat "$log" >&2; false; }
grep -E -- '-- (CUDA|No) ' "$log" || true
# The program, the library for Python, and what `cmake --install` takes.
quietly cmake --build --preset dev --target bench bench_c rungs_libraries

run=build/quickstart/$(date -u +%Y%m%d-%H%M%S)
mkdir -p "$run"
say "3/4 Verifying and measuring every case (about a minute)"
progress=auto
[[ -t 2 ]] || progress=never
measure() {
  build/bench --out "$run/rows.csv" --resume --format=brief --progress=$progress --min-time 0.05 --time-limit 0.25 "$@"
}
# At the documents' sizes a launch of some takes seconds on a CPU.
large='^(copy|distance|fill|height_map|read|stitch|uv)/host/'
measure --backend=host --filter="$large" --sizes=2048
measure --backend=host --filter="^median_window/host/" --sizes=512
measure --filter="^(?!${large#^}|median_window/host/)"

say "4/4 Drawing"
wait "$python" || { cat build/quickstart-python.log >&2; false; }
.venv/bin/rungs plot "$run/rows.csv" --out "$run/plots" >build/quickstart-plot.log 2>&1 &
plot=$!
.venv/bin/rungs report "$run" >"$log" 2>&1 || { cat "$log" >&2; false; }
wait "$plot" || { cat build/quickstart-plot.log >&2; false; }
.venv/bin/rungs techniques "$run" --best 5

cat <<END

Done in $SECONDS s. Open $run/report.html: what each step is worth and why, with its source.
It is a first look: few samples for each row, and host variants at sizes that a CPU does quickly.
The rows are in $run/rows.csv, the pictures in $run/plots/.
What to try next:
  build/bench --list                                    every variant
  build/bench --filter=stitch --param repeater=all      a sweep over a parameter
  build/bench --filter=median/ --sizes=512..8192*2      a sweep over sizes
  .venv/bin/rungs measure FOLDER                        everything, for a GPU of your own
  build/bench --self-test                               how well this machine measures
  build/bench --help
To add a variant of your own: README.md, "Measure your own kernel".
END
