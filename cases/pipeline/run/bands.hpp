// Walks over the output in bands of whole rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/rolling.hpp"

namespace pipeline {

/// The output's first `rows` rows.
[[nodiscard]] inline Window band_of(Frame frame, std::uint32_t rows) {
  return {0, 0, frame.width, std::min(rows, frame.height)};
}

/// Computes rows [first, last) of the image in bands of `rows` rows. `way_out`: see run_tiles.
template <class Tree, class Place, class WayOut>
void run_bands(const Tree& tree, Rolling<Place>& source, std::uint32_t rows, std::uint32_t first,
               std::uint32_t last, WayOut& way_out) {
  Window band = band_of(tree.frame, rows);
  source.reserve(tree, band);
  for (std::uint32_t row = first; row < last; row += rows) {
    band.y = static_cast<std::int32_t>(row);
    band.height = std::min(rows, last - row);
    evaluate(tree, Plane<std::uint8_t>{way_out.next(), band.width, band}, source);
    way_out.send(band.area());
  }
}

}  // namespace pipeline
