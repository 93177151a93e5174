// Computed tiles, the least recently used of which makes room for a new one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace pipeline {

/// A tile of the child of an edge.
struct TileKey {
  const void* edge = nullptr;
  std::uint32_t column = 0;  ///< in tiles
  std::uint32_t row = 0;

  [[nodiscard]] auto tied() const { return std::tie(edge, row, column); }
  bool operator<(const TileKey& other) const { return tied() < other.tied(); }
};

/// Tiles of any type of pixels, as blocks of bytes; `Tile` has size(), its bytes. Holds at most `capacity`
/// bytes; a tile that is being used lives on after it has left the cache, until its user lets go of it.
template <class Tile>
class TileCache {
 public:
  explicit TileCache(std::size_t capacity) : capacity_(capacity) {}

  /// The tile, which now is the one used last; null if it is not there.
  [[nodiscard]] std::shared_ptr<const Tile> find(const TileKey& key) {
    const auto found = tiles_.find(key);
    if (found == tiles_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second.second);
    return found->second.first;
  }

  /// Adds a computed tile; drops as many as that takes. A tile larger than the capacity is not kept.
  void insert(const TileKey& key, std::shared_ptr<const Tile> tile) {
    if (tile->size() > capacity_) return;
    while (held_ + tile->size() > capacity_) drop_oldest();
    held_ += tile->size();
    order_.push_front(key);
    tiles_.emplace(key, std::pair{std::move(tile), order_.begin()});
  }

 private:
  void drop_oldest() {
    const auto oldest = tiles_.find(order_.back());
    held_ -= oldest->second.first->size();
    tiles_.erase(oldest);
    order_.pop_back();
  }

  std::size_t capacity_;
  std::size_t held_ = 0;
  std::list<TileKey> order_;  ///< used last first
  std::map<TileKey, std::pair<std::shared_ptr<const Tile>, std::list<TileKey>::iterator>> tiles_;
};

}  // namespace pipeline
