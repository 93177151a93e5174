// The output of --list.
#pragma once

#include <string>

namespace rungs {

/// One line per variant, indented by ladder step: full name, backends, idea, and why it spills.
[[nodiscard]] std::string list_text();

/// Cases with sides, sizes, parameters and variants as JSON for tools, schema "rungs-list-1".
[[nodiscard]] std::string list_json();

}  // namespace rungs
