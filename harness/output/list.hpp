// The output of --list: of the variants that --filter selects.
#pragma once

#include <rungs/core/registry.hpp>
#include <string>
#include <vector>

namespace rungs {

/// One line per chosen variant, indented by ladder step: full name, backends, idea, and why it spills.
[[nodiscard]] std::string list_text(const std::vector<const RegisteredVariant*>& chosen);

/// The cases that have chosen variants, with sides, sizes, parameters and these variants as JSON for tools,
/// schema "rungs-list-1".
[[nodiscard]] std::string list_json(const std::vector<const RegisteredVariant*>& chosen);

}  // namespace rungs
