// Suggestions for a mistyped name.
#pragma once

#include <string>
#include <vector>

namespace rungs {

/// The names nearest to `text` by edit distance; at most three.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& text, std::vector<std::string> names);

}  // namespace rungs
