// How the program and Rungs were built; written by the build itself, so that it is never out of date.
#pragma once

#include <string>

namespace rungs {

/// Facts about the build of the program that contains the variants.
struct ProgramFacts {
  std::string commit = "unknown";  ///< short hash of its repository, with "-dirty" if there were changes
  std::string compiler;            ///< of the host code, with the build type
  std::string cuda;                ///< version of the CUDA compiler; empty without one
  bool optimised = false;          ///< false in a build whose times are meaningless
};

/// Called before main() by the file that rungs_add_bench generates.
void note_program(ProgramFacts facts);
[[nodiscard]] const ProgramFacts& program_facts();

/// Version and commit of Rungs.
[[nodiscard]] const char* version();
[[nodiscard]] const char* commit();

/// Enables GPUs; in rungs::cuda. Called by the file that rungs_add_bench generates, if there is CUDA.
void use_cuda();

}  // namespace rungs
