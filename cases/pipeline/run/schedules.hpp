// The order in which an image is computed: tile by tile, or in bands of whole rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/pipeline/run/settings.hpp"
#include "cases/pipeline/run/source.hpp"

namespace pipeline {

class WayOut;

/// The rows of the output that tiles are computed into before any of their pixels are handed on.
[[nodiscard]] Window strip_of(Frame frame, std::uint32_t tile, Order order);

/// Computes the whole image tile by tile. Pieces of `way_out` are strips of tiles.
void run_tiles(const Node& tree, Source& source, const Settings& settings, WayOut& way_out);

/// The output's first `rows` rows.
[[nodiscard]] Window band_of(Frame frame, std::uint32_t rows);

/// Computes the whole image in bands of `rows` rows.
void run_bands(const Node& tree, Rolling& source, std::uint32_t rows, WayOut& way_out);

}  // namespace pipeline
