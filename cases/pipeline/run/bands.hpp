// Walks over the output in bands of whole rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/run/rolling.hpp"

namespace pipeline {

/// The output's first `rows` rows.
[[nodiscard]] inline Window band_of(Frame frame, std::uint32_t rows) {
  return {0, 0, frame.width, std::min(rows, frame.height)};
}

/// Computes rows [first, last) of the image in bands of `rows` rows, and hands them to `outlet.take`. The
/// memory of one band comes out of the budget.
template <class Tree, class To>
void run_bands(const Tree& tree, Rolling& source, std::uint32_t rows, std::uint32_t first, std::uint32_t last,
               Budget& budget, To& outlet) {
  const Window band = band_of(tree.frame, rows);
  source.reserve(tree, band);
  Held<std::uint8_t> held(budget, band);
  for (std::uint32_t row = first; row < last; row += rows) {
    const std::uint32_t height = std::min(rows, last - row);
    Plane<std::uint8_t> out = held.plane;
    out.window.y = static_cast<std::int32_t>(row);
    out.window.height = height;
    evaluate(tree, out, source);
    outlet.take(std::as_bytes(std::span(out.pixels, out.window.area())));
  }
}

}  // namespace pipeline
