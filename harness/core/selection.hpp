// The variants that a library adds and that --filter selects, and suggestions for a mistyped name.
#pragma once

#include <rungs/core/registry.hpp>

namespace rungs {

/// Loads the library that the environment's RUNGS_LOAD names; its variants register as it is loaded. Workers,
/// which inherit the environment, load the same. Ends the program where it cannot be loaded.
void load_variants();

/// The variants whose full name (case/place/variant) matches `filter`, in the registry's order; all if it is
/// empty. Throws BadUsage if it is no regular expression, or if it matches nothing (with the nearest names).
[[nodiscard]] std::vector<const RegisteredVariant*> selected_variants(const std::string& filter,
                                                                      const Registry& registry);

/// The names nearest to `text` by edit distance; at most three.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& text, std::vector<std::string> names);

}  // namespace rungs
