# How the sources of variants become objects of a target, one library for each backend: used by RungsFunctions.cmake.
include_guard(GLOBAL)
cmake_policy(VERSION 3.25)  # whatever the project asks for

# Creates the object library that holds one backend's variants of a target, the first time that it is asked for. Objects,
# not archives: an archive would drop objects that only register themselves.
function(_rungs_objects target backend)
  if(TARGET ${target}_${backend})
    return()
  endif()
  if(backend STREQUAL simulator)
    # In a directory of its own, since a source's language is a property of the directory that compiles it.
    set(RUNGS_SIMULATED_TARGET ${target}_simulator)
    add_subdirectory(${RUNGS_CMAKE_FOLDER}/simulated ${CMAKE_CURRENT_BINARY_DIR}/${target}_simulator)
  else()
    add_library(${target}_${backend} OBJECT)
  endif()
  set_target_properties(${target}_${backend} PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_COMPILE_COMMANDS ON)
  target_compile_features(${target}_${backend} PUBLIC cxx_std_20)
  if(backend STREQUAL cuda)
    set_target_properties(${target}_cuda PROPERTIES CUDA_STANDARD 20 CUDA_EXTENSIONS OFF)
    target_compile_options(${target}_cuda PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)
    target_link_libraries(${target}_cuda PUBLIC rungs::cuda)
  elseif(backend STREQUAL simulator)
    target_link_libraries(${target}_simulator PUBLIC rungs::simulator)
    # Line numbers for messages; and a trap where an address is not aligned, which a CPU would mostly let pass.
    target_compile_options(${target}_simulator PRIVATE -g1)
    if(NOT RUNGS_SANITIZE STREQUAL ALL)
      target_compile_options(${target}_simulator PRIVATE -fsanitize=alignment -fsanitize-undefined-trap-on-error)
    endif()
    # Says in one line what the simulator lacks.
    set_property(TARGET ${target}_simulator PROPERTY CXX_COMPILER_LAUNCHER
                 sh ${RUNGS_CMAKE_FOLDER}/simulated/compile.sh ${CMAKE_CXX_COMPILER_LAUNCHER})
  else()
    target_link_libraries(${target}_${backend} PUBLIC rungs::core)
  endif()
  get_target_property(link ${target} RUNGS_LINK)
  get_target_property(link_cuda ${target} RUNGS_LINK_CUDA)
  if(link)
    target_link_libraries(${target}_${backend} PUBLIC ${link})
  endif()
  if(link_cuda AND backend STREQUAL cuda)
    target_link_libraries(${target}_cuda PUBLIC ${link_cuda})
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL STATIC_LIBRARY)  # the ceilings: kernels for a GPU have an archive of their own
    set(archive ${target})
    if(backend STREQUAL cuda)
      set(archive ${target}_on_gpu)
    endif()
    target_sources(${archive} PRIVATE $<TARGET_OBJECTS:${target}_${backend}>)
  else()
    target_link_libraries(${target} PRIVATE ${target}_${backend})
    set_property(TARGET ${target} APPEND PROPERTY RUNGS_OBJECTS ${target}_${backend})
    if(NOT backend STREQUAL cases)
      set_property(TARGET ${target} APPEND PROPERTY RUNGS_CHECKED $<TARGET_OBJECTS:${target}_${backend}>)
    endif()
  endif()
endfunction()

# Adds sources to one backend's variants of a target, and their include root.
function(_rungs_add_sources target backend root)
  if(NOT ARGN)
    return()
  endif()
  _rungs_objects(${target} ${backend})
  target_include_directories(${target}_${backend} PRIVATE ${root})
  set(alone ${ARGN})
  if(RUNGS_GROUPED)
    list(REMOVE_ITEM alone ${RUNGS_GROUPED})
    set(together ${ARGN})
    list(REMOVE_ITEM together ${alone})
    set_property(TARGET ${target}_${backend} APPEND PROPERTY RUNGS_WAITING ${together})
  endif()
  _rungs_compile(${target} ${backend} ${alone})
endfunction()

# Compiles files, each by itself.
function(_rungs_compile target backend)
  target_sources(${target}_${backend} PRIVATE ${ARGN})
  if(backend STREQUAL simulator)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target}_simulator PROPERTIES
                                LANGUAGE CXX COMPILE_OPTIONS "-xc++;-Wno-unknown-pragmas")
  endif()
endfunction()

# Those of a target's sources that RUNGS_GROUPED names are compiled by generated files that include 20 of them each: see
# cases/grouped_sources.cmake. Call this when all cases are added.
function(_rungs_group_sources target)
  foreach(backend host simulator cuda)
    set(waiting "")
    set(number 0)
    if(TARGET ${target}_${backend})
      get_target_property(waiting ${target}_${backend} RUNGS_WAITING)
    endif()
    while(waiting)
      list(SUBLIST waiting 0 20 members)
      list(REMOVE_ITEM waiting ${members})
      set(cases "")
      set(headers "")
      set(bodies "")
      foreach(source IN LISTS members)
        string(REGEX REPLACE ".*/([^/]+)/[^/]+/[^/]+$" "\\1" case ${source})
        list(APPEND cases ${case})
        file(STRINGS ${source} lines REGEX "^[ \t]*#[ \t]*(include|if|else|elif|endif)")
        list(APPEND headers ${lines})
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        string(MAKE_C_IDENTIFIER ${name} name)
        string(APPEND bodies "namespace rungs_${name} {\n#include \"${source}\"\n}\n")
      endforeach()
      list(JOIN headers "\n" headers)
      list(REMOVE_DUPLICATES cases)
      list(JOIN cases _ cases)
      math(EXPR number "${number} + 1")
      set(kind gpu_${number}.cpp)
      if(backend STREQUAL host)
        set(kind host_${number}.cpp)
      elseif(backend STREQUAL cuda)
        set(kind gpu_${number}.cu)
      endif()
      set(group ${CMAKE_CURRENT_BINARY_DIR}/${target}_groups/${cases}_${kind})
      file(GENERATE OUTPUT ${group} CONTENT
        "// Written by rungs_add_case.\n// NOLINTBEGIN(bugprone-suspicious-include)\n${headers}\n${bodies}// NOLINTEND(bugprone-suspicious-include)\n")
      _rungs_compile(${target} ${backend} ${group})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${members})  # they begin with its headers
    endwhile()
  endforeach()
endfunction()

# Takes files whose path below `base` is one of the patterns, or lies in one, out of the list.
function(_rungs_exclude list base)
  set(kept "")
  foreach(file IN LISTS ${list})
    file(RELATIVE_PATH path ${base} ${file})
    set(keep TRUE)
    foreach(pattern IN LISTS ARGN)
      if(path STREQUAL pattern OR path MATCHES "^${pattern}/")
        set(keep FALSE)
      endif()
    endforeach()
    if(keep)
      list(APPEND kept ${file})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

# Adds a line for each source, which must register a variant, to `statements` of registration.cpp.in.
macro(_rungs_add_statements sources)
  foreach(source ${sources})
    string(APPEND statements "  rungs::Registry::global().expect(\"${source}\");\n")
  endforeach()
endmacro()

# The facts of this build of a program (the commit of the project, the compilers), written at every build: the commit
# changes without CMake running again.
function(_rungs_add_stamp target)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases/program.cpp)
  add_custom_target(${target}_stamp BYPRODUCTS ${source} COMMENT "Noting the commit for ${target}" VERBATIM COMMAND
    ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR} -DOUTPUT=${source}
    "-DRUNGS_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} $<CONFIG>"
    -DRUNGS_CUDA=$<$<BOOL:${RUNGS_HAS_CUDA}>:${CMAKE_CUDA_COMPILER_VERSION}> -DRUNGS_HAS_CUDA=${RUNGS_HAS_CUDA}
    -DINPUT=${RUNGS_CMAKE_FOLDER}/program.cpp.in -P ${RUNGS_CMAKE_FOLDER}/stamp.cmake)
  set_source_files_properties(${source} PROPERTIES GENERATED ON SKIP_UNITY_BUILD_INCLUSION ON)
  _rungs_objects(${target} cases)
  target_sources(${target}_cases PRIVATE ${source})
  add_dependencies(${target}_cases ${target}_stamp)
endfunction()

# What a variant must not define is refused before the program is linked. Where both have a function that may be there
# twice (templates, inline), the harness's is taken, which comes first.
function(_rungs_check_symbols target)
  set(libraries $<TARGET_FILE:rungs::main> $<TARGET_FILE:rungs::core>)
  if(RUNGS_HAS_CUDA)
    list(APPEND libraries $<TARGET_FILE:rungs::cuda>)
  endif()
  list(JOIN libraries , first)
  target_link_options(${target} BEFORE PRIVATE -Wl,--whole-archive,${first},--no-whole-archive)
  set(objects ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases/objects.txt)
  file(GENERATE OUTPUT ${objects} CONTENT
       "$<JOIN:$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},RUNGS_CHECKED>>,\n>\n")
  add_custom_command(TARGET ${target} PRE_LINK COMMENT "Checking the symbols of ${target}" VERBATIM COMMAND
    ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DCXX=${CMAKE_CXX_COMPILER} -DOBJECTS=${objects} "-DLIBRARIES=${libraries}"
    -P ${RUNGS_CMAKE_FOLDER}/check_symbols.cmake)
endfunction()
