#!/bin/sh
# Runs a module of .venv. Where it is not there, the exit code is 77: CTest shows the test as skipped.
# Usage: in_venv.sh MODULE [WORD...]
python=$(dirname "$0")/../../.venv/bin/python
if ! "$python" -c "import $1" 2>/dev/null; then
  echo "skipped: no $1 in .venv (scripts/install_dependencies.sh --tests installs it)"
  exit 77
fi
exec "$python" -m "$@"
