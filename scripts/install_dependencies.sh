#!/usr/bin/env bash
# Installs what is missing of scripts/debian_packages.txt, the project's own Python environment in .venv/, and on a
# machine with an NVIDIA GPU and no CUDA compiler that compiler, from PyPI (install_cuda.sh). Quick where nothing is
# missing. Asks for sudo only if a system package is.
# Usage: install_dependencies.sh [--tests]    --tests: also what only the tests need
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '==> %s\n' "$*"; }
fail() { printf 'install_dependencies: %s\n' "$*" >&2; exit 1; }

lists=(scripts/debian_packages.txt)
cuda=()
case ${1-} in
  '') ;;
  --tests)
    lists+=(scripts/debian_packages_tests.txt)
    cuda=(--without-gpu) # kernels are compiled for several GPUs
    ;;
  *) fail "'$1' is not an option; expected --tests or nothing" ;;
esac
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
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" \
    >/tmp/rungs-apt.$$ 2>&1 || { tail -n 20 /tmp/rungs-apt.$$ >&2; rm -f /tmp/rungs-apt.$$; fail "apt-get install failed"; }
  rm -f /tmp/rungs-apt.$$
else
  say "system packages: all there"
fi

# The environment is made again only when the pinned versions change.
wanted=$(sha256sum scripts/requirements.txt | cut -d' ' -f1)
if [[ "$(cat .venv/requirements.sha256 2>/dev/null)" == "$wanted" ]]; then
  say "Python environment: up to date"
else
  say "Python environment: installing into .venv"
  # A CUDA compiler from PyPI goes with it, and is wanted again.
  nvcc=$(compgen -G '.venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc' || true)
  [[ -z $nvcc ]] || cuda+=(--without-gpu)
  rm -rf .venv
  python3 -m venv .venv || fail "python3 -m venv failed (package python3-venv?)"
  .venv/bin/python -m pip install -q --disable-pip-version-check -r scripts/requirements.txt || fail "pip install failed"
  echo "$wanted" >.venv/requirements.sha256
fi

# The command `rungs`, from this checkout: a change of its sources counts at once.
project=$(sha256sum scripts/pyproject.toml | cut -d' ' -f1)
if [[ ! -x .venv/bin/rungs || "$(cat .venv/rungs.sha256 2>/dev/null)" != "$project" ]]; then
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e scripts ||
    fail "the Python package in scripts/ cannot be installed into .venv"
  echo "$project" >.venv/rungs.sha256
fi

# Without a compiler the build goes on with host and simulator; what to install has been said.
scripts/install_cuda.sh "${cuda[@]:0:1}" || say "going on without a CUDA compiler: GPU variants run on the simulator"
