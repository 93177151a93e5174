// The variants that --filter selects, and suggestions for a mistyped name.
#pragma once

#include <rungs/core/registry.hpp>
#include <string>
#include <vector>

namespace rungs {

/// The variants whose full name (case/place/variant) matches `filter`, in the registry's order; all if it is
/// empty. Throws BadUsage if it is no regular expression, or if it matches nothing (with the nearest names).
[[nodiscard]] std::vector<const RegisteredVariant*> selected_variants(const std::string& filter,
                                                                      const Registry& registry);

/// The names nearest to `text` by edit distance; at most three.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& text, std::vector<std::string> names);

}  // namespace rungs
