#include "harness/registry/parameter.hpp"

#include <charconv>
#include <cmath>

namespace rungs {

bool parse_whole(const std::string& text, std::uint64_t least, std::uint64_t most, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
}

std::optional<double> parse_positive(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace rungs
