// Leaf: a formula of x and y. A bowl: deepest in the middle, 0 at the ellipse that fills the frame, and a
// little noise, so that no two pixels are interchangeable.
#pragma once

#include <cstdint>
#include <tuple>

#include "cases/pipeline/both.hpp"
#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/tree/for_pixels.hpp"
#include "cases/pipeline/tree/noise.hpp"

namespace pipeline {

struct Math2D {
  using Pixel = std::uint8_t;

  Frame frame;
  std::uint32_t seed = 0;
  std::tuple<> children{};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  /// The formula, in integers; sides up to 4096.
  [[nodiscard]] PIPELINE_BOTH static std::uint8_t value(std::int32_t x, std::int32_t y, Frame frame,
                                                        std::uint32_t seed) {
    const std::uint64_t w = std::uint64_t{frame.width} * frame.width;
    const std::uint64_t h = std::uint64_t{frame.height} * frame.height;
    const std::int64_t dx = 2 * std::int64_t{x} + 1 - frame.width;
    const std::int64_t dy = 2 * std::int64_t{y} + 1 - frame.height;
    const std::uint64_t from_middle =
        static_cast<std::uint64_t>(dx * dx) * h + static_cast<std::uint64_t>(dy * dy) * w;
    if (from_middle >= w * h) return 0;
    const auto bowl = static_cast<std::uint32_t>(240 * (w * h - from_middle) / (w * h));
    return static_cast<std::uint8_t>(
        bowl + noise(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) % 16);
  }

  void fill(const Plane<Pixel>& out) const {
    for_pixels(out, [this](std::int32_t x, std::int32_t y) { return value(x, y, frame, seed); });
  }
};

}  // namespace pipeline
