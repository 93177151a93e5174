#!/usr/bin/env bash
# Profiles every GPU variant with Nsight Compute, into one counters.csv; see --help.
# Usage: ncu_all.sh [--out FOLDER] [--filter REGEX] [--resume] ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=$here/../.venv/bin/python # where it is not, any Python 3 will do: only the standard library is used
[[ -x $python ]] || python=python3
command -v "$python" >/dev/null || { echo "ncu_all: python3 is not on the PATH" >&2; exit 2; }
exec "$python" "$here/ncu_all.py" "$@"
