#include "harness/bench/sizes.hpp"

#include <fmt/format.h>

#include "harness/registry/errors.hpp"
#include "harness/registry/parameter.hpp"

namespace rungs {
namespace {

[[noreturn]] void refuse(const std::string& part) {
  throw BadUsage(fmt::format(
      "--sizes: '{}' is no size; legal are N, WxH and ranges like 256..16384*2 or 1000..5000+500, "
      "with sides from 1 to {}",
      part, largest_side));
}

unsigned side(const std::string& text, const std::string& part) {
  std::uint64_t value = 0;
  if (!parse_whole(text, 1, largest_side, value)) refuse(part);
  return static_cast<unsigned>(value);
}

void add_range(const std::string& part, std::size_t dots, std::vector<Size>& sizes) {
  const auto sign = part.find_first_of("*+", dots);
  if (sign == std::string::npos) refuse(part);
  const bool multiplies = part[sign] == '*';
  const std::uint64_t last = side(part.substr(dots + 2, sign - dots - 2), part);
  const std::uint64_t step = side(part.substr(sign + 1), part);
  std::uint64_t value = side(part.substr(0, dots), part);
  if (value > last || (multiplies && step < 2)) refuse(part);
  constexpr std::size_t most_sizes = 1000;
  for (; value <= last; value = multiplies ? value * step : value + step) {
    if (sizes.size() == most_sizes)
      throw BadUsage("--sizes: '" + part + "' makes more than 1000 sizes; legal are up to 1000");
    sizes.push_back({static_cast<unsigned>(value), static_cast<unsigned>(value)});
  }
}

}  // namespace

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t comma; (comma = text.find(',', from)) != std::string::npos; from = comma + 1) {
    parts.push_back(text.substr(from, comma - from));
  }
  parts.push_back(text.substr(from));
  return parts;
}

std::vector<Size> parse_sizes(const std::string& text) {
  std::vector<Size> sizes;
  for (const std::string& part : split_list(text)) {
    if (const auto dots = part.find(".."); dots != std::string::npos) {
      add_range(part, dots, sizes);
    } else if (const auto cross = part.find('x'); cross != std::string::npos) {
      sizes.push_back({side(part.substr(0, cross), part), side(part.substr(cross + 1), part)});
    } else {
      sizes.push_back({side(part, part), side(part, part)});
    }
  }
  return sizes;
}

}  // namespace rungs
