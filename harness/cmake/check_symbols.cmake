# Run before a bench is linked: an object of its variants may define no symbol that the harness calls or defines, and call
# nothing of the harness but its public interface. NM; CXX; OBJECTS, a file that names the variants' objects; LIBRARIES,
# the harness's.
cmake_policy(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/public_symbols.cmake)
set(allowed "")
foreach(name IN LISTS public)
  string(REPLACE "::" ";" parts ${name})
  string(APPEND allowed "|")
  foreach(part IN LISTS parts)
    string(LENGTH ${part} length)
    string(APPEND allowed ${length}${part})
  endforeach()
endforeach()
string(SUBSTRING "${allowed}" 1 -1 allowed)

# What the harness calls; and what the system's libraries define, which call each other: a program's own comes first.
set(called "\n")
foreach(library IN LISTS LIBRARIES)
  execute_process(COMMAND ${NM} -guP ${library} OUTPUT_VARIABLE more ERROR_QUIET)
  string(APPEND called "${more}")
endforeach()
foreach(library c m stdc++)
  execute_process(COMMAND ${CXX} -print-file-name=lib${library}.so.6 OUTPUT_VARIABLE file
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${NM} -DP ${file} OUTPUT_VARIABLE more ERROR_QUIET)
  string(APPEND called "${more}")
endforeach()
string(REPLACE "@" " " called "${called}")  # of a version: malloc@@GLIBC_2.2.5

file(STRINGS ${OBJECTS} objects REGEX "\\.o$")  # CMake lists precompiled headers, too
if(NOT objects)  # ceilings alone
  return()
endif()
execute_process(COMMAND ${NM} -gPA ${objects} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+: [^ \n]+ [A-Za-z]" lines "${text}")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^(.*): ([^ ]+) (.)$" line "${line}")
  set(object ${CMAKE_MATCH_1})
  set(name ${CMAKE_MATCH_2})
  set(kind ${CMAKE_MATCH_3})
  set(wrong "")
  if(kind MATCHES "[Uwv]")
    if(name MATCHES "^_ZN?[KVR]*5rungs" AND NOT name MATCHES "^_ZN?[KVR]*5rungs(${allowed})")
      set(wrong calls)
    endif()
  # Weak ones are templates and inline functions of headers; of C, and of memory, none that is called.
  elseif(NOT kind MATCHES "[WVu]" OR NOT name MATCHES "^_Z" OR name MATCHES "^_Z(nw|na|dl|da)")
    string(FIND "${called}" "\n${name} " place)
    if(name MATCHES "^_ZT?[A-Z]?N?[KVR]*5rungs" OR place GREATER -1)
      set(wrong defines)
    endif()
  endif()
  if(wrong)
    execute_process(COMMAND c++filt ${name} OUTPUT_VARIABLE name OUTPUT_STRIP_TRAILING_WHITESPACE)
    message(FATAL_ERROR " ${object}: a variant ${wrong} ${name}; expected names of its own, and public headers alone")
  endif()
endforeach()
