#!/usr/bin/env bash
# Measures every case on this machine into one folder: self-test, documents' sizes cold and hot, sweeps over parameters
# and sizes, the documents' sizes again as a run of their own (what compare.py must find to be the same), Python's
# libraries, and Nsight Compute's counters. The host goes first: rows.environment.csv is of the last part. Can be
# interrupted and called again: it goes on where it was.
# Usage: measure_all.sh FOLDER [BENCH] [PART...]
#   parts: self-test host stitch cases parameters second peers sizes ncu counters counter-sweeps (default: all)
# PYTHON names the Python that has the libraries for `peers` (default: python3).
set -uo pipefail
cd "$(dirname "$0")/.." || exit

fail() { # bad usage
  echo "measure_all: $*" >&2
  exit 2
}

all_parts="self-test host stitch cases parameters second peers sizes ncu counters counter-sweeps"
case ${1:-} in
  -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
  "" | -*) fail "the first argument is '${1:-}'; legal is a folder, see --help" ;;
esac
folder=$1
bench=${2:-build/bench}
shift $(($# < 2 ? $# : 2))
parts=${*:-$all_parts}
for part in $parts; do
  [[ " $all_parts " == *" $part "* ]] || fail "'$part' is no part; legal are $all_parts"
done
[[ -f $bench && -x $bench ]] || fail "$bench is no program; build it with: cmake --preset dev && cmake --build build"
mkdir -p -- "$folder" || fail "no folder $folder can be made"
python=${PYTHON:-python3}
status=0
row_limit=3 # seconds of timing a row; the noisy rows alone need them
trap 'echo "measure_all: interrupted; call it again to go on" >&2; exit 130' INT TERM

say() { printf '==> %s (%s s so far)\n' "$*" "$SECONDS"; }
measure() { # FILE, then bench's options
  local file=$folder/$1
  shift
  "$bench" --out "$file" --resume --progress=never --time-limit "$row_limit" "$@" || status=1
}

keep() { # FILE, then a command whose output becomes the file where it came to a verdict (exit code 0 or 1)
  local file=$folder/$1 code=0
  shift
  "$@" >"$file.part" || code=$?
  if ((code <= 1)); then mv -- "$file.part" "$file"; else rm -f -- "$file.part"; fi
  ((code == 0)) || status=1
}

peers() { # those of which the Python has the library; without any they are left out
  local said=$folder/peers.part code=0
  "$python" scripts/peers.py --library "$(dirname "$bench")/libreference_c.so" --out "$folder/rows.csv" --resume \
    --min-time 0.1 --time-limit "$row_limit" 2> >(tee "$said" >&2) || code=$?
  wait # for tee
  if ((code != 0)) && ! grep -q 'no library can be used' "$said"; then status=1; fi
  rm -f -- "$said"
}

count() { # ncu_all.sh's options
  scripts/ncu_all.sh --out "$folder" --bench "$bench" --resume "$@" || status=1
}

for part in $parts; do
  say "$part"
  case $part in
    self-test)
      [[ -e $folder/self-test.txt ]] || keep self-test.txt "$bench" --self-test --time-limit 3 --progress=never
      ;;
    stitch)
      measure rows.csv --backend=cuda --filter='^stitch/' --param repeater=all --cache=both --min-time 0.1
      ;;
    cases)
      measure rows.csv --backend=cuda --filter='^(uv|reduce|median|edm|intdiv|distance)/' --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^reduce/' --sizes=10240 --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^median/' --sizes=8192 --cache=both --min-time 0.1
      ;;
    parameters)
      measure rows.csv --backend=cuda --filter='^uv/' --param lattice=all --min-time 0.1
      measure rows.csv --backend=cuda --filter='^distance/' --param mask=all --min-time 0.1 --min-samples 3
      measure rows.csv --backend=cuda --filter='^reduce/' --sizes=4000,10240 --param op=max --min-time 0.1
      measure rows.csv --backend=cuda --filter='^median/' --param frames=64 --min-time 0.1
      measure rows.csv --backend=cuda --filter='^intdiv/' --param index=all --min-time 0.1
      measure rows.csv --backend=cuda --filter='^edm/gpu/k[3-6]' --param batch=all --min-time 0.1 # of effect there alone
      ;;
    host)
      measure rows.csv --backend=host --filter='^(stitch|uv|median)/' --cache=both
      ;;
    second)
      measure rows-second-run.csv --backend=cuda --filter='/(gpu|peer)/' --min-time 0.1
      ;;
    peers)
      peers
      ;;
    sizes)
      row_limit=1 # many rows, and a curve shows a noisy point by itself
      measure rows.csv --backend=cuda --filter='^(stitch|uv)/' --sizes=2560,5120,14336,20480 --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^distance/' --sizes=2560,5120,14336,20480 --cache=both --min-time 0.1 --min-samples 3
      measure rows.csv --backend=cuda --filter='^reduce/' --sizes=1000,2000,20480 --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^median/' --sizes=640x360,960x540,3840x2160 --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^edm/' --sizes=7584,15168,40000,50000 --cache=both --min-time 0.1
      measure rows.csv --backend=cuda --filter='^intdiv/' --sizes=256,512,2048,4096 --cache=both --min-time 0.1
      ;;
    ncu)
      keep ncu-check.txt python3 scripts/ncu_check.py "$folder/rows.csv" --bench "$bench"
      ;;
    counters)
      count
      ;;
    counter-sweeps) # where a ladder's question needs more than the documents' problem
      count --case=stitch --param repeater=all
      count --case=uv --param lattice=all
      count --case=reduce --sizes=10240
      count --case=median --sizes=8192
      count --case=distance --filter='/white(_distance_check)?$' --param mask=all
      ;;
  esac
done
say "rows are in $folder/rows.csv"
exit $status
