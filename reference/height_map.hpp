// Volume, surface and projected surface of a height map.
#pragma once

#include <cstddef>
#include <span>

namespace reference {

/// What is measured of heights on a grid. The unit of length is the distance of two neighbouring pixels.
/// - volume: the sum of the heights times a pixel's area, 1.
/// - surface: the area of the triangles through the heights. Four neighbouring pixels are the corners of a
///   cell, which the diagonal from its upper right to its lower left corner cuts into two triangles. A map of
///   one row or one column has no cell.
/// - projected: the area of the pixels above the ground (height > 0), seen from above.
enum class Measure { volume, surface, projected };

/// A measure, and the magnitude that the error of a float result is relative to.
struct HeightMeasure {
  double value = 0;      ///< summed in double
  double magnitude = 0;  ///< of the absolute values of the terms
  Measure measure = Measure::volume;

  /// The largest error of a result whose terms are computed and added in float, if no term passes through
  /// more than 1024 additions (as in reference/reduce.hpp). u = 2^-24 is the error of one rounding.
  /// - volume: 1024 u of the magnitude.
  /// - surface: a triangle's area is sqrt(1 + p^2 + q^2) / 2, where p and q are differences of two heights. A
  ///   difference is off by one u; its square by 3 u, as its own rounding comes on top; two sums of positive
  ///   numbers add 2 u; the root halves these 5 u. Its own error is 1 u, or 5 u if it is s * rsqrt(s) with a
  ///   GPU's rsqrt, which is within 2 ulp. That is 7.5 u; 8 u of the area, and 1024 u for the sum.
  /// - projected: whole numbers up to 2^24 are exact in float, and so are their sums; above, as the volume.
  ///
  /// 2^-12 of slack covers the terms in u^2 and the rounding here. Valid as long as nothing overflows.
  [[nodiscard]] double bound() const {
    if (measure == Measure::projected && magnitude <= 0x1p24) return 0;
    const double roundings = measure == Measure::surface ? 1024 + 8 : 1024;
    return roundings * 0x1p-24 * (1 + 0x1p-12) * magnitude;
  }
};

/// Measures `heights`, row-major with `width` columns; none is a NaN or infinite. At most `threads` threads,
/// 0 for one per core; the result does not depend on it.
[[nodiscard]] HeightMeasure measure_heights(std::span<const float> heights, std::size_t width, Measure measure,
                                            unsigned threads = 0);

}  // namespace reference
