#include "reference/height_map.hpp"
#include <cmath>
#include <rungs/parallel.hpp>
#include <vector>

namespace reference {
namespace {

/// The area of a triangle over half a pixel, whose height changes by `across` and `down` along its legs.
double triangle(double across, double down) { return 0.5 * std::sqrt(1 + across * across + down * down); }

/// The part of row y: its heights, or the cells between it and the next row.
HeightMeasure measure_row(std::span<const float> heights, std::size_t width, std::size_t y, Measure measure) {
  HeightMeasure found;
  const float* const row = heights.data() + y * width;
  if (measure != Measure::surface) {
    for (std::size_t x = 0; x < width; ++x) {
      const double term = measure == Measure::volume ? row[x] : (row[x] > 0 ? 1 : 0);
      found.value += term;
      found.magnitude += std::fabs(term);
    }
    return found;
  }
  if ((y + 1) * width == heights.size()) return found;
  const float* const below = row + width;
  for (std::size_t x = 0; x + 1 < width; ++x) {
    const double upper_left = triangle(double{row[x + 1]} - row[x], double{below[x]} - row[x]);
    const double lower_right = triangle(double{below[x + 1]} - below[x], double{below[x + 1]} - row[x + 1]);
    found.value += upper_left + lower_right;
  }
  found.magnitude = found.value;
  return found;
}

}  // namespace

HeightMeasure measure_heights(std::span<const float> heights, std::size_t width, Measure measure, unsigned threads) {
  // Row by row, and the rows in order, so that the rounding does not depend on the threads.
  std::vector<HeightMeasure> rows(heights.size() / width);
  const std::size_t least = (std::size_t{1} << 16U) / width + 1;
  rungs::for_bands(rows.size(), least, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t y = first; y < last; ++y) rows[y] = measure_row(heights, width, y, measure);
  });
  HeightMeasure result{.measure = measure};
  for (const HeightMeasure& row : rows) {
    result.value += row.value;
    result.magnitude += row.magnitude;
  }
  return result;
}

}  // namespace reference
