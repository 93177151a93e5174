// The mask of the default tree as a formula: one disc in each cell of 64 x 64 pixels, of a radius and at a
// place that depend on the cell; an eighth of the cells is empty. Any window of an image of any size can be
// computed by itself.
#pragma once

#include <cstdint>

#include "cases/pipeline/both.hpp"
#include "cases/pipeline/tree/noise.hpp"

namespace pipeline {

/// A disc inside its cell.
struct Blob {
  static constexpr std::int32_t cell = 64;

  std::int32_t x = 0;  ///< of the centre
  std::int32_t y = 0;
  std::int32_t radius_squared = -1;  ///< below 0: there is no disc

  [[nodiscard]] PIPELINE_BOTH bool covers(std::int32_t at_x, std::int32_t at_y) const {
    const std::int32_t dx = at_x - x;
    const std::int32_t dy = at_y - y;
    return dx * dx + dy * dy <= radius_squared;
  }
};

/// The blob of the cell that holds (x, y), neither of which is negative.
[[nodiscard]] PIPELINE_BOTH inline Blob blob_at(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  const std::int32_t column = x / Blob::cell;
  const std::int32_t row = y / Blob::cell;
  const std::uint32_t bits = noise(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row), seed);
  const auto radius = static_cast<std::int32_t>(8 + bits / 8 % 24);  // 8 to 31
  const auto room = static_cast<std::uint32_t>(Blob::cell - 2 * radius);
  // In its cell even if it is empty: differences of places stay small.
  return {column * Blob::cell + radius + static_cast<std::int32_t>(bits / 256 % room),
          row * Blob::cell + radius + static_cast<std::int32_t>(bits / 65536 % room),
          bits % 8 == 0 ? -1 : radius * radius};
}

}  // namespace pipeline
