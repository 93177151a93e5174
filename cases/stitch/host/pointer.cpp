// Two pointers advance together; the one into the pattern goes back to the start of its row when it reaches
// the end.
// Compared with host/indexed, the inner loop loses its division and its index: a load, a store and a compare
// are left. The speedup is limited by how fast the stores reach memory.
#include <rungs/variant.hpp>

#include "cases/stitch/case.hpp"

namespace {

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const unsigned columns = p.repeater.width;
  const float* const pattern_end = v.repeater + p.repeater_area();
  const float* pattern_row = v.repeater;
  float* to = v.target;
  for (unsigned y = 0; y < p.height; ++y) {
    const float* from = pattern_row;
    const float* const from_end = pattern_row + columns;
    for (float* const row_end = to + p.width; to != row_end; ++to) {
      *to = *from;
      if (++from == from_end) from = pattern_row;
    }
    pattern_row += columns;
    if (pattern_row == pattern_end) pattern_row = v.repeater;
  }
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/indexed",
    .idea = "pointers that advance and wrap, no modulo",
    .launch = launch,
}};

}  // namespace
