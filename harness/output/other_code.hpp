// Kernels that are not the same code on the simulator as on a GPU.
#pragma once

#include <string>

namespace rungs {

/// Where a source file has code for the simulator alone, or for some GPUs alone: "copy.cu:12: #ifdef
/// RUNGS_SIMULATOR"; empty if it has none, or is not there. Code for GPUs alone, in #ifndef RUNGS_SIMULATOR,
/// is not verified without one, but is no other code.
[[nodiscard]] std::string other_code_on_simulator(const std::string& file);

/// The path of a variant's source as it was when the program was built; empty if that is not known.
[[nodiscard]] std::string path_of_source(const std::string& source);

}  // namespace rungs
