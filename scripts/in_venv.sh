#!/usr/bin/env bash
# Runs .venv's Python for CTest, from the current folder. Where its packages are not installed (whole), it says so and
# exits with 77, which CTest shows as skipped.
# Usage: in_venv.sh LIST ARGUMENT...   LIST: requirements, or requirements_tests for pytest, mypy and ruff too
set -euo pipefail
venv=$(dirname "$0")/../.venv
option=''
[[ $1 == requirements ]] || option=' --tests'
wanted=$(sha256sum "$(dirname "$0")/$1.txt" | cut -d' ' -f1)
[[ -e $venv/$1.sha256 && $(<"$venv/$1.sha256") == "$wanted" && -e $venv/rungs.sha256 ]] ||
  { echo "skipped: .venv lacks packages of scripts/$1.txt: scripts/install_dependencies.sh$option installs them" && exit 77; }
exec "$venv/bin/python" "${@:2}"
