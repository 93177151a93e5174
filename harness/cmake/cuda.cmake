# Finds a compiler of CUDA 13 or later and enables the language. Sets RUNGS_HAS_CUDA where there is one, and
# RUNGS_PYPI_CUDA to the folder in .venv/ where packages from PyPI lie (scripts/install_cuda.sh), if it is there.
#
# Where it looks, in this order: CMAKE_CUDA_COMPILER, the environment's CUDACXX, the PATH, CUDA_HOME or, without it,
# /usr/local/cuda, and RUNGS_PYPI_CUDA.
set(RUNGS_HAS_CUDA OFF)
file(GLOB RUNGS_PYPI_CUDA ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/cu13)
if(RUNGS_CUDA STREQUAL OFF)
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(cuda_home /usr/local/cuda)
  if(DEFINED ENV{CUDA_HOME})
    set(cuda_home $ENV{CUDA_HOME})
  endif()
  # Called for each candidate: false in `result` goes on to the next one.
  function(rungs_is_new_enough result nvcc)
    execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE said ERROR_QUIET)
    if(NOT said MATCHES "release ([0-9]+)\\." OR CMAKE_MATCH_1 LESS 13)
      message(STATUS "${nvcc} is not of CUDA 13 or later: not used")
      set(${result} FALSE PARENT_SCOPE)
    endif()
  endfunction()
  find_program(RUNGS_NVCC nvcc HINTS ENV PATH ${cuda_home}/bin ${RUNGS_PYPI_CUDA}/bin VALIDATOR rungs_is_new_enough)
  if(RUNGS_NVCC)
    set(CMAKE_CUDA_COMPILER ${RUNGS_NVCC})
  endif()
endif()

# Code is compiled for the GPUs of this machine; without one, for the H100 and H200.
if(NOT CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE capability
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_gpu)
  if(no_gpu)
    set(CMAKE_CUDA_ARCHITECTURES 90)
  else()
    string(REPLACE "\n" ";" capability "${capability}")
    string(REPLACE "." "" capability "${capability}")
    list(REMOVE_DUPLICATES capability)
    set(CMAKE_CUDA_ARCHITECTURES ${capability})
  endif()
endif()

include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)  # an outer project links CUDA's libraries, too
  find_package(CUDAToolkit REQUIRED)
  unset(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL)
  set(RUNGS_HAS_CUDA ON)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    # CMake 3.25 does not know that nvcc takes C++20.
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_EXTENSIONS OFF)
  message(STATUS
          "CUDA ${CMAKE_CUDA_COMPILER_VERSION} for architectures ${CMAKE_CUDA_ARCHITECTURES}: ${CMAKE_CUDA_COMPILER}")
elseif(RUNGS_CUDA STREQUAL ON)
  message(FATAL_ERROR "RUNGS_CUDA=ON, but no CUDA compiler is found; put nvcc on the PATH, set CUDACXX, or run "
                      "scripts/install_cuda.sh --without-gpu, which takes one from PyPI")
else()
  message(STATUS "No CUDA compiler: building host and simulator only")
endif()
