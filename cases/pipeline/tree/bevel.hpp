// The profile of the pipeline: f(squared distance to the mask), from the full depth at the mask to 0 at the
// distance at which it ends.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "cases/pipeline/both.hpp"

namespace pipeline {

template <class Pixel>
struct Bevel {
  static constexpr std::uint32_t full = std::numeric_limits<Pixel>::max();

  std::uint32_t distance_max = 1;

  [[nodiscard]] PIPELINE_BOTH std::uint32_t limit() const { return distance_max * distance_max; }
  /// `squared`: 0 to limit().
  [[nodiscard]] PIPELINE_BOTH Pixel operator()(std::uint32_t squared) const {
    return static_cast<Pixel>(full * (limit() - squared) / limit());
  }
  /// A gray value at a part of its depth, rounded to the nearest.
  [[nodiscard]] PIPELINE_BOTH static Pixel scaled(Pixel value, Pixel part) {
    return static_cast<Pixel>((std::uint32_t{value} * part + full / 2) / full);
  }
};

}  // namespace pipeline
