#!/usr/bin/env bash
# Installs what is missing: the packages of scripts/debian_packages.txt, the project's own Python environment in .venv/,
# and on a machine with an NVIDIA GPU and no CUDA compiler that compiler, from PyPI (install_cuda.sh). Quick where
# nothing is missing. Asks for sudo only if a system package is.
# Usage: install_dependencies.sh [--system | --python] [--tests]
#   --system   only what CMake looks for: Debian packages, an empty .venv with NVTX's headers, the CUDA compiler
#   --python   only the Python packages; this may go on during a build
#   --tests    also what only the tests need (debian_packages_tests.txt, requirements_tests.txt, a CUDA compiler)
set -euo pipefail
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE # what is imported below is compiled once, not whenever it is used

say() { printf '==> %s\n' "$*"; }
fail() { printf 'install_dependencies: %s\n' "$*" >&2; exit "${code:-1}"; }

part='' tests=''
for option; do
  case $option in
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
    --tests) tests=1 ;;
    --system | --python)
      [[ ${part:-$option} == "$option" ]] || code=2 fail "--system and --python: expected one of them, or neither for both"
      part=$option
      ;;
    *) code=2 fail "'$option' is not an option; expected --system, --python or --tests" ;;
  esac
done

system_packages() {
  local as_root i lists log missing package packages wanted_packages
  lists=(scripts/debian_packages.txt ${tests:+scripts/debian_packages_tests.txt})
  mapfile -t packages < <(sed 's/#.*//' "${lists[@]}" | tr -d ' ' | grep .)
  declare -A optional
  for i in "${!packages[@]}"; do
    if [[ ${packages[i]} == *'?' ]]; then
      packages[i]=${packages[i]%'?'}
      optional[${packages[i]}]=1
    fi
  done
  missing=()
  if command -v dpkg-query >/dev/null; then
    for package in "${packages[@]}"; do
      dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
  else
    say "no dpkg here: install the equivalents of ${packages[*]} yourself"
  fi
  if ((${#missing[@]})); then
    command -v apt-get >/dev/null || fail "apt-get is not here; install by hand: ${missing[*]}"
    as_root=()
    if ((EUID != 0)); then
      command -v sudo >/dev/null || fail "not root and no sudo; let an administrator install: ${missing[*]}"
      as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update -q >/dev/null || fail "apt-get update failed: is there a network?"
    wanted_packages=()
    for package in "${missing[@]}"; do
      if [[ -n ${optional[$package]-} ]] && ! apt-cache show "$package" >/dev/null 2>&1; then
        say "left out: this system has no package $package; what needs it is skipped"
      else
        wanted_packages+=("$package")
      fi
    done
    missing=("${wanted_packages[@]}")
  fi
  if ((${#missing[@]})); then
    say "installing ${missing[*]}"
    log=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
      "${missing[@]}" 2>&1) || { tail -n 20 <<<"$log" >&2; fail "apt-get install failed"; }
  else
    say "system packages: all there"
  fi
}

# .venv keeps, as NAME.sha256, the hash of each list that was installed whole; made.sha256: for which requirements.txt
# it was made. While pip runs .venv/unfinished is there: if packages have changed since, pip was interrupted.
hash_of() { sha256sum "scripts/$1" | cut -d' ' -f1; }
is_there() { [[ -e .venv/$1.sha256 && $(<".venv/$1.sha256") == "$(hash_of "$2")" ]]; }
interrupted() {
  [[ -e .venv/unfinished && -n $(find .venv/lib/python3*/site-packages -maxdepth 0 -newer .venv/unfinished) ]]
}
pip_install() { # --no-compile: it takes 20 s, and little of it is ever imported
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-compile "$@" ||
    fail "pip install failed, see above; call it again when that is mended"
}
install() { # NAME, FILE whose hash is noted, Python code that must run then, pip's options
  touch .venv/unfinished
  pip_install "${@:4}"
  .venv/bin/python -c "$3" >/dev/null || fail "what pip installed for scripts/$2 does not run, see above"
  hash_of "$2" >".venv/$1.sha256"
  rm .venv/unfinished
}

make_environment() {
  if is_there made requirements.txt && [[ -x .venv/bin/python ]] && ! interrupted; then
    rm -f .venv/unfinished
    return
  fi
  say "Python environment: making .venv"
  # A CUDA compiler from PyPI goes with it, and is wanted again.
  [[ -z $(compgen -G '.venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc') ]] || cuda=--without-gpu
  rm -rf .venv
  python3 -m venv --without-pip .venv || fail "python3 -m venv failed (package python3-venv?)"
  # The pip that comes with Python, as ensurepip installs it, but not compiled.
  local bundled wheel
  bundled=$(.venv/bin/python -c 'import ensurepip; print(*ensurepip.__path__)')/_bundled
  wheel=$(find "$bundled" /usr/share/python-wheels -name 'pip-*.whl' 2>/dev/null | head -n 1) || true
  .venv/bin/python "$wheel/pip" install -q --no-index --no-compile "$wheel" 2>/dev/null ||
    .venv/bin/python -m ensurepip >/dev/null || fail "there is no pip for .venv (package python3-venv?)"
  pip_install -r <(grep '^nvidia-nvtx==' scripts/requirements.txt)
  hash_of requirements.txt >.venv/made.sha256
}

python_packages() {
  if is_there requirements requirements.txt; then
    say "Python environment: up to date"
  else
    say "Python environment: installing into .venv"
    install requirements requirements.txt '' -r scripts/requirements.txt
  fi
  # The command `rungs`, from this checkout: a change of its sources counts at once. Its imports are compiled by that.
  is_there rungs pyproject.toml || install rungs pyproject.toml '
import pkgutil, rungs.cli
for one in pkgutil.iter_modules(rungs.cli.__path__, "rungs.cli."):
    __import__(one.name)' --no-build-isolation --no-deps -e scripts
  [[ -n $tests ]] || return 0
  if ! is_there requirements_tests requirements_tests.txt; then
    say "Python environment: installing what the tests need"
    install requirements_tests requirements_tests.txt 'import pytest; pytest.main(["--version"])' \
      -r scripts/requirements_tests.txt
  fi
}

cuda=''
if [[ $part != --python ]]; then
  system_packages
  cuda=${tests:+--without-gpu} # kernels are compiled, also where no GPU is
fi
# One at a time: test.sh may be started while quickstart.sh installs.
exec 9<scripts/requirements.txt
flock -n 9 || { say "waiting for another installation"; flock 9 || true; }
make_environment
[[ $part == --system ]] || python_packages
# Without a compiler the build goes on with host and simulator; what to install has been said.
if [[ $part != --python || -n $cuda ]]; then
  scripts/install_cuda.sh ${cuda:+"$cuda"} || say "going on without a CUDA compiler: GPU variants run on the simulator"
fi
