// A schedule's source that cuts every node into tiles and keeps computed ones in a cache. A window is put
// together from the tiles that it touches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "cases/pipeline/run/counts.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/run/patterns.hpp"
#include "cases/pipeline/run/tile_cache.hpp"

namespace pipeline {

/// The tile of a node at (column, row) of its grid: `tile` pixels square, cut off at the frame.
[[nodiscard]] inline Window tile_window(Frame frame, std::uint32_t tile, std::uint32_t column,
                                        std::uint32_t row) {
  return common({static_cast<std::int32_t>(column * tile), static_cast<std::int32_t>(row * tile), tile, tile},
                frame.window());
}

/// Calls `use(column, row)` for the tiles that a window inside the frame touches.
template <class Use>
void for_tiles(Window window, std::uint32_t tile, const Use& use) {
  if (window.empty()) return;
  const auto first_column = static_cast<std::uint32_t>(window.x) / tile;
  const auto last_column = static_cast<std::uint32_t>(window.right() - 1) / tile;
  const auto last_row = static_cast<std::uint32_t>(window.bottom() - 1) / tile;
  for (auto row = static_cast<std::uint32_t>(window.y) / tile; row <= last_row; ++row) {
    for (auto column = first_column; column <= last_column; ++column) use(column, row);
  }
}

template <class Place>
class Cached {
 public:
  /// `capacity`: of the cache in bytes.
  Cached(Place& place, std::size_t capacity, std::uint32_t tile, Counts& counts)
      : place_(place), counts_(counts), patterns_(place), tile_(tile), cache_(capacity) {}

  [[nodiscard]] Place& place() const { return place_; }

  template <class OneEdge>
  [[nodiscard]] auto fetch(const OneEdge& edge, Window window) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      return patterns_.of(edge);
    } else {
      using Pixel = typename OneEdge::Pixel;
      Held<Pixel> held(place_, window);
      const Window inside = common(window, edge.child.frame.window());
      if (inside != window) place_.clear_outside(held.plane, inside);
      for_tiles(inside, tile_, [&](std::uint32_t column, std::uint32_t row) {
        const auto block = tile_of(edge, column, row);
        const Window of_tile = tile_window(edge.child.frame, tile_, column, row);
        const Plane<const Pixel> from = plane_in<Place, Pixel>(*block, of_tile);
        place_.copy(held.plane, from, common(of_tile, inside));
      });
      return held;
    }
  }

  template <class Node, class... Planes>
  void compute(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) {
    counts_.pixels_computed += out.window.area();
    place_.fill(node, out, planes...);
  }

 private:
  template <class OneEdge>
  std::shared_ptr<const Block> tile_of(const OneEdge& edge, std::uint32_t column, std::uint32_t row) {
    const TileKey key{&edge, column, row};
    ++counts_.tiles_asked;
    if (auto found = cache_.find(key)) {
      ++counts_.tiles_found;
      return found;
    }
    using Pixel = typename OneEdge::Pixel;
    const Window window = tile_window(edge.child.frame, tile_, column, row);
    auto made = std::make_shared<Block>(place_.budget(), plane_bytes<Place, Pixel>(window));
    evaluate(edge.child, plane_in<Place, Pixel>(*made, window), *this);
    cache_.insert(key, made);
    return made;
  }

  Place& place_;
  Counts& counts_;
  Patterns<Place> patterns_;
  std::uint32_t tile_;
  TileCache cache_;
};

/// The most memory that Cached holds at once besides its cache: windows that are being put together, and
/// tiles that are being computed for them.
template <class Place, class Node>
[[nodiscard]] std::size_t cached_bytes(const Node& node, Window window, std::uint32_t tile) {
  std::size_t held = 0;
  std::size_t most = 0;
  const auto add = [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern) return;
    using Pixel = typename OneEdge::Pixel;
    held += plane_bytes<Place, Pixel>(needed(node, edge, window));
    const Window of_tile = tile_window(edge.child.frame, tile, 0, 0);
    most = std::max(
        most, held + plane_bytes<Place, Pixel>(of_tile) + cached_bytes<Place>(edge.child, of_tile, tile));
  };
  std::apply([&](const auto&... edge) { (add(edge), ...); }, node.children);
  return std::max(held, most);
}

}  // namespace pipeline
