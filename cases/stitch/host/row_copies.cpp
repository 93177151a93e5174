// Rows by memcpy: the first side rows from the pattern, all others from the row one side above.
// Against host/pointer there is no pixel to walk to any more: a row of the first period is the pattern's row
// and then copies of what is already there, each twice as long as the last, and every further row is one copy
// of a whole row, in the C library's widest loads and stores. In return each row is read where host/pointer
// read a pattern that stays in the nearest cache: the row above was written side rows ago, and whether it is
// still in a cache depends on side times width.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "cases/stitch/case.hpp"

namespace {

/// Repeats `pattern` along `row`.
void repeat(const float* pattern, std::size_t side, float* row, std::size_t width) {
  std::size_t filled = std::min(side, width);
  std::memcpy(row, pattern, filled * sizeof(float));
  while (filled < width) {
    const std::size_t more = std::min(filled, width - filled);
    std::memcpy(row + filled, row, more * sizeof(float));
    filled += more;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const std::size_t width = p.width;
  const std::size_t side = p.repeater;
  for (std::size_t y = 0; y < p.height; ++y) {
    float* const row = v.target + y * width;
    if (y < side) {
      repeat(v.repeater + y * side, side, row, width);
    } else {
      std::memcpy(row, row - side * width, width * sizeof(float));
    }
  }
}

const rungs::Variant<stitch::Case> variant{{
    .name = "host/row_copies",
    .improves = "host/pointer",
    .idea = "one period of rows, then whole rows by memcpy",
    .launch = launch,
}};

}  // namespace
