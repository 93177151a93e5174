#!/usr/bin/env bash
# An older name of `rungs measure`: measures everything on this machine into one folder.
exec "${PYTHON:-python3}" "$(dirname "$0")/rungs" measure "$@"
