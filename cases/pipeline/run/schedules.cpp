#include "cases/pipeline/run/schedules.hpp"
#include <algorithm>
#include <rungs/core/errors.hpp>

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

std::string mebibytes(std::size_t bytes) {
  const std::size_t tenths = (bytes * 10 + (std::size_t{1} << 20U) - 1) >> 20U;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

void require_budget(const std::string& what, std::size_t needs, std::size_t budget) {
  if (needs <= budget) return;
  throw rungs::Unsupported(what + " needs " + mebibytes(needs) + ", its budget is " + mebibytes(budget) +
                           "; expected a budget of at least " + mebibytes(needs));
}

std::size_t fixed_bytes(const Node& tree, const Settings& settings) {
  return sink_bytes(settings.sink, settings.recipe.frame) + pattern_bytes(tree);
}

std::uint32_t most_rows(std::uint32_t most, std::size_t budget,
                        const std::function<std::size_t(std::uint32_t rows)>& bytes) {
  std::uint32_t fit = 0;
  std::uint32_t least_unfit = most + 1;
  while (least_unfit - fit > 1) {
    const std::uint32_t middle = fit + (least_unfit - fit) / 2;
    (bytes(middle) <= budget ? fit : least_unfit) = middle;
  }
  return fit;
}

Window strip_of(Frame frame, std::uint32_t tile, Order order) {
  const std::uint64_t rows = std::uint64_t{tile} * tile_rows_at_once(order);
  return {0, 0, frame.width, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, frame.height))};
}

void run_tiles(const Node& tree, Source& source, const Settings& settings, PieceOutput& pieces) {
  const std::uint32_t tile = settings.tile;
  const std::uint32_t columns = (tree.frame.width + tile - 1) / tile;
  const std::uint32_t rows = (tree.frame.height + tile - 1) / tile;
  const std::uint32_t at_once = tile_rows_at_once(settings.order);
  Window strip = strip_of(tree.frame, tile, settings.order);
  for (std::uint32_t row = 0; row < rows; row += at_once) {
    const std::uint32_t count = std::min(at_once, rows - row);
    strip.y = static_cast<std::int32_t>(row * tile);
    const AnyPlane plane(pieces.next(), strip.width, strip, 1);
    in_order(settings.order, columns, row, count, [&](std::uint32_t column, std::uint32_t at) {
      source.evaluate(tree, plane.of(tile_window(tree.frame, tile, column, at)));
    });
    const std::uint32_t height = std::min(count * tile, tree.frame.height - row * tile);
    pieces.send(std::size_t{height} * tree.frame.width);
  }
}

Window band_of(Frame frame, std::uint32_t rows) { return {0, 0, frame.width, std::min(rows, frame.height)}; }

void run_bands(const Node& tree, KeptRows& source, std::uint32_t rows, PieceOutput& pieces) {
  Window band = band_of(tree.frame, rows);
  source.reserve(tree, band);
  for (std::uint32_t row = 0; row < tree.frame.height; row += rows) {
    band.y = static_cast<std::int32_t>(row);
    band.height = std::min(rows, tree.frame.height - row);
    source.evaluate(tree, {pieces.next(), band.width, band, 1});
    pieces.send(band.area());
  }
}

}  // namespace pipeline
