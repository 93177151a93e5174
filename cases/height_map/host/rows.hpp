// Shared by the host variants: the measure of some rows.
#pragma once

#include <cmath>
#include "cases/height_map/case.hpp"

namespace height_map {

/// The part of rows `first` to `last` - 1, and of the cells below them. Terms are floats, their sum is a
/// double, so that a long chain of additions does not lose digits.
inline double measure_rows(const Problem& p, const float* heights, std::size_t first, std::size_t last) {
  const std::size_t width = p.width;
  double sum = 0;
  for (std::size_t y = first; y < last; ++y) {
    const float* const row = heights + y * width;
    if (p.measure == Measure::volume) {
      for (std::size_t x = 0; x < width; ++x) sum += row[x];
    } else if (p.measure == Measure::projected) {
      for (std::size_t x = 0; x < width; ++x) sum += row[x] > 0 ? 1 : 0;
    } else if (y + 1 < p.height) {
      const float* const below = row + width;
      const auto twice_triangle = [](float across, float down) { return std::sqrt(1 + across * across + down * down); };
      for (std::size_t x = 0; x + 1 < width; ++x) {
        sum += 0.5 * (twice_triangle(row[x + 1] - row[x], below[x] - row[x]) +
                      twice_triangle(below[x + 1] - below[x], below[x + 1] - row[x + 1]));
      }
    }
  }
  return sum;
}

}  // namespace height_map
