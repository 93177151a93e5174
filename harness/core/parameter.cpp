#include <array>
#include <charconv>
#include <limits>
#include <rungs/core/parameter.hpp>

namespace rungs {
namespace {

template <class Number> std::string shortest_text(Number value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

bool parse_integer(const std::string& text, std::uint64_t least, std::uint64_t most, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
}

std::optional<double> parse_positive(const std::string& text) {
  return parse_real(text, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
}

std::optional<double> parse_real(const std::string& text, double least, double most) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

std::string shortest(double value) { return shortest_text(value); }
std::string shortest(float value) { return shortest_text(value); }

}  // namespace rungs
