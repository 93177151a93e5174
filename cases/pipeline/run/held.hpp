// A plane with the memory that it lies in.
#pragma once

#include <cstring>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

template <class Pixel>
struct Held {
  /// Memory for a window out of the budget; its contents are undefined.
  Held(Budget& budget, Window window)
      : memory(budget, window.area() * sizeof(Pixel)),
        plane{reinterpret_cast<Pixel*>(memory.data()), window.width, window} {}

  Block memory;
  Plane<Pixel> plane;
};

/// Sets a plane to 0 outside `inside`, a part of its window.
template <class Pixel>
void clear_outside(const Plane<Pixel>& plane, Window inside) {
  for (std::uint32_t row = 0; row < plane.window.height; ++row) {
    const auto y = plane.window.y + static_cast<std::int32_t>(row);
    Pixel* const to = plane.at(plane.window.x, y);
    if (inside.empty() || y < inside.y || y >= inside.bottom()) {
      std::fill_n(to, plane.window.width, Pixel{0});
      continue;
    }
    std::fill(to, plane.at(inside.x, y), Pixel{0});
    const auto after = static_cast<std::size_t>(inside.right() - plane.window.x);
    std::fill(to + after, to + plane.window.width, Pixel{0});
  }
}

}  // namespace pipeline
