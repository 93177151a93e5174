# For quickstart.sh and test.sh: ends what the script has started, and what that has, also where a signal ends it.
stop_children() { # PROCESS
  local child
  for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null || true); do
    stop_children "$child"
    kill "$child" 2>/dev/null || true
  done
}
