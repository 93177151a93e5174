// The values that options take, from their text. All throw BadUsage, with the wrong part and what is
// expected.
#pragma once

#include <string>
#include <vector>

#include "harness/engine/options.hpp"

namespace rungs {

/// Parses "1024,1920x1080,4096x4096x512,256..16384*2,m=64,n=64..256*2": one number for all sides, sides
/// joined by x, ranges from..to that grow by a factor (*F) or a step (+S), and sides by name; a repeated name
/// starts the next size.
[[nodiscard]] std::vector<AskedSize> parse_sizes(const std::string& text);
/// Parses cache states, in the order in which they are measured.
[[nodiscard]] std::vector<Cache> parse_caches(const std::string& text);
/// Parses NAME=VALUE, NAME=V,V or NAME=all.
[[nodiscard]] AskedParameter parse_parameter(const std::string& text);
/// Parses what --device asks for: "all", "2", "0,2"; none of them twice.
[[nodiscard]] AskedDevices parse_devices(const std::string& text);

}  // namespace rungs
