// The loops turned inside out: over the pattern's pixels, each scattered to all its places in the target.
// Against host/basic the modulo and the checks go and a pixel is loaded only once, but the stores now lie a
// repeater apart: each touches another cache line, and comes back to it only when the pattern's next pixel
// has its turn.
#include "cases/stitch/case.hpp"

namespace {

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const unsigned side = p.repeater;
  for (unsigned pattern_y = 0; pattern_y < side; ++pattern_y) {
    for (unsigned pattern_x = 0; pattern_x < side; ++pattern_x) {
      const float value = v.repeater[pattern_y * side + pattern_x];
      for (unsigned y = pattern_y; y < p.height; y += side) {
        float* const row = v.target + std::size_t{y} * p.width;
        for (unsigned x = pattern_x; x < p.width; x += side) row[x] = value;
      }
    }
  }
}

const rungs::Variant<stitch::Case> variant{{
    .name = "host/repeater_loop",
    .improves = "host/basic",
    .idea = "loop over the pattern, scatter each pixel",
    .launch = launch,
}};

}  // namespace
