#!/usr/bin/env bash
# Runs compute-sanitizer's four tools over every GPU variant at small sizes, each variant in a process of its own, so
# that one finding hides no other. Fails on any finding; the tools' own words are kept then. What this GPU, or a machine
# with one GPU, does not support is named as not checked.
# Usage: sanitize.sh [--filter=RE] [BENCH] [TOOL...]
set -uo pipefail
cd "$(dirname "$0")/.." || exit
[[ ${1-} != -h && ${1-} != --help ]] || { sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0; }
filter=.
if [[ ${1:-} == --filter=* ]]; then
  filter=${1#--filter=}
  shift
fi
export bench=${1:-build/bench}
shift $(($# < 1 ? $# : 1))
tools=${*:-memcheck racecheck synccheck initcheck}
command -v compute-sanitizer >/dev/null ||
  { echo "sanitize: compute-sanitizer is not on the PATH (CUDA toolkit)" >&2; exit 2; }
[[ -x $bench ]] || { echo "sanitize: $bench is not there; build it first (README), or name it" >&2; exit 2; }
for tool in $tools; do
  [[ " memcheck racecheck synccheck initcheck " == *" $tool "* ]] ||
    { echo "sanitize: '$tool' is not a tool; expected memcheck, racecheck, synccheck or initcheck" >&2; exit 2; }
done
export logs
logs=$(mktemp -d -t rungs-sanitize.XXXXXX)
trap 'exit 130' INT TERM

# synccheck reports a missing wait inside libcu++'s block-scope pipeline, in the smallest program that uses one too
# (cases/edm/README.md).
export not_synccheck=' edm/gpu/k5_pipeline edm/gpu/k6_pipeline_registers '

# Says "unsupported NAME" where nothing ran; nothing where a tool found nothing.
# Of a row that is unsupported the tool may have said something all the same.
unsupported() {
  (($1 == 1)) && grep -q '^bench: every row is unsupported' "$2" && ! grep -qE '^=+ [A-Z]+ SUMMARY: [1-9]' "$2"
}

check_one() {
  local log=$logs/$1.${2//\//.}.log code problem
  # Square for the cases that ask for it; 97 is prime, above a block and below four. Where that is not supported, small
  # problems with other windows, measures and sizes.
  for problem in --sizes=97 '--edge-cases --seed=1'; do
    # shellcheck disable=SC2086 # two words
    timeout 300 compute-sanitizer --tool "$1" --error-exitcode 9 "$bench" --backend=cuda --verify-only \
      --isolate=none --progress=never --filter="^$2\$" $problem >"$log" 2>&1
    code=$?
    unsupported $code "$log" || break
  done
  if ((code == 0)); then
    rm -f "$log"
  elif unsupported $code "$log"; then
    printf 'unsupported %s\n' "$2"
    rm -f "$log"
  else
    printf '%s %s: exit code %s\n' "$1" "$2" $code
    grep -E '=========|incorrect|failed' "$log" | head -n 8
  fi
}
export -f check_one unsupported

list=$(PYTHONPATH=scripts python3 - "$bench" "$filter" <<'END'
import re
import sys

from rungs.data import listing
from rungs.data.errors import RowsError

try:
    chosen = re.compile(sys.argv[2])
    variants = listing.read(sys.argv[1])
except (RowsError, re.error) as error:
    sys.exit(f"sanitize: {error}")
print("\n".join(one.name for one in variants
                if "/gpu/" in one.name and "cuda" in one.backends and chosen.search(one.name)))
END
) || exit 2
mapfile -t variants < <(grep . <<<"$list")
((${#variants[@]})) || { echo "sanitize: $bench has no GPU variants like $filter: was it built without a CUDA compiler?" >&2; exit 2; }
status=0
visible=${CUDA_VISIBLE_DEVICES:-0}
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader --id="${visible%%,*}" 2>/dev/null) || gpu=""
printf 'commit %s, on %s\n' "$("$bench" --version | sed -n 's/^commit *//p')" "${gpu:-an unnamed GPU}"
for tool in $tools; do
  chosen=() left_out=''
  for variant in "${variants[@]}"; do
    [[ $tool == synccheck && $not_synccheck == *" $variant "* ]] && left_out+=" $variant" || chosen+=("$variant")
  done
  found=$(printf '%s\n' "${chosen[@]}" | xargs -P "$(($(nproc) < 8 ? $(nproc) : 8))" -I{} bash -c "check_one $tool {}")
  unsupported=$(sed -n 's/^unsupported //p' <<<"$found" | sort)
  found=$(grep -v '^unsupported ' <<<"$found")
  left_out+=${unsupported:+ ${unsupported//$'\n'/ }}
  checked=$((${#chosen[@]} - $(grep -c . <<<"$unsupported")))
  if [[ -z $found ]]; then
    ((checked)) && printf '%-10s clean: %s variants' "$tool" "$checked" || printf '%-10s nothing is checked' "$tool"
    [[ -z $left_out ]] || printf ', not checked:%s' "$left_out"
    printf '\n'
  else
    printf '%-10s FOUND SOMETHING, logs in %s\n%s\n' "$tool" "$logs" "$found"
    status=1
  fi
done
((status)) || rm -rf "$logs"
exit $status
