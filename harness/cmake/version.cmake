# Writes the version and commit of Rungs at every build; the file changes, and is compiled again, only when they do.
include(${CMAKE_CURRENT_LIST_DIR}/commit.cmake)
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.cpp.in ${OUTPUT} @ONLY)
