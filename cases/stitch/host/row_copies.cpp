// Rows by memcpy: the first period of rows from the pattern, all others from the row one period above.
// Compared with host/pointer, there is no loop over pixels any more. A row of the first period is the
// pattern's row followed by copies of what is already there, each twice as long as the last. Every further
// row is one memcpy of a complete row, with the C library's widest loads and stores. The cost: each row has
// to be read, where host/pointer reads a pattern row that stays in the L1 cache. The row above was written
// a period ago; whether it is still in a cache depends on the pattern's height times the target's width.
#include <cstring>
#include <rungs/variant.hpp>
#include "cases/stitch/case.hpp"

namespace {

/// Repeats a `pattern` of `columns` pixels along `row`.
void repeat(const float* pattern, std::size_t columns, float* row, std::size_t width) {
  std::size_t filled = std::min(columns, width);
  std::memcpy(row, pattern, filled * sizeof(float));
  while (filled < width) {
    const std::size_t more = std::min(filled, width - filled);
    std::memcpy(row + filled, row, more * sizeof(float));
    filled += more;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const std::size_t width = p.width;
  const std::size_t columns = p.repeater.width;
  const std::size_t period = p.repeater.height;
  for (std::size_t y = 0; y < p.height; ++y) {
    float* const row = v.target + y * width;
    if (y < period) {
      repeat(v.repeater + y * columns, columns, row, width);
    } else {
      std::memcpy(row, row - period * width, width * sizeof(float));
    }
  }
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/pointer",
    .technique = {"once"},
    .idea = "one period of rows, then complete rows by memcpy",
    .launch = launch,
}};

}  // namespace
