// Where the wrong elements of a result lie: what tells a wrong bound from a wrong index.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <bit>
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

constexpr std::size_t least = 16;  ///< wrong elements: fewer may have a period by chance

/// The wrong places along one axis.
struct Along {
  const char* name;
  std::size_t length;
  std::size_t first = SIZE_MAX;
  std::size_t last = 0;
  std::uint64_t residues = 0;  ///< of 64, the longest period that is looked for

  void add(std::size_t place) {
    first = std::min(first, place);
    last = std::max(last, place);
    residues |= std::uint64_t{1} << place % 64;
  }
  [[nodiscard]] std::string span() const {
    return first == last ? fmt::format("{} {}", name, first)
                         : fmt::format("{}s {} to {} of {}", name, first, last, length);
  }
  /// "one column of each 32, from 31 on"; empty if there is no such period.
  [[nodiscard]] std::string period() const {
    std::uint64_t folded = residues;
    for (std::size_t period = 64; period > 1; period /= 2) {
      if (std::popcount(folded) == 1) return fmt::format("in one {} of each {}, from {} on", name, period, first);
      folded = (folded | folded >> period / 2) & ((std::uint64_t{1} << period / 2) - 1);
    }
    return "";
  }
};

}  // namespace

std::string pattern_of(std::size_t count, std::size_t width, const std::function<bool(std::size_t)>& wrong) {
  const std::size_t height = count / width;
  Along x{height > 1 ? "column" : "element", width};
  Along y{"row", height};
  constexpr std::array<std::size_t, 3> sides{32, 16, 8};
  std::array<std::size_t, 9> at_borders{};  // by both sides of a block
  std::size_t found = 0;
  const auto at_border = [](std::size_t place, std::size_t side) { return (place + 1) % side < 2; };
  for (std::size_t i = 0; i < count; ++i) {
    if (!wrong(i)) continue;
    ++found;
    x.add(i % width);
    y.add(i / width);
    for (std::size_t of = 0; of < at_borders.size(); ++of)
      at_borders[of] += at_border(i % width, sides[of / 3]) || at_border(i / width, sides[of % 3]) ? 1 : 0;
  }
  if (found < 2) return "";
  if (found == count) return "everywhere";
  if (x.first == x.last) return "all in " + x.span();
  if (height > 1 && y.first == y.last) return "all in " + y.span();
  if (found >= least) {
    for (const Along& axis : {x, y}) {
      if (const std::string period = axis.period(); axis.length > 1 && !period.empty()) return period;
    }
    const auto* const border = std::ranges::find(at_borders, found);
    const auto of = static_cast<std::size_t>(border - at_borders.begin());
    if (height > 1 && of < at_borders.size())
      return fmt::format("on the borders of blocks of {}x{}", sides[of / 3], sides[of % 3]);
  }
  const std::size_t area = (x.last - x.first + 1) * (y.last - y.first + 1);
  if (2 * area > count && found < area) return "";
  return "all in " + x.span() + (height > 1 ? ", " + y.span() : "");
}

}  // namespace rungs
