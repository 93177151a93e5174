#!/usr/bin/env bash
# Checks the format of all C++ sources (clang-format), the code of what changed (clang-tidy; kernels as the simulator's
# plain C++), and that changed public headers compile by themselves. What changed is told from the commit where this
# branch left the main branch (origin/HEAD, origin/main, main or master, the first that exists), on the main branch from
# the previous commit; and what is not committed or new. A header is checked with the changed sources that include it.
# Usage: lint.sh [--all] [BUILD_FOLDER]   --all (or RUNGS_TEST_ALL=1): the code of all sources. Exit code 77: a tool is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build all=${RUNGS_TEST_ALL-} base=''
for argument; do
  case $argument in
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
    --all) all=1 ;;
    -*) echo "lint: '$argument' is not an option; expected --all or a build folder" >&2 && exit 2 ;;
    *) build=$argument ;;
  esac
done

skip() { # 77: CTest shows the test as skipped
  echo "style: skipped: $*"
  exit 77
}
for tool in clang-format clang-tidy; do # of the pinned versions: others format and find differently
  [[ -x .venv/bin/$tool ]] || skip "no .venv/bin/$tool here (scripts/install_dependencies.sh --tests installs it)"
done
PATH=$PWD/.venv/bin:$PATH
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "this is no git checkout, so that its files are not known"

[[ -f $build/compile_commands.json ]] ||
  { echo "lint: $build/compile_commands.json is not there; expected a folder that cmake has configured" >&2; exit 2; }

temporary=$(mktemp -d)
finish() {
  local code=$?
  rm -rf "$temporary"
  ((code == 0)) || echo "style: not clean, or not finished, after $SECONDS s" >&2
}
trap finish EXIT
trap 'exit 130' INT TERM

source scripts/compared_with.sh
if [[ -z $all ]]; then
  base=$(compared_with)
  if [[ -z $base ]]; then
    echo "style: all is checked: there is no commit here to compare with (a shallow clone, or no main branch)"
  elif ! git diff --quiet "$base" -- .clang-tidy; then
    echo "style: all is checked: .clang-tidy has changed"
    base=''
  fi
fi

# Files that git knows or that are new. One that is deleted and not yet committed is passed over.
present() { while IFS= read -r file; do [[ ! -e $file ]] || printf '%s\n' "$file"; done; }
sources=('*.cpp' '*.hpp' '*.cu')
new() { git ls-files --others --exclude-standard -- "${sources[@]}"; }
{ git ls-files -- "${sources[@]}"; new; } | sort -u | present >"$temporary/all"
cp "$temporary/all" "$temporary/changed"
if [[ -n $base ]]; then
  { git diff --relative --name-only "$base" -- "${sources[@]}"; new; } | sort -u | present >"$temporary/changed"
fi

# Shows what clang-format would change. Not --dry-run: version 14 then faults the end of every `namespace a::inline B`,
# which it would leave as it is.
mkdir "$temporary/formatted"
cp .clang-format "$temporary/formatted"
xargs -r -d '\n' cp --parents -t "$temporary/formatted" <"$temporary/all"
(cd "$temporary/formatted" && xargs -r -d '\n' -P "$(nproc)" -n 50 clang-format -i) <"$temporary/all"
bad=0
while IFS= read -r file; do
  diff -u --label "$file" --label "$file, formatted" "$file" "$temporary/formatted/$file" || bad=1
done <"$temporary/all"
echo "style: format: $(wc -l <"$temporary/all") files, $SECONDS s so far"
((bad == 0))

python3 scripts/lint_units.py "$build/compile_commands.json" "$temporary" ${base:+"$temporary/changed"} \
  >"$temporary/units"

# Each public header compiles as the first include of a file, and a second time. Those for CUDA alone are read by nvcc.
grep '^harness/include/rungs/.*\.hpp$' "$temporary/changed" | grep -v '/rungs/cuda/' >"$temporary/headers" || true
if [[ -s $temporary/header_compiler ]]; then
  compiler=$(<"$temporary/header_compiler")
  sed 's,^harness/include/,,' "$temporary/headers" | xargs -r -P "$(nproc)" -I{} \
    bash -c "printf '#include <%s>\n' {} {} | $compiler -fsyntax-only -x c++ -"
  echo "style: public headers: $(wc -l <"$temporary/headers") compiled alone, $SECONDS s so far"
elif [[ -s $temporary/headers ]]; then
  echo "style: public headers are not compiled alone: $build is configured without RUNGS_TESTS"
fi

# -w: the compilers' own warnings come with the build.
xargs -r -d '\n' -P "$(nproc)" -n 1 clang-tidy --quiet -p "$temporary" --extra-arg=-w \
  --extra-arg=-URUNGS_ADDRESS_SANITIZER <"$temporary/units" 2>/dev/null
echo "style: clean: code of $(wc -l <"$temporary/units") units${base:+ (changed since ${base::12}; --all)}, $SECONDS s"
