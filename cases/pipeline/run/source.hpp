// Computes a window of a node from the windows of its children. What differs between schedules is the source:
// where the children's pixels come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "cases/pipeline/run/figures.hpp"
#include "cases/pipeline/run/place.hpp"
#include "cases/pipeline/run/tile_cache.hpp"

namespace pipeline {

/// The patterns of a tree: small, needed everywhere, so they are computed once and kept for the whole run.
class Patterns {
 public:
  explicit Patterns(Place& place) : place_(place) {}

  /// The plane of a child that is a pattern, and has no children but patterns. Computes it unless it is
  /// there; several threads may ask for those that are.
  AnyPlane of(const Child& pattern);
  /// Computes all of a tree.
  void add_all(const Node& tree);

 private:
  Place& place_;
  std::map<const Child*, Held> kept_;
};

class Source {
 public:
  /// `patterns`: those that several sources read, all of the tree's; null: its own.
  Source(Place& place, Counts& counts, Patterns* patterns = nullptr)
      : place_(place),
        counts_(counts),
        own_patterns_(place),
        patterns_(patterns == nullptr ? own_patterns_ : *patterns) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Computes `out`, whose window is inside the node's frame.
  void evaluate(const Node& node, const AnyPlane& out);

 protected:
  /// A window of a child that is no pattern, 0 outside its frame. Called depth first, the first child first.
  virtual Held fetch(const Child& child, Window window) = 0;
  /// As evaluate for any window: 0 outside the frame.
  void evaluate_padded(const Node& node, const AnyPlane& out);

  [[nodiscard]] Place& place() const { return place_; }
  [[nodiscard]] Counts& counts() const { return counts_; }
  [[nodiscard]] Patterns& patterns() const { return patterns_; }

 private:
  Place& place_;
  Counts& counts_;
  Patterns own_patterns_;
  Patterns& patterns_;
};

/// Without memory: whatever a window needs is computed for it, and forgotten. Pixels that two windows share,
/// such as halos, are computed twice.
class Recomputed final : public Source {
 public:
  using Source::Source;

 private:
  Held fetch(const Child& child, Window window) override;
};

/// For bands of whole rows from the top down: of every node it keeps the rows that the next band still needs,
/// and each pixel is computed once. Its memory depends on the image's width, not on its height.
class Rolling final : public Source {
 public:
  using Source::Source;

  /// Takes the memory for bands of `root` that are not larger than `band`, and computes the patterns. Call it
  /// first.
  void reserve(const Node& root, Window band);
  /// The next window may lie anywhere: nothing of the ones before is used for it. From one restart to the
  /// next, windows of one child must all have the same columns, and go down.
  void restart();

 private:
  struct Rows {
    Block memory;
    std::int64_t top = INT32_MIN;
    std::int64_t bottom = INT32_MIN;  ///< first row that is not there yet
  };
  Held fetch(const Child& child, Window window) override;

  std::map<const Child*, Rows> rows_;
};

/// Cuts every node into tiles and keeps computed ones in a cache. A window is put together from the tiles
/// that it touches.
class Cached final : public Source {
 public:
  /// `capacity`: of the cache in bytes. `request(key, bytes, found)`, which may be null, is told of each tile
  /// that is asked for.
  Cached(Place& place, std::size_t capacity, std::uint32_t tile, Counts& counts,
         std::function<void(const TileKey&, std::size_t bytes, bool found)> request = {})
      : Source(place, counts), tile_(tile), cache_(capacity), request_(std::move(request)) {
    counts.cache_bytes = capacity;
  }

 private:
  Held fetch(const Child& child, Window window) override;
  std::shared_ptr<const Block> tile_of(const Child& child, std::uint32_t column, std::uint32_t row);

  std::uint32_t tile_;
  TileCache<Block> cache_;
  std::function<void(const TileKey&, std::size_t, bool)> request_;
};

/// The tile of a node at (column, row) of its grid: `tile` pixels square, cut off at the frame.
[[nodiscard]] Window tile_window(Frame frame, std::uint32_t tile, std::uint32_t column, std::uint32_t row);

/// Memory for all patterns of a tree.
[[nodiscard]] std::size_t pattern_bytes(const Node& tree);
/// The most memory that Recomputed holds at once below `node`, to compute a window of this size anywhere in
/// it.
[[nodiscard]] std::size_t recomputed_bytes(const Node& node, Window window);
/// The memory that Rolling holds below `node`, for bands like `window`.
[[nodiscard]] std::size_t rolling_bytes(const Node& node, Window window);
/// The most memory that Cached holds at once besides its cache: windows that are being put together, and
/// tiles that are being computed for them.
[[nodiscard]] std::size_t cached_bytes(const Node& node, Window window, std::uint32_t tile);
/// The pixels of all nodes below `node` that a window of it needs, patterns apart, and of the node itself.
[[nodiscard]] std::uint64_t needed_pixels(const Node& node, Window window);

}  // namespace pipeline
