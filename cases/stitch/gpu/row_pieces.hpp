// Rows cut into pieces of equal length, one block per piece.
#pragma once

#include <cstddef>
#include <numeric>
#include <rungs/device.hpp>
#include "cases/divisor.hpp"
#include "cases/row_vectors.hpp"

namespace stitch::inline RUNGS_BACKEND {

/// How the target's rows are cut; passed to kernels by value.
struct Pieces {
  division::Divisor per_row;  ///< pieces per row
  unsigned vectors;           ///< per piece; the last of a row may have fewer

  /// Pieces for rows of `width` pixels, none longer than `most` vectors.
  static Pieces of(unsigned width, unsigned most) {
    const unsigned vectors = row_vectors::most(width);
    const unsigned count = (vectors + most - 1) / most;
    return {division::by(count), (vectors + count - 1) / count};
  }
  /// Blocks for `height` rows; throws rungs::Unsupported if they do not fit in a grid.
  [[nodiscard]] dim3 in(unsigned height) const { return rungs::linear_grid(std::size_t{per_row.value} * height); }
};

/// The smallest number of vectors after which a pattern row that starts on a vector boundary does so again.
inline unsigned vectors_per_period(unsigned side) { return side / std::gcd(side, 4U); }

}  // namespace stitch::inline RUNGS_BACKEND
