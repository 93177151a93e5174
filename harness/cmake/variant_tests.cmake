# Run after a bench is built: writes one add_test() for each variant and backend that `BENCH --list=json` names.
cmake_policy(VERSION 3.25)
execute_process(COMMAND ${BENCH} --list=json OUTPUT_VARIABLE list RESULT_VARIABLE failed)  # says itself why
if(failed)
  message(FATAL_ERROR "The variants of ${BENCH} cannot be listed: see above")
endif()

set(tests "")
string(JSON count LENGTH "${list}" cases)
math(EXPR last_case "${count} - 1")
foreach(i RANGE ${last_case})
  string(JSON case GET "${list}" cases ${i} name)
  string(JSON variants GET "${list}" cases ${i} variants)
  string(JSON count LENGTH "${variants}")
  math(EXPR last "${count} - 1")
  foreach(j RANGE ${last})
    string(JSON name GET "${variants}" ${j} name)
    string(REGEX REPLACE "([][+.*()^$?|\\{}])" "\\\\\\\\\\1" pattern "${name}")  # a name is no regular expression
    string(JSON backends GET "${variants}" ${j} backends)
    string(REGEX MATCHALL "[a-z]+" backends "${backends}")
    foreach(backend IN LISTS backends)
      if(BACKENDS AND NOT backend IN_LIST BACKENDS)
        continue()
      endif()
      string(APPEND tests "add_test(\"${backend}.${name}\" \"${BENCH}\" --verify-only --edge-cases --progress=never "
                          "${OPTIONS} --backend=${backend} \"--filter=^${pattern}$\")\n"
                          "set_tests_properties(\"${backend}.${name}\" PROPERTIES LABELS \"variant;${backend};${case};${LABELS}\" "
                          "SKIP_REGULAR_EXPRESSION \"every row is unsupported;no CUDA device can be used\"")
      if(backend STREQUAL cuda)
        string(APPEND tests " RESOURCE_LOCK gpu")
      endif()
      string(APPEND tests ")\n")
    endforeach()
  endforeach()
endforeach()
file(WRITE ${OUTPUT} "${tests}")
