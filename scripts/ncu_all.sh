#!/bin/sh
# The old name of `rungs ncu`, which needs the standard library of any Python 3 alone.
exec python3 "$(dirname "$0")/rungs" ncu "$@"
