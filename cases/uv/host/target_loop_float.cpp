// host/target_loop with the document's arithmetic: projected in float, and cut off by a cast.
// A pixel's place in the lattice is a product with float components of the inverse, so the two 64-bit
// divisions go. But the cast rounds towards zero instead of down, which is one too high for a negative place,
// and rounded products may reach the next whole number. So a place is up to two cells too high (j; i is never
// negative) or one too low, and the search has to reach that much further: twelve cells instead of one on the
// square lattice. The document searches a fixed number of them. Unsupported from places of 2^20 cells on,
// where rounding alone could be off by more.
#include <cstdint>
#include <rungs/variant.hpp>

#include "cases/uv/case.hpp"
#include "cases/uv/host/mean_at.hpp"

namespace {

/// Rows of the inverse of (u, v): i = x * i_x + y * i_y, and j likewise.
struct Inverse {
  float i_x, i_y;
  float j_x, j_y;
};

Inverse inverse_of(const uv::Lattice& l) {
  const auto det = static_cast<float>(l.determinant());
  return {static_cast<float>(l.vy) / det, static_cast<float>(-l.vx) / det, static_cast<float>(-l.uy) / det,
          static_cast<float>(l.ux) / det};
}

/// Refuses targets whose places may be off by one from rounding alone. A place is the sum of two terms with
/// at most four roundings each: of x, of the determinant, of the quotient and of the product. The sum is the
/// fifth. If the terms' sizes add up to less than 2^20, the error is less than 5/16.
void check_range(const uv::Problem& p, const uv::Lattice& l) {
  const auto most = [&](int of_x, int of_y) {
    return (static_cast<double>(p.width) * of_x + static_cast<double>(p.height) * of_y) / l.determinant();
  };
  if (most(l.vy, -l.vx) >= 0x1p20 || most(l.uy, l.ux) >= 0x1p20) {
    throw rungs::Unsupported(
        "float places a pixel well enough up to 2^20 cells of the lattice; this target has more");
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream) {
  const uv::Lattice l = p.vectors();
  check_range(p, l);
  const Inverse inverse = inverse_of(l);
  const uv::Neighbours near = uv::neighbours(l, p.repeater);
  const std::int64_t side = p.repeater;
  float* to = v.target;
  for (std::int64_t y = 0; y < p.height; ++y) {
    const auto fy = static_cast<float>(y);
    for (std::int64_t x = 0; x < p.width; ++x) {
      const auto fx = static_cast<float>(x);
      const auto cell_i = static_cast<std::int64_t>(fx * inverse.i_x + fy * inverse.i_y);
      const auto cell_j = static_cast<std::int64_t>(fx * inverse.j_x + fy * inverse.j_y);
      *to++ = uv::mean_at(v, l, side, x, y,
                          {cell_i + near.first_i - 1, cell_i + near.last_i + 1, cell_j + near.first_j - 2,
                           cell_j + near.last_j + 1});
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
