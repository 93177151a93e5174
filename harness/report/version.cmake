# Writes version.cpp at every build; the file only changes, and is only compiled again, when the commit does.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE RUNGS_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT RUNGS_COMMIT)
  set(RUNGS_COMMIT unknown)
else()
  execute_process(COMMAND git status --porcelain --untracked-files=normal WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(changes)
    string(APPEND RUNGS_COMMIT -dirty)
  endif()
endif()
configure_file(${SOURCE}/harness/report/version.cpp.in ${OUTPUT} @ONLY)
