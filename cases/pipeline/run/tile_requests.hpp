// The requests that a run with cached tiles makes, without computing a pixel: the schedule is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "cases/pipeline/run/cached.hpp"
#include "cases/pipeline/run/settings.hpp"
#include "cases/pipeline/run/tile_cache.hpp"
#include "cases/pipeline/run/tiles.hpp"

namespace pipeline {

/// One request: of which tile, of how many bytes.
struct TileRequest {
  std::uint32_t tile = 0;  ///< numbered by first request
  std::size_t bytes = 0;
};

/// Follows Cached with a cache of `capacity` bytes.
template <class Place>
class TileRequests {
 public:
  TileRequests(std::uint32_t tile, std::size_t capacity) : tile_(tile), cache_(capacity) {}

  /// The first requests of a run, at most `most`, and those of a node's tile below the last one.
  template <class Tree>
  void follow(const Tree& tree, Order order, std::size_t most) {
    const std::uint32_t columns = (tree.frame.width + tile_ - 1) / tile_;
    const std::uint32_t rows = (tree.frame.height + tile_ - 1) / tile_;
    const std::uint32_t at_once = tile_rows_at_once(order);
    for (std::uint32_t row = 0; row < rows && made_.size() < most; row += at_once) {
      in_order(order, columns, row, std::min(at_once, rows - row),
               [&](std::uint32_t column, std::uint32_t at) {
                 if (made_.size() < most) need(tree, tile_window(tree.frame, tile_, column, at));
               });
    }
  }

  [[nodiscard]] const std::vector<TileRequest>& made() const { return made_; }
  [[nodiscard]] std::uint64_t found() const { return found_; }  ///< of them, in the cache

 private:
  struct Size {
    std::size_t bytes;
    [[nodiscard]] std::size_t size() const { return bytes; }
  };

  template <class Node>
  void need(const Node& node, Window window) {
    const auto each = [&]<class OneEdge>(const OneEdge& edge) {
      if constexpr (OneEdge::trait != Trait::pattern) {
        for_tiles(common(needed(node, edge, window), edge.child.frame.window()), tile_,
                  [&](std::uint32_t column, std::uint32_t row) { request(edge, column, row); });
      }
    };
    std::apply([&](const auto&... edge) { (each(edge), ...); }, node.children);
  }

  template <class OneEdge>
  void request(const OneEdge& edge, std::uint32_t column, std::uint32_t row) {
    const TileKey key{&edge, column, row};
    const Window window = tile_window(edge.child.frame, tile_, column, row);
    const std::size_t bytes = plane_bytes<Place, typename OneEdge::Pixel>(window);
    const auto number = numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
    made_.push_back({number, bytes});
    if (cache_.find(key) != nullptr) {
      ++found_;
      return;
    }
    need(edge.child, window);
    cache_.insert(key, std::make_shared<Size>(Size{bytes}));
  }

  std::uint32_t tile_;
  TileCache<Size> cache_;
  std::map<TileKey, std::uint32_t> numbers_;
  std::vector<TileRequest> made_;
  std::uint64_t found_ = 0;
};

}  // namespace pipeline
