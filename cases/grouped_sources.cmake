# RUNGS_GROUPED: the variants of this tree that RUNGS_TOGETHER compiles several at a time, since most of a small kernel's
# compilation is headers. Each file is then included inside a namespace of its own, behind the headers of all. So it has
# includes, then one unnamed namespace and nothing else: no macro, no specialisation of another file's template, no
# include by a path from its own folder. Every other file compiles alone, and with scripts/test.sh --all each does.
file(GLOB sources cases/*/host/*.cpp cases/*/gpu/*.cu cases/*/peer/*.cu)
set(alone height_map/host/all_cores.cpp height_map/host/scalar.cpp median/gpu/3x3_ten_graph.cu
          median_window/gpu/split_merges.cu median_window/gpu/tiles_4x4.cu read/peer/cub.cu reduce/gpu/counted_sum.cu)
list(TRANSFORM alone PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
list(REMOVE_ITEM sources ${alone})
set(RUNGS_GROUPED harness/tests/cases/gray/host/copies.cpp harness/tests/cases/ramp/gpu/on_a_gpu_alone.cu
                  harness/tests/cases/ramp/gpu/wrong.cu harness/tests/cases/ramp/host/wrong.cpp)
list(TRANSFORM RUNGS_GROUPED PREPEND ${PROJECT_SOURCE_DIR}/)
set(head "(//[^\n]*\n|#include <[^\n]*\n|#include \"(cases|reference)/[^\n]*\n|#ifndef RUNGS_SIMULATOR\n|\n)*")
foreach(source IN LISTS sources)
  if(NOT EXISTS "${source}" OR NOT source MATCHES "/[A-Za-z0-9_.+-]+$")
    continue()  # a name that rungs_add_case refuses, or an editor's link
  endif()
  file(READ ${source} text)
  string(REPLACE "}  // namespace\n#endif\n\nnamespace {\n" "" text "${text}")
  string(REGEX REPLACE "^${head}namespace {\n" "" body "${text}")
  if(NOT body STREQUAL text AND body MATCHES "\n}  // namespace\n$"
     AND NOT body MATCHES "\n(#define|#undef|#include|#if |namespace [^=\n]*{|}  // namespace\n.)")
    list(APPEND RUNGS_GROUPED ${source})
  endif()
endforeach()
