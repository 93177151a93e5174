// The output of --list: of the variants that --filter selects; and which kernels are other code on the simulator.
#pragma once

#include <rungs/core/registry.hpp>

namespace rungs {

/// One line per chosen variant, indented by ladder step: full name, backends, idea, and why it spills.
[[nodiscard]] std::string list_text(const std::vector<const RegisteredVariant*>& chosen);

/// The cases that have chosen variants, with sides, sizes, parameters and these variants as JSON for tools,
/// schema "rungs-list-1".
[[nodiscard]] std::string list_json(const std::vector<const RegisteredVariant*>& chosen);

/// Where a source file has code for the simulator alone, or for some GPUs alone: "copy.cu:12: #ifdef
/// RUNGS_SIMULATOR"; empty if it has none, or is not there. Code for GPUs alone, in #ifndef RUNGS_SIMULATOR,
/// is not verified without one, but is no other code.
[[nodiscard]] std::string other_code_on_simulator(const std::string& file);

/// The path of a variant's source as it was when the program was built; empty if that is not known.
[[nodiscard]] std::string path_of_source(const std::string& source);

}  // namespace rungs
