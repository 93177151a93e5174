#!/usr/bin/env bash
# Measures every case on this machine into one folder: self-test, documents' sizes cold and hot, sweeps over parameters
# and sizes, the documents' sizes again as a run of their own (what compare.py must find to be the same), Python's
# libraries, and Nsight Compute's counters. The host goes first: rows.environment.csv is of the last part. Can be
# interrupted and called again: it goes on where it was.
# Usage: measure_all.sh FOLDER [BENCH] [PART...]
#   parts: host stitch cases parameters second peers sizes ncu counters counter-sweeps (default: all)
set -uo pipefail
cd "$(dirname "$0")/.."

folder=${1:?usage: measure_all.sh FOLDER [BENCH] [PART...]}
bench=${2:-build/bench}
shift $(($# < 2 ? $# : 2))
parts=${*:-host stitch cases parameters second peers sizes ncu counters counter-sweeps}
mkdir -p "$folder"
status=0
row_limit=3 # seconds of timing a row; the noisy rows alone need them
trap 'echo "measure_all: interrupted; call it again to go on" >&2; exit 130' INT TERM

say() { printf '==> %s (%s s so far)\n' "$*" "$SECONDS"; }
measure() { # FILE, then bench's options
  local file=$folder/$1
  shift
  "$bench" --out "$file" --resume --progress=never --time-limit "$row_limit" "$@" || status=1
}

count() { # ncu_all.sh's options
  scripts/ncu_all.sh --out "$folder" --bench "$bench" --resume "$@" || status=1
}

for part in $parts; do
  say "$part"
  case $part in
    stitch)
      "$bench" --self-test --time-limit 3 --progress=never >"$folder/self-test.txt" || status=1
      measure rows.csv --backend=cuda --filter='^stitch/' --param repeater=all --cache=both
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
      measure rows.csv --backend=cuda --filter='^edm/' --param batch=all --min-time 0.1
      measure rows.csv --backend=cuda --filter='^intdiv/' --param index=all --min-time 0.1
      ;;
    host)
      measure rows.csv --backend=host --filter='^(stitch|uv|median)/' --cache=both
      ;;
    second)
      measure rows-second-run.csv --backend=cuda --filter='/(gpu|peer)/' --min-time 0.1
      ;;
    peers)
      python3 scripts/peers.py --library "$(dirname "$bench")/libreference_c.so" --out "$folder/rows.csv" --resume \
        --min-time 0.1 --time-limit "$row_limit" || status=1
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
      python3 scripts/ncu_check.py "$folder/rows.csv" --bench "$bench" >"$folder/ncu-check.txt" || status=1
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
    *)
      echo "measure_all: '$part' is no part; legal are host, stitch, cases, parameters, second, peers, sizes, ncu," \
        "counters, counter-sweeps" >&2
      exit 2
      ;;
  esac
done
say "rows are in $folder/rows.csv"
exit $status
