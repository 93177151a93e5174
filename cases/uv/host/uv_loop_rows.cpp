// host/uv_loop along the rows, with a repetition's pixels cut at the target's edges once, and only the
// repetitions that touch the target. The test per pixel goes, and stores follow each other in memory.
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
    .improves = "host/uv_loop",
    .technique = {"hoist"},
    .idea = "along the rows, cut at the edges once",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
