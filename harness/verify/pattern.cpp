// Where the wrong elements of a result lie.
#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

struct Along {
  const char* name;
  std::size_t length;
  std::size_t first = SIZE_MAX;
  std::size_t last = 0;

  void add(std::size_t place) {
    first = std::min(first, place);
    last = std::max(last, place);
  }
  [[nodiscard]] std::string span() const {
    return first == last ? fmt::format("{} {}", name, first)
                         : fmt::format("{}s {} to {} of {}", name, first, last, length);
  }
};

}  // namespace

std::string pattern_of(std::size_t count, std::size_t width, const std::function<bool(std::size_t)>& wrong) {
  const std::size_t height = count / width;
  Along x{height > 1 ? "column" : "element", width};
  Along y{"row", height};
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!wrong(i)) continue;
    ++found;
    x.add(i % width);
    y.add(i / width);
  }
  if (found < 2) return "";
  if (found == count) return "everywhere";
  if (x.first == x.last) return "all in " + x.span();
  if (height > 1 && y.first == y.last) return "all in " + y.span();
  const std::size_t area = (x.last - x.first + 1) * (y.last - y.first + 1);
  if (2 * area > count && found < area) return "";
  return "all in " + x.span() + (height > 1 ? ", " + y.span() : "");
}

}  // namespace rungs
