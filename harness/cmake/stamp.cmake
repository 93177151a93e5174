# Run at every build: writes INPUT to OUTPUT, which changes, and is compiled again, only when a value in it does. COMMIT is
# the short hash of the repository that holds the folder SOURCE, with "-dirty" behind it where its tree has changes;
# "unknown" without git.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT COMMIT)
  set(COMMIT unknown)
else()
  execute_process(COMMAND git status --porcelain --untracked-files=normal WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(changes)
    string(APPEND COMMIT -dirty)
  endif()
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
