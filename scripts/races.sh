#!/usr/bin/env bash
# Looks for races, and for what has no defined result, in the simulated variants of a build: in those whose files have
# changed since the main branch.
# Usage: races.sh BUILD [--all]
#   --all   in all variants
set -euo pipefail
[[ ${1-} != -h && ${1-} != --help ]] || { sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0; }
[[ $# == 1 || ($# == 2 && $2 == --all) ]] || { echo "races: expected BUILD [--all], see --help" >&2; exit 2; }
cd "$(dirname "$0")/.."
build=$1
source scripts/compared_with.sh

base=$(compared_with)
if [[ ${2-} == --all ]]; then
  filters=$(for case in cases/*/gpu; do [[ ! -d $case ]] || echo "^${case#cases/}/"; done)
elif [[ -z $base ]]; then
  echo "races: no main branch to compare with; --all looks at all variants"
  exit 0
else
  filters=$({ git diff --relative --name-only "$base" -- cases; git ls-files --others --exclude-standard -- cases; } |
    while IFS= read -r file; do
      if [[ $file =~ ^cases/([^/]+)/gpu/([^/]+)\.cu$ && -e $file ]]; then
        echo "^${BASH_REMATCH[1]}/gpu/${BASH_REMATCH[2]}\$"
      elif [[ $file =~ ^cases/([^/]+)/.*\.hpp$ && -d cases/${BASH_REMATCH[1]}/gpu ]]; then
        echo "^${BASH_REMATCH[1]}/gpu/"
      fi
    done | sort -u)
fi
[[ $filters ]] || { echo "races: no file of a case has changed"; exit 0; }
cmake --build "$build" --target bench_races

look() {
  local said
  if said=$("$1/bench_races" --backend=simulator --edge-cases --progress=never --format=brief --filter="$2" 2>&1); then
    return
  fi
  ! grep -q 'every row is unsupported' <<<"$said" || return 0
  printf 'races: %s:\n%s\n' "$2" "$said" >&2
  return 1
}
export -f look
xargs -d '\n' -P "$(nproc)" -I{} bash -c 'look "$@"' _ "$build" {} <<<"$filters"
echo "races: none in $(wc -l <<<"$filters") selections of variants, $SECONDS s"
