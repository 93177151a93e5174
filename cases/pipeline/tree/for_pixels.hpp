// Walks over the pixels of a plane on the host.
#pragma once

#include <cstdint>

#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Calls `row(y, first pixel of it)` for each row.
template <class Pixel, class Row>
void for_rows(const Plane<Pixel>& out, const Row& row) {
  for (std::uint32_t i = 0; i < out.window.height; ++i) {
    const auto y = out.window.y + static_cast<std::int32_t>(i);
    row(y, out.pixels + i * out.pitch);
  }
}

/// Sets each pixel to value(x, y).
template <class Pixel, class Value>
void for_pixels(const Plane<Pixel>& out, const Value& value) {
  for_rows(out, [&](std::int32_t y, Pixel* to) {
    for (std::uint32_t i = 0; i < out.window.width; ++i) {
      to[i] = value(out.window.x + static_cast<std::int32_t>(i), y);
    }
  });
}

}  // namespace pipeline
