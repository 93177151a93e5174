# Writes the facts of a program's build at every build; the file changes, and is compiled again, only when they do.
include(${CMAKE_CURRENT_LIST_DIR}/commit.cmake)
set(USE_CUDA "")
if(RUNGS_HAS_CUDA)
  set(USE_CUDA "  rungs::use_cuda();\n")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/program.cpp.in ${OUTPUT} @ONLY)
