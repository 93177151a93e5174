# What a project calls to build a bench of its own cases:
#
#   rungs_add_bench(TARGET [CASES FOLDER...] [EXCLUDE PATTERN...] [LINK LIBRARY...] [LINK_CUDA LIBRARY...]
#                   [NO_CEILINGS])
#     The program TARGET, with the cases in the folders: CASES/<case>/case.hpp defines namespace <case> with a struct
#     Case (a name that the C library has taken, like read, needs rungs_add_case with TYPE), and host/*.cpp, gpu/*.cu
#     and peer/*.cu or peer/*.cpp hold one variant each. case_checks.hpp, where there is one, defines those functions of
#     Case that no variant needs, such as edge_cases and compare. A folder without a case.hpp is passed over. Sources
#     include "<folder>/<case>/..." by its path from the folder that holds FOLDER.
#     GPU variants are compiled for CUDA where there is a compiler (RUNGS_HAS_CUDA), and for the simulator.
#       EXCLUDE    files or cases to leave out, as paths below a folder of CASES (gemm/peer/cublas.cu, or gemm)
#       LINK       libraries for all variants; LINK_CUDA: for CUDA variants alone
#       NO_CEILINGS  leave out the kernels that measure the device's rates (fill, copy, read)
#   rungs_add_case(TARGET FOLDER [EXCLUDE PATTERN...] [TYPE CLASS])
#     Adds one more case to a bench. TYPE is its class where that is not <case>::Case.
#   rungs_add_tests(TARGET [LABELS LABEL...] [BACKENDS BACKEND...] [OPTIONS OPTION])
#     A CTest test for each variant and backend, from what `TARGET --list=json` says after it is built.
#       BACKENDS   of host, cuda and simulator (default: all); OPTIONS: a further one of TARGET
#   rungs_add_c_library(TARGET NAME)
#     A shared library with the cases and variants of a bench, for other languages (rungs/c_api.h).
#
# Rungs itself builds its own cases by these functions.
include_guard(GLOBAL)
cmake_policy(VERSION 3.25)  # whatever the project asks for
set(RUNGS_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Where the CMake files of Rungs lie")

include(${RUNGS_CMAKE_FOLDER}/variants.cmake)
include(${RUNGS_CMAKE_FOLDER}/public_symbols.cmake)

function(rungs_add_case target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TYPE" "EXCLUDE")
  get_filename_component(folder ${folder} ABSOLUTE)
  get_filename_component(case ${folder} NAME)
  get_filename_component(cases ${folder} DIRECTORY)
  get_filename_component(root ${cases} DIRECTORY)
  file(RELATIVE_PATH case_header ${root} ${folder}/case.hpp)
  if(NOT case MATCHES "^[A-Za-z_][A-Za-z0-9_]*$" AND NOT arg_TYPE)
    message(FATAL_ERROR "rungs_add_case: ${case} cannot name a namespace; expected a folder named like an identifier, or "
                        "TYPE, the class of the case")
  endif()
  get_target_property(others ${target} RUNGS_CASES)
  if(case IN_LIST others)
    message(FATAL_ERROR "rungs_add_case: ${folder}: ${target} has a case ${case} already; expected a name of its own")
  endif()
  if(NOT EXISTS ${folder}/case.hpp)
    message(FATAL_ERROR "rungs_add_case: ${folder}/case.hpp is not there; expected a file that defines ${case}::Case")
  endif()

  # Before the globs that the build repeats: CMake's list of their files cannot hold every name.
  file(GLOB names ${folder}/host/*.cpp ${folder}/gpu/*.cu ${folder}/peer/*.cu ${folder}/peer/*.cpp)
  list(FILTER names EXCLUDE REGEX "/[.][^/]*$")
  foreach(file IN LISTS names)
    string(REPLACE "${folder}/" "" path "${file}")  # a name with ; comes in pieces
    if(NOT path MATCHES "^[A-Za-z0-9_.+/-]+$" OR path STREQUAL file)
      string(REGEX REPLACE ";.*" "" file "${file}")
      message(FATAL_ERROR "${file}: expected a name of letters, digits, _, ., + and -: it becomes the variant's")
    endif()
  endforeach()
  file(GLOB host CONFIGURE_DEPENDS ${folder}/host/*.cpp ${folder}/peer/*.cpp)
  file(GLOB gpu CONFIGURE_DEPENDS ${folder}/gpu/*.cu)
  file(GLOB peer CONFIGURE_DEPENDS ${folder}/peer/*.cu)
  # Every other source, whatever its ending: none is passed over.
  file(GLOB_RECURSE elsewhere CONFIGURE_DEPENDS ${folder}/*.cu ${folder}/*.CU ${folder}/[hH][oO][sS][tT]/*
       ${folder}/[gG][pP][uU]/* ${folder}/[pP][eE][eE][rR]/*)
  file(GLOB others CONFIGURE_DEPENDS ${folder}/*.*)
  list(APPEND elsewhere ${others})
  list(FILTER elsewhere INCLUDE REGEX "\\.[cC]([cC]|[uU]([dD][aA])?|[pP][pP]?|[xX][xX]|\\+\\+)?$")
  list(REMOVE_ITEM elsewhere ${host} ${gpu} ${peer})
  foreach(list host gpu peer elsewhere)
    list(FILTER ${list} EXCLUDE REGEX "/[.][^/]*$")  # hidden: an editor's
    _rungs_exclude(${list} ${cases} ${arg_EXCLUDE})
  endforeach()
  if(elsewhere)
    list(GET elsewhere 0 first)
    file(RELATIVE_PATH first ${root} ${first})
    message(FATAL_ERROR "${first}: nothing builds it; expected host/*.cpp, gpu/*.cu, peer/*.cu or peer/*.cpp below "
                        "${case}, or the file in EXCLUDE")
  endif()

  # The case itself, and the sources that must register a variant.
  set(type ${case}::Case)
  if(arg_TYPE)
    set(type ${arg_TYPE})
  endif()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases)
  string(MAKE_C_IDENTIFIER ${case} name)
  set(header "#include \"${case_header}\"\n#include <rungs/core/typed_case.hpp>\n")
  file(GLOB checks CONFIGURE_DEPENDS ${folder}/case_checks.hpp)
  if(checks)
    string(REPLACE "/case.hpp" "/case_checks.hpp" header "${header}")
  endif()
  set(instances "\ntemplate const rungs::AnyCase& rungs::erased_case<${type}>();\n")
  set(statements "  rungs::Registry::global().add(rungs::erased_case<${type}>());\n")
  _rungs_add_statements("${host};${gpu}")
  configure_file(${RUNGS_CMAKE_FOLDER}/registration.cpp.in ${generated}/${case}.cpp @ONLY)
  set(header "")
  set(instances "")
  set(statements "")
  _rungs_add_statements("${peer}")
  if(peer AND RUNGS_HAS_CUDA)
    set(name ${name}_on_gpu)
    configure_file(${RUNGS_CMAKE_FOLDER}/registration.cpp.in ${generated}/${case}_on_gpu.cpp @ONLY)
    list(APPEND peer ${generated}/${case}_on_gpu.cpp)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY RUNGS_CASES ${case})

  _rungs_add_sources(${target} cases ${root} ${generated}/${case}.cpp)
  _rungs_add_sources(${target} host ${root} ${host})
  _rungs_add_sources(${target} simulator ${root} ${gpu})
  if(RUNGS_HAS_CUDA)
    _rungs_add_sources(${target} cuda ${root} ${gpu} ${peer})
  endif()
endfunction()

# Every case in the folders.
function(_rungs_add_cases target folders exclude)
  foreach(folder ${folders})
    get_filename_component(folder ${folder} ABSOLUTE)
    if(NOT IS_DIRECTORY ${folder})
      message(FATAL_ERROR "rungs_add_bench: CASES ${folder}: no such folder (other keywords: EXCLUDE, LINK, LINK_CUDA, "
                          "NO_CEILINGS)")
    endif()
    file(GLOB cases CONFIGURE_DEPENDS ${folder}/*/case.hpp)
    set(found FALSE)
    foreach(header ${cases})
      get_filename_component(case_folder ${header} DIRECTORY)
      get_filename_component(case ${case_folder} NAME)
      if(case IN_LIST exclude)
        continue()
      endif()
      set(found TRUE)
      rungs_add_case(${target} ${case_folder} EXCLUDE ${exclude})
    endforeach()
    if(NOT found)
      message(FATAL_ERROR "rungs_add_bench: CASES ${folder}: holds no case; expected <case>/case.hpp in it")
    endif()
  endforeach()
endfunction()

# A macro, since a language is enabled for the folder that asks for it: the project's own, where Rungs is a part of it.
macro(rungs_add_bench)
  if(TARGET rungs::cuda)
    include(${RUNGS_CMAKE_FOLDER}/cuda.cmake)
  else()
    set(RUNGS_HAS_CUDA OFF)
  endif()
  _rungs_add_bench(${ARGV})
endmacro()

function(_rungs_add_bench target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_CEILINGS" "" "CASES;EXCLUDE;LINK;LINK_CUDA")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rungs_add_bench(${target}): unknown ${arg_UNPARSED_ARGUMENTS}; expected CASES, EXCLUDE, LINK, "
                        "LINK_CUDA or NO_CEILINGS")
  endif()
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases/main.cpp)
  file(CONFIGURE OUTPUT ${main} @ONLY CONTENT [[
// Written by rungs_add_bench.
#include <rungs/main.hpp>

int main(int argc, char** argv) { return rungs::main(argc, argv); }
]])
  add_executable(${target} ${main})
  set_target_properties(${target} PROPERTIES RUNGS_LINK "${arg_LINK}" RUNGS_LINK_CUDA "${arg_LINK_CUDA}")
  rungs_write_exported(${CMAKE_CURRENT_BINARY_DIR}/${target}_cases/exported.txt)
  target_link_options(${target} PRIVATE -Wl,--dynamic-list=${CMAKE_CURRENT_BINARY_DIR}/${target}_cases/exported.txt)
  target_link_libraries(${target} PRIVATE rungs::main)
  set(ninja "")
  if(CMAKE_GENERATOR MATCHES Ninja)
    set(ninja ${CMAKE_MAKE_PROGRAM})
  endif()
  add_custom_command(TARGET ${target} POST_BUILD COMMENT "Listing the sources of ${target}" VERBATIM COMMAND
    ${CMAKE_COMMAND} -DTARGET=${target} -DSOURCE=${CMAKE_SOURCE_DIR} -DBUILD=${CMAKE_BINARY_DIR} -DNINJA=${ninja}
    -DOUTPUT=$<TARGET_FILE:${target}>.sources -P ${RUNGS_CMAKE_FOLDER}/sources.cmake)
  if(RUNGS_HAS_CUDA)
    target_link_libraries(${target} PRIVATE rungs::cuda)
  endif()
  _rungs_check_symbols(${target})
  if(NOT arg_NO_CEILINGS)
    set(ceilings "$<LINK_LIBRARY:WHOLE_ARCHIVE,rungs::ceilings>")
    if(RUNGS_HAS_CUDA)
      list(APPEND ceilings "$<LINK_LIBRARY:WHOLE_ARCHIVE,rungs::ceilings_on_gpu>")
    endif()
    target_link_libraries(${target} PRIVATE ${ceilings})
    set_property(TARGET ${target} APPEND PROPERTY RUNGS_OBJECTS ${ceilings})
  endif()
  _rungs_add_stamp(${target})
  if(arg_CASES)
    _rungs_add_cases(${target} "${arg_CASES}" "${arg_EXCLUDE}")
    _rungs_group_sources(${target})
  endif()
endfunction()

function(rungs_add_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OPTIONS" "LABELS;BACKENDS")
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/${target}_tests.cmake)
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS ${tests} COMMENT "Listing the tests of ${target}" VERBATIM
    COMMAND ${CMAKE_COMMAND} -DBENCH=$<TARGET_FILE:${target}> -DOUTPUT=${tests} "-DLABELS=${target};${arg_LABELS}"
            "-DBACKENDS=${arg_BACKENDS}" -DOPTIONS=${arg_OPTIONS} -P ${RUNGS_CMAKE_FOLDER}/variant_tests.cmake)
  if(NOT EXISTS ${tests})
    file(WRITE ${tests} "add_test(${target}_is_not_built ${CMAKE_COMMAND} -E echo \"build ${target} first\")
set_tests_properties(${target}_is_not_built PROPERTIES SKIP_REGULAR_EXPRESSION build)\n")
  endif()
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${tests})
endfunction()

function(rungs_add_c_library target name)
  add_library(${name} SHARED)
  get_target_property(objects ${target} RUNGS_OBJECTS)
  # Whole archives: nothing inside the library calls these functions.
  set(interface "$<LINK_LIBRARY:WHOLE_ARCHIVE,rungs::c_api>")
  if(RUNGS_HAS_CUDA)
    list(APPEND interface "$<LINK_LIBRARY:WHOLE_ARCHIVE,rungs::c_api_cuda>" rungs::cuda)
  endif()
  target_link_libraries(${name} PRIVATE ${objects} ${interface})
  set(seen ${RUNGS_CMAKE_FOLDER}/c_api.map)
  target_link_options(${name} PRIVATE -Wl,--version-script=${seen})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${seen})
endfunction()
