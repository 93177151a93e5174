// Bounded squared distances to the nearest white pixel, on the host, in two passes: along the rows, then
// along the columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cases/pipeline/tree/distance_rows.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Computes `out.window` of them strip by strip. `distance_max`: at most 127, so that all sums fit in 16
/// bits.
class SquaredDistances {
 public:
  explicit SquaredDistances(std::uint32_t distance_max) : reach_(distance_max - 1) {}

  /// Calls `row(x, y, squares, count)` for pieces of rows of `window`, from the top down in each strip of
  /// columns. `white`: holds the window grown by distance_max - 1; white where not 0.
  template <class Row>
  void operator()(Window window, const Plane<const std::uint8_t>& white, const Row& row) const {
    constexpr std::uint32_t strip = distance_columns;
    const std::uint32_t rows_in_reach = 2 * reach_ + 1;
    std::vector<std::uint16_t> ring(std::size_t{rows_in_reach} * strip);
    std::vector<const std::uint16_t*> in_reach(rows_in_reach);  ///< from the top down
    std::vector<std::uint16_t> nearest(strip);
    DistanceRows distances(reach_ + 1);
    for (std::uint32_t from = 0; from < window.width; from += strip) {
      const std::uint32_t count = std::min(strip, window.width - from);
      const auto x = window.x + static_cast<std::int32_t>(from);
      for (std::uint32_t i = 0; i < window.height + 2 * reach_; ++i) {
        const auto y = window.y + static_cast<std::int32_t>(i) - static_cast<std::int32_t>(reach_);
        std::uint16_t* const newest = ring.data() + std::size_t{i % rows_in_reach} * strip;
        distances.along(white.at(x - static_cast<std::int32_t>(reach_), y), count, newest);
        std::shift_left(in_reach.begin(), in_reach.end(), 1);
        in_reach.back() = newest;
        if (i < 2 * reach_) continue;
        distances.across(in_reach.data(), count, nearest.data());
        row(x, y - static_cast<std::int32_t>(reach_), nearest.data(), count);
      }
    }
  }

 private:
  std::uint32_t reach_;
};

}  // namespace pipeline
