// A pixel's place in the lattice as the deck computes it: in float.
#pragma once

#include <rungs/variant.hpp>
#include "cases/uv/case.hpp"

namespace uv {

/// Rows of the inverse of (u, v): i = x * i_x + y * i_y, and j likewise.
struct Inverse {
  float i_x, i_y;
  float j_x, j_y;
};

inline Inverse inverse_of(const Lattice& l) {
  const auto det = static_cast<float>(l.determinant());
  return {static_cast<float>(l.vy) / det, static_cast<float>(-l.vx) / det, static_cast<float>(-l.uy) / det,
          static_cast<float>(l.ux) / det};
}

/// Refuses targets whose places may be off by one from rounding alone. A place is the sum of two terms with
/// at most four roundings each: of x, of the determinant, of the quotient and of the product. The sum is the
/// fifth. If the terms' sizes add up to less than 2^20, the error is less than 5/16.
inline void check_range(const Problem& p, const Lattice& l) {
  const auto most = [&](int of_x, int of_y) {
    return (static_cast<double>(p.width) * of_x + static_cast<double>(p.height) * of_y) / l.determinant();
  };
  if (most(l.vy, -l.vx) >= 0x1p20 || most(l.uy, l.ux) >= 0x1p20) {
    throw rungs::Unsupported("float places a pixel well enough up to 2^20 cells of the lattice; this target has more");
  }
}

}  // namespace uv
