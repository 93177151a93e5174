# Tests of this tree. A program that was not built has no tests: CTest would call them failed.
include(GoogleTest)

# As gtest_discover_tests, which adds a test TARGET_NOT_BUILT where there is no program.
function(rungs_discover_tests target)
  gtest_discover_tests(${target} ${ARGN})
  get_property(files DIRECTORY PROPERTY TEST_INCLUDE_FILES)
  list(GET files -1 file)
  file(READ ${file} text)
  string(REGEX REPLACE "add_test\\([^)]*_NOT_BUILT[^)]*\\)" "" text "${text}")
  file(WRITE ${file} "${text}")
endfunction()

# Adds a test that runs a program of this folder's build, with the properties in ARGN.
function(rungs_add_test name program arguments)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.cmake)
  set(path ${CMAKE_CURRENT_BINARY_DIR}/${program})
  list(JOIN arguments "\" \"" arguments)
  list(JOIN ARGN "\" \"" properties)
  file(WRITE ${file} "if(EXISTS \"${path}\")
  add_test(\"${name}\" \"${path}\" \"${arguments}\")
  set_tests_properties(\"${name}\" PROPERTIES \"${properties}\")
endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()
