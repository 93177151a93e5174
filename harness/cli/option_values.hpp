// The values that options take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/engine/options.hpp"

namespace rungs {

/// A finite number within the bounds. CLI11's own check accepts NaN and prints limits with 300 digits.
[[nodiscard]] CLI::Validator between(double least, double most);
/// An integer within the bounds.
[[nodiscard]] CLI::Validator whole(std::uint64_t least, std::uint64_t most);
/// A path.
[[nodiscard]] CLI::Validator not_empty();
/// Parses cache states, in the order in which they are measured. Throws BadUsage for an unknown one.
[[nodiscard]] std::vector<Cache> parse_caches(const std::string& text);
/// Parses NAME=VALUE, NAME=V,V or NAME=all. Throws BadUsage.
[[nodiscard]] AskedParameter parse_parameter(const std::string& text);

}  // namespace rungs
