// The size lists of the command line.
#pragma once

#include <string>
#include <vector>

#include "harness/registry/size.hpp"

namespace rungs {

/// Parses "1024,1920x1080,256..16384*2": squares, rectangles, and ranges from..to that grow by a factor (*F)
/// or a step (+S). Throws BadUsage, naming the part that is wrong and what is legal.
[[nodiscard]] std::vector<Size> parse_sizes(const std::string& text);

/// Splits at commas; empty parts are kept.
[[nodiscard]] std::vector<std::string> split_list(const std::string& text);

}  // namespace rungs
