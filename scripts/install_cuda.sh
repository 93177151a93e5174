#!/usr/bin/env bash
# Makes sure that a machine with an NVIDIA GPU has a CUDA compiler: where no nvcc of CUDA 13 is found, compiler,
# runtime, CCCL and CUPTI are installed from PyPI into .venv/ (about 300 MB; no root needed), in the newest version that
# the driver supports. Without a GPU it does nothing.
# Usage: install_cuda.sh [--without-gpu]
#   --without-gpu   install it on a machine without a GPU too, to compile kernels there
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '==> %s\n' "$*"; }
give_up() {
  printf 'install_cuda: %s, or install the CUDA toolkit 13 (nvcc, cudart, cccl, cupti) and put nvcc on the PATH\n' "$*" >&2
  exit 1
}

# The version of CUDA that the driver supports, as 13.0; nothing where there is no driver or no GPU.
driver_version() {
  python3 - <<'END'
import ctypes

try:
    driver = ctypes.CDLL("libcuda.so.1")
except OSError:
    raise SystemExit
count, version = ctypes.c_int(), ctypes.c_int()
if driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value:
    driver.cuDriverGetVersion(ctypes.byref(version))
    print(f"{version.value // 1000}.{version.value % 1000 // 10}")
END
}

# The release of a compiler, as 13.0; nothing where it does not run.
release_of() { { "$1" --version 2>/dev/null || true; } | sed -n 's/.*release \([0-9.]*\),.*/\1/p'; }

# Where the packages from PyPI put the toolkit.
toolkit() { { compgen -G '.venv/lib/python3*/site-packages/nvidia/cu13' || true; } | head -n 1; }

# The same places as in harness/cmake/cuda.cmake. Of the toolkit from PyPI the last step counts (see the links below).
find_compiler() {
  local nvcc root release
  for nvcc in "${CUDACXX-}" "$(command -v nvcc || true)" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; do
    [[ -n $nvcc && -x $nvcc ]] || continue
    release=$(release_of "$nvcc")
    if ((10#0${release%%.*} >= 13)); then echo "$nvcc" && return; fi
    say "$nvcc is of CUDA ${release:-(it does not run)}; expected 13 or later" >&2
  done
  root=$(toolkit)
  if [[ -n $root && -e $root/lib/libcudart.so && -n $(release_of "$root/bin/nvcc") ]]; then echo "$root/bin/nvcc"; fi
}

case $#:${1-} in
  0: | 1:--without-gpu) ;;
  1:-h | 1:--help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
  *) echo "install_cuda: '$*'; expected --without-gpu or nothing" >&2 && exit 2 ;;
esac
nvcc=$(find_compiler)
if [[ -n $nvcc ]]; then
  say "CUDA compiler: $nvcc"
  exit 0
fi
version=$(driver_version)
if [[ -z $version && ${1-} == --without-gpu ]]; then version=13.0; fi
if [[ -z $version ]]; then
  say "CUDA compiler: none, and no NVIDIA GPU that needs one"
  exit 0
fi

IFS=. read -r major minor <<<"$version"
((major >= 13)) || give_up "the GPU's driver supports CUDA $version and Rungs is built with CUDA 13: update the driver \
to version 580 or later and run this script again"
below=13.$((10#$minor + 1))
((major == 13)) || below=14 # a newer driver runs everything that is older
[[ -x .venv/bin/python ]] || give_up "there is no .venv: run scripts/install_dependencies.sh, which makes it"

say "CUDA compiler: installing CUDA 13 (below $below) from PyPI into .venv, about 300 MB"
# The package cuda-toolkit pins parts that belong together: nvcc refuses code of a newer nvvm, for example.
.venv/bin/python -m pip install -q --disable-pip-version-check "cuda-toolkit[nvcc,cudart,cccl,cupti]>=13.0,<$below" ||
  give_up "pip could not install cuda-toolkit below $below: see its message above and try again"
root=$(toolkit)
[[ -n $root && -n $(release_of "$root/bin/nvcc") ]] ||
  give_up "pip has installed cuda-toolkit, but its nvcc does not run: remove .venv and try again"

# The names that nvcc and CMake look for, which the packages leave out. libcudart.so comes last: with it, it is whole.
[[ -e $root/lib64 ]] || ln -s lib "$root/lib64"
ln -sf libcupti.so.13 "$root/lib/libcupti.so"
ln -sf libcudart.so.13 "$root/lib/libcudart.so"
say "CUDA compiler: CUDA $(release_of "$root/bin/nvcc") in $root"
