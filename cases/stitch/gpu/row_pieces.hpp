// Rows cut into pieces of equal length, a block a piece.
#pragma once

#include <cstddef>
#include <numeric>

#include "cases/divisor.hpp"
#include "cases/row_vectors.hpp"
#include "harness/device.hpp"

namespace stitch {

/// How a target's rows are cut; kernels get it by value.
struct Pieces {
  division::Divisor a_row;  ///< pieces of a row
  unsigned vectors;         ///< of a piece; the last of a row may have fewer

  /// Pieces of `width` pixels' rows, none longer than `most` vectors.
  static Pieces of(unsigned width, unsigned most) {
    const unsigned vectors = row_vectors::most(width);
    const unsigned count = (vectors + most - 1) / most;
    return {division::by(count), (vectors + count - 1) / count};
  }
  /// Blocks for `height` rows; throws rungs::Unsupported where a grid cannot have so many.
  [[nodiscard]] dim3 in(unsigned height) const { return rungs::in_a_row(std::size_t{a_row.value} * height); }
};

/// The least number of vectors after which a pattern row that starts on a vector does so again.
inline unsigned vectors_a_period(unsigned side) { return side / std::gcd(side, 4U); }

}  // namespace stitch
