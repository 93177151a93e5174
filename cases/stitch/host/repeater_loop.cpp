// Loops over the pattern's pixels and scatters each to all its places in the target.
// Compared with host/basic, the modulo and the checks go, and a pixel is loaded only once. But the stores are
// now one repeater apart: each touches another cache line, and returns to it only for the pattern's next
// pixel.
#include <rungs/variant.hpp>

#include "cases/stitch/case.hpp"

namespace {

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto [columns, rows] = p.repeater;
  for (unsigned pattern_y = 0; pattern_y < rows; ++pattern_y) {
    for (unsigned pattern_x = 0; pattern_x < columns; ++pattern_x) {
      const float value = v.repeater[pattern_y * columns + pattern_x];
      for (unsigned y = pattern_y; y < p.height; y += rows) {
        float* const row = v.target + std::size_t{y} * p.width;
        for (unsigned x = pattern_x; x < p.width; x += columns) row[x] = value;
      }
    }
  }
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/basic",
    .idea = "loop over the pattern, scatter each pixel",
    .launch = launch,
}};

}  // namespace
