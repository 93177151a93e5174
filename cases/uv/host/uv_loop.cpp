// Loops over the repetitions (i, j) and copies each to its place.
// Compared with host/target_loop, there is no search any more: a repetition's place is two products, and its
// pixels follow row by row. The cost: a pixel is written once for every repetition that covers it, after a
// pass that clears the target. And it keeps the last value: one of the covering values instead of their mean.
#include <algorithm>
#include <cstdint>
#include <rungs/variant.hpp>

#include "cases/uv/case.hpp"

namespace {

/// Copies the repeater's opaque pixels inside the target, with its corner at (left, top).
void place(const uv::Problem& p, const uv::Views& v, std::int64_t left, std::int64_t top) {
  const std::int64_t side = p.repeater;
  const std::int64_t from_x = std::max<std::int64_t>(0, -left);
  const std::int64_t to_x = std::min(side, p.width - left);
  const std::int64_t from_y = std::max<std::int64_t>(0, -top);
  const std::int64_t to_y = std::min(side, p.height - top);
  for (std::int64_t y = from_y; y < to_y; ++y) {
    const float* const from = v.repeater + y * side;
    float* const to = v.target + (top + y) * p.width + left;
    for (std::int64_t x = from_x; x < to_x; ++x) {
      if (from[x] != 0) to[x] = from[x];
    }
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream) {
  std::fill_n(v.target, p.area(), 0.0F);
  const uv::Lattice l = p.vectors();
  const uv::Rows rows = uv::rows_that_touch(l, p.repeater, p.width, p.height);
  const std::int64_t reach = std::int64_t{p.repeater} - 1;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const std::int64_t j = rows.first + row;
    // A row starts where its repetitions are neither all left of the target nor all above it.
    std::int64_t i = uv::ceil_div(-reach - j * l.vx, l.ux);
    if (l.uy != 0) i = std::max(i, uv::ceil_div(-reach - j * l.vy, l.uy));
    for (;; ++i) {
      const std::int64_t left = i * l.ux + j * l.vx;
      const std::int64_t top = i * l.uy + j * l.vy;
      if (left >= p.width || top >= p.height) break;
      place(p, v, left, top);
    }
  }
}

const rungs::Variant<uv::Case> variant{{
    .improves = "host/target_loop",
    .idea = "over the repetitions: copy each to its place",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
