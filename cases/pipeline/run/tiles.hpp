// Walks over the output tile by tile, in a given order, and hands on complete rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/run/cached.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// Rows of tiles that are computed before any of their pixels are handed on.
[[nodiscard]] constexpr std::uint32_t tile_rows_at_once(Order order) {
  return order == Order::blocks ? 2 : 1;
}

/// The rows of the output that tiles are computed into.
[[nodiscard]] inline Window strip_of(Frame frame, std::uint32_t tile, Order order) {
  const std::uint64_t rows = std::uint64_t{tile} * tile_rows_at_once(order);
  return {0, 0, frame.width, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, frame.height))};
}

/// Calls `use(column, row)` for the tiles in `rows` rows of tiles from row `first` on.
template <class Use>
void in_order(Order order, std::uint32_t columns, std::uint32_t first, std::uint32_t rows, const Use& use) {
  if (order == Order::blocks) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (std::uint32_t row = 0; row < rows; ++row) use(column, first + row);
    }
    return;
  }
  for (std::uint32_t row = first; row < first + rows; ++row) {
    const bool from_right = order == Order::serpentine && row % 2 != 0;
    for (std::uint32_t i = 0; i < columns; ++i) use(from_right ? columns - 1 - i : i, row);
  }
}

/// Computes the whole image. `way_out`: has next(), memory for the pixels of one strip, and send(bytes),
/// which hands on that many of them.
template <class Tree, class Source, class WayOut>
void run_tiles(const Tree& tree, Source& source, const Settings& settings, WayOut& way_out) {
  const std::uint32_t tile = settings.tile;
  const std::uint32_t columns = (tree.frame.width + tile - 1) / tile;
  const std::uint32_t rows = (tree.frame.height + tile - 1) / tile;
  const std::uint32_t at_once = tile_rows_at_once(settings.order);
  Window strip = strip_of(tree.frame, tile, settings.order);
  for (std::uint32_t row = 0; row < rows; row += at_once) {
    const std::uint32_t count = std::min(at_once, rows - row);
    strip.y = static_cast<std::int32_t>(row * tile);
    const Plane<std::uint8_t> plane{way_out.next(), strip.width, strip};
    in_order(settings.order, columns, row, count, [&](std::uint32_t column, std::uint32_t at) {
      evaluate(tree, plane.of(tile_window(tree.frame, tile, column, at)), source);
    });
    const std::uint32_t height = std::min(count * tile, tree.frame.height - row * tile);
    way_out.send(std::size_t{height} * tree.frame.width);
  }
}

}  // namespace pipeline
