// Two pointers advance together; the one into the pattern goes back to the start of its row when it reaches the end.
// Compared with host/indexed, the inner loop loses its remainder and its index: a load, a store and a compare are left.
// The deck has no code for it, so the sides are as in its others. The speedup is limited by how fast the stores reach
// memory.
#include "cases/stitch/host/as_constants.hpp"

namespace {

template <bool constants> void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto run = [&](auto width, auto height, auto columns, auto rows) {
    const float* const pattern_end = v.repeater + std::size_t{columns} * rows;
    const float* pattern_row = v.repeater;
    float* to = v.target;
    for (unsigned y = 0; y < height; ++y) {
      const float* from = pattern_row;
      const float* const from_end = pattern_row + columns;
      for (float* const row_end = to + width; to != row_end; ++to) {
        *to = *from;
        if (++from == from_end) from = pattern_row;
      }
      pattern_row += columns;
      if (pattern_row == pattern_end) pattern_row = v.repeater;
    }
  };
  stitch::with_sides<constants>(p, run);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/indexed",
    .technique = {"carry"},
    .idea = "pointers that advance and wrap, no modulo",
    .versions = {{"sides=constant", launch<true>}, {"sides=run_time", launch<false>}},
}};

}  // namespace
