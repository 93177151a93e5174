// host/target_loop with the document's arithmetic: projected in float, and cut off by a cast. A pixel's place in the
// lattice is a product with float components of the inverse, so the two 64-bit divisions go. But the cast rounds
// towards zero instead of down, which is one too high for a negative place, and rounded products may reach the next
// whole number. So a place is up to two cells too high (j; i is never negative) or one too low, and the search has to
// reach that much further: twelve cells instead of one on the square lattice. The document searches a fixed number of
// them. Unsupported from places of 2^20 cells on, where rounding alone could be off by more.
#include "cases/uv/host/mean_at.hpp"
#include "cases/uv/inverse.hpp"

namespace {

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream) {
  const uv::Lattice l = p.vectors();
  uv::check_range(p, l);
  const uv::Inverse inverse = uv::inverse_of(l);
  const uv::Neighbours near = uv::neighbours(l, p.repeater);
  const std::int64_t side = p.repeater;
  float* to = v.target;
  for (std::int64_t y = 0; y < p.height; ++y) {
    const auto fy = static_cast<float>(y);
    for (std::int64_t x = 0; x < p.width; ++x) {
      const auto fx = static_cast<float>(x);
      const auto cell_i = static_cast<std::int64_t>(fx * inverse.i_x + fy * inverse.i_y);
      const auto cell_j = static_cast<std::int64_t>(fx * inverse.j_x + fy * inverse.j_y);
      *to++ = uv::mean_at(
          v, l, side, x, y,
          {cell_i + near.first_i - 1, cell_i + near.last_i + 1, cell_j + near.first_j - 2, cell_j + near.last_j + 1});
    }
  }
}

const rungs::Variant<uv::Case> variant{{
    .improves = "host/target_loop",
    .idea = "the document's projection: in float, cut off by a cast",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
