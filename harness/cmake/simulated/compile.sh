#!/bin/sh
# compile.sh COMPILER OPTION...: runs the compiler on a kernel's source for the simulator. If it fails, it runs again with
# what only nvcc accepts written otherwise: `extern __shared__ T name[]` and `__shared__ alignas(N)`. If that fails, too,
# a feature of CUDA that the simulator lacks is told in one line, and of other errors the first lines.
{ said=$("$@" 2>&1 >&3 3>&-); } 3>&1
code=$?
if [ $code -eq 0 ]; then
  [ -z "$said" ] || printf '%s\n' "$said" >&2
  exit 0
fi

folder=$(mktemp -d) || exit $code
trap 'rm -rf "$folder"' EXIT
source= output= before=
for word; do
  shift
  case $before in
    -o) output=$word ;;
    -c) source=$word ;;
  esac
  before=$word
  [ "$word" = -o ] || [ "$word" = "$output" ] || set -- "$@" "$word"
done
preprocess() {
  case $source in
    *.ii) cp "$source" "$folder/before.ii" ;;
    *) "$@" -E -o "$folder/before.ii" 2>/dev/null ;;
  esac
}
if [ -n "$source" ] && preprocess "$@"; then
  shared='static thread_local __attribute__((section("rungs_shared")))'  # __shared__, see keywords.hpp
  sed -z "s/\bextern\s\+$shared\([[:alnum:]_:<>, *()[:space:]]*\)\b\(\w\+\)\s*\[\s*\]\s*;/static thread_local\1 (\&\2)[] = ::rungs::simulator::dynamic_array;/g
          s/\($shared\)\s*\(alignas\s*([^;()]*\(([^()]*)\)\?[^;()]*)\)/\2 \1/g" "$folder/before.ii" >"$folder/kernel.ii"
  if ! cmp -s "$folder/before.ii" "$folder/kernel.ii"; then
    skip=
    for word; do
      shift
      [ "$word" != "$source" ] || word=$folder/kernel.ii
      case $skip$word in
        -MF | -MT | -MQ | -include) skip='value of ' ;;
        'value of '* | -MD | -MMD) skip= ;;
        *) set -- "$@" "$word" ;;
      esac
    done
    { said=$("$@" -fpreprocessed -o "$output" 2>&1 >&3 3>&-); } 3>&1 && exit 0
  fi
fi
printf '%s\n' "$said" | LC_ALL=C.UTF-8 awk -v text="$folder/before.ii" -f "${0%/*}/errors.awk" >&2
exit $code
