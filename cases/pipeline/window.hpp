// A part of an image, and a plane of pixels that holds one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cases/pipeline/both.hpp"

namespace pipeline {

/// A rectangle of pixels, in the coordinates of one node: `x` and `y` may be negative.
struct Window {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  [[nodiscard]] PIPELINE_BOTH std::int64_t right() const {
    return std::int64_t{x} + width;
  }  ///< first column after it
  [[nodiscard]] PIPELINE_BOTH std::int64_t bottom() const {
    return std::int64_t{y} + height;
  }  ///< first row after it
  [[nodiscard]] PIPELINE_BOTH std::size_t area() const { return std::size_t{width} * height; }
  [[nodiscard]] PIPELINE_BOTH bool empty() const { return width == 0 || height == 0; }
  bool operator==(const Window&) const = default;
};

/// The window with `by` more pixels on every side.
[[nodiscard]] inline Window grown(Window w, std::uint32_t by) {
  const auto shift = static_cast<std::int32_t>(by);
  return {w.x - shift, w.y - shift, w.width + 2 * by, w.height + 2 * by};
}

/// The same pixels in the coordinates of a node whose first pixel is at (x, y).
[[nodiscard]] inline Window seen_from(Window w, std::int32_t x, std::int32_t y) {
  return {w.x - x, w.y - y, w.width, w.height};
}

/// What two windows share; an empty window if they share nothing.
[[nodiscard]] inline Window common(Window a, Window b) {
  const std::int32_t x = std::max(a.x, b.x);
  const std::int32_t y = std::max(a.y, b.y);
  const std::int64_t width = std::min(a.right(), b.right()) - x;
  const std::int64_t height = std::min(a.bottom(), b.bottom()) - y;
  if (width <= 0 || height <= 0) return {x, y, 0, 0};
  return {x, y, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

/// The pixels of a window, row-major; rows begin `pitch` pixels apart. Owns nothing.
template <class Pixel>
struct Plane {
  Pixel* pixels = nullptr;
  std::size_t pitch = 0;
  Window window;

  /// The pixel at (x, y), in the coordinates of the window. It may be a place beside the window, from which
  /// one in the window is reached.
  [[nodiscard]] PIPELINE_BOTH Pixel* at(std::int32_t x, std::int32_t y) const {
    return pixels + std::ptrdiff_t{y - window.y} * static_cast<std::ptrdiff_t>(pitch) + (x - window.x);
  }
  /// The part of the plane that holds `part`, which must be inside it.
  [[nodiscard]] Plane of(Window part) const { return {at(part.x, part.y), pitch, part}; }
  /// As a plane that is only read. A template, since a plane of const pixels must not convert to itself.
  template <class Other>
  requires(std::is_same_v<Other, const Pixel> && !std::is_const_v<Pixel>) operator Plane<Other>()
      const {  // NOLINT(google-explicit-constructor): as a pointer converts
    return {pixels, pitch, window};
  }
};

/// Copies a window from one plane to another that both hold.
template <class Pixel>
void copy_window(const Plane<Pixel>& to, const Plane<const Pixel>& from, Window what) {
  for (std::uint32_t row = 0; row < what.height; ++row) {
    const auto y = what.y + static_cast<std::int32_t>(row);
    std::copy_n(from.at(what.x, y), what.width, to.at(what.x, y));
  }
}

}  // namespace pipeline
