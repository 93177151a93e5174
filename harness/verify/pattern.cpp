#include "harness/verify/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace rungs {
namespace {

constexpr std::size_t longest = 64;  ///< period that is looked for
constexpr std::size_t least = 16;    ///< wrong elements: fewer may have a period by chance
constexpr std::array<std::size_t, 3> sides{32, 16, 8};

/// The wrong places along one axis.
struct Along {
  const char* name;
  std::size_t length;
  std::size_t first = SIZE_MAX;
  std::size_t last = 0;
  std::uint64_t residues = 0;  ///< of `longest`

  void add(std::size_t place) {
    first = std::min(first, place);
    last = std::max(last, place);
    residues |= std::uint64_t{1} << place % longest;
  }
  [[nodiscard]] std::string span() const {
    if (first == last) return fmt::format("{} {}", name, first);
    return fmt::format("{}s {} to {} of {}", name, first, last, length);
  }
  /// "every 32nd column, from 31 on"; empty if there is no such period.
  [[nodiscard]] std::string period() const {
    std::string found;
    for (std::size_t period = longest; period > 1 && found.empty() && first != last; period /= 2) {
      std::uint64_t folded = 0;
      for (std::size_t at = 0; at < longest; at += period) folded |= residues >> at;
      if (period < longest) folded &= (std::uint64_t{1} << period) - 1;
      if (std::popcount(folded) == 1)
        found = fmt::format("in one {} of each {}, from {} on", name, period, first);
    }
    return found;
  }
};

bool at_border(std::size_t place, std::size_t side) { return (place + 1) % side < 2; }

}  // namespace

std::string pattern_of(std::size_t count, std::size_t width, const std::function<bool(std::size_t)>& wrong) {
  const std::size_t height = count / width;
  Along x{height > 1 ? "column" : "element", width};
  Along y{"row", height};
  std::size_t found = 0;
  std::array<std::array<std::size_t, sides.size()>, sides.size()> borders{};
  for (std::size_t i = 0; i < count; ++i) {
    if (!wrong(i)) continue;
    ++found;
    x.add(i % width);
    y.add(i / width);
    for (std::size_t a = 0; a < sides.size(); ++a) {
      for (std::size_t b = 0; b < sides.size(); ++b)
        borders[a][b] += at_border(i % width, sides[a]) || at_border(i / width, sides[b]) ? 1 : 0;
    }
  }
  if (found < 2) return "";
  if (found == count) return "everywhere";
  if (x.first == x.last) return "all in " + x.span();
  if (height > 1 && y.first == y.last) return "all in " + y.span();
  if (found >= least) {
    for (const Along& axis : {x, y}) {
      if (const std::string period = axis.period(); !period.empty()) return period;
    }
    for (std::size_t a = 0; a < sides.size() && height > 1; ++a) {
      for (std::size_t b = 0; b < sides.size(); ++b) {
        if (borders[a][b] == found)
          return fmt::format("on the borders of blocks of {}x{}", sides[a], sides[b]);
      }
    }
  }
  const std::size_t area = (x.last - x.first + 1) * (y.last - y.first + 1);
  if (2 * area > count && found < area) return "";
  return height > 1 ? fmt::format("all in {}, {}", x.span(), y.span()) : "all in " + x.span();
}

}  // namespace rungs
