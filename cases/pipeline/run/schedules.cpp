#include "cases/pipeline/run/schedules.hpp"

#include <algorithm>

#include "cases/pipeline/run/outlet.hpp"

namespace pipeline {
namespace {

std::uint32_t tile_rows_at_once(Order order) { return order == Order::blocks ? 2 : 1; }

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

}  // namespace

Window strip_of(Frame frame, std::uint32_t tile, Order order) {
  const std::uint64_t rows = std::uint64_t{tile} * tile_rows_at_once(order);
  return {0, 0, frame.width, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, frame.height))};
}

void run_tiles(const Node& tree, Source& source, const Settings& settings, WayOut& way_out) {
  const std::uint32_t tile = settings.tile;
  const std::uint32_t columns = (tree.frame.width + tile - 1) / tile;
  const std::uint32_t rows = (tree.frame.height + tile - 1) / tile;
  const std::uint32_t at_once = tile_rows_at_once(settings.order);
  Window strip = strip_of(tree.frame, tile, settings.order);
  for (std::uint32_t row = 0; row < rows; row += at_once) {
    const std::uint32_t count = std::min(at_once, rows - row);
    strip.y = static_cast<std::int32_t>(row * tile);
    const AnyPlane plane(way_out.next(), strip.width, strip, 1);
    in_order(settings.order, columns, row, count, [&](std::uint32_t column, std::uint32_t at) {
      source.evaluate(tree, plane.of(tile_window(tree.frame, tile, column, at)));
    });
    const std::uint32_t height = std::min(count * tile, tree.frame.height - row * tile);
    way_out.send(std::size_t{height} * tree.frame.width);
  }
}

Window band_of(Frame frame, std::uint32_t rows) { return {0, 0, frame.width, std::min(rows, frame.height)}; }

void run_bands(const Node& tree, Rolling& source, std::uint32_t rows, WayOut& way_out) {
  Window band = band_of(tree.frame, rows);
  source.reserve(tree, band);
  for (std::uint32_t row = 0; row < tree.frame.height; row += rows) {
    band.y = static_cast<std::int32_t>(row);
    band.height = std::min(rows, tree.frame.height - row);
    source.evaluate(tree, {way_out.next(), band.width, band, 1});
    way_out.send(band.area());
  }
}

}  // namespace pipeline
