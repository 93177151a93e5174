// The variants that --filter selects.
#pragma once

#include <rungs/core/registry.hpp>
#include <string>
#include <vector>

namespace rungs {

/// The variants whose full name (case/place/variant) matches `filter`, in the registry's order; all if it is
/// empty. Throws BadUsage if it is no regular expression, or if it matches nothing (with the nearest names).
[[nodiscard]] std::vector<const RegisteredVariant*> selected_variants(const std::string& filter,
                                                                      const Registry& registry);

}  // namespace rungs
