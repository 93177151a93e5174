#include "harness/registry/parameter.hpp"

#include <charconv>

namespace rungs {

bool parse_whole(const std::string& text, std::uint64_t least, std::uint64_t most, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
}

}  // namespace rungs
