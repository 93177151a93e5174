// How an image is computed: where the pixels of a node's children come from (a source), in which order its
// parts are computed, and the memory that this takes, planned before it starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>
#include "cases/pipeline/run/digest_and_sink.hpp"
#include "cases/pipeline/run/place.hpp"

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
  std::map<const Child*, PlaneMemory> kept_;
};

class Source {
 public:
  /// `patterns`: those that several sources read, all of the tree's; null: its own.
  Source(Place& place, Figures& figures, Patterns* patterns = nullptr)
      : place_(place),
        figures_(figures),
        own_patterns_(place),
        patterns_(patterns == nullptr ? own_patterns_ : *patterns) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Computes `out`, whose window is inside the node's frame.
  void evaluate(const Node& node, const AnyPlane& out);

 protected:
  /// A window of a child that is no pattern, 0 outside its frame. Called depth first, the first child first.
  virtual PlaneMemory fetch(const Child& child, Window window) = 0;
  /// As evaluate for any window: 0 outside the frame.
  void evaluate_padded(const Node& node, const AnyPlane& out);

  [[nodiscard]] Place& place() const { return place_; }
  [[nodiscard]] Figures& figures() const { return figures_; }
  [[nodiscard]] Patterns& patterns() const { return patterns_; }

 private:
  Place& place_;
  Figures& figures_;
  Patterns own_patterns_;
  Patterns& patterns_;
};

/// Without memory: whatever a window needs is computed for it, and forgotten. Pixels that two windows share,
/// such as halos, are computed twice.
class Recomputed final : public Source {
 public:
  using Source::Source;

 private:
  PlaneMemory fetch(const Child& child, Window window) override;
};

/// For bands of whole rows from the top down: of every node it keeps the rows that the next band still needs,
/// and each pixel is computed once. Its memory depends on the image's width, not on its height.
class KeptRows final : public Source {
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
  PlaneMemory fetch(const Child& child, Window window) override;

  std::map<const Child*, Rows> rows_;
};

/// A tile of the child of an edge.
struct TileKey {
  const void* edge = nullptr;
  std::uint32_t column = 0;  ///< in tiles
  std::uint32_t row = 0;

  auto operator<=>(const TileKey&) const = default;
};

/// Computed tiles, the least recently used of which makes room for a new one. Holds at most `capacity` bytes;
/// a tile that is being used lives on after it has left the cache, until its user lets go of it.
class TileCache {
 public:
  explicit TileCache(std::size_t capacity) : capacity_(capacity) {}

  /// The tile, which now is the one used last; null if it is not there.
  [[nodiscard]] std::shared_ptr<const Block> find(const TileKey& key);
  /// Adds a computed tile; drops as many as that takes. A tile larger than the capacity is not kept.
  void insert(const TileKey& key, std::shared_ptr<const Block> tile);

 private:
  using Tiles = std::list<std::pair<TileKey, std::shared_ptr<const Block>>>;
  std::size_t capacity_;
  std::size_t held_ = 0;
  Tiles tiles_;  ///< used last first
  std::map<TileKey, Tiles::iterator> places_;
};

/// Cuts every node into tiles and keeps computed ones in a cache. A window is put together from the tiles
/// that it touches.
class Cached final : public Source {
 public:
  /// `capacity`: of the cache in bytes. `request(key, bytes)`, which may be null, is told of each tile that
  /// is asked for.
  Cached(Place& place, std::size_t capacity, std::uint32_t tile, Figures& figures,
         std::function<void(const TileKey&, std::size_t bytes)> request = {})
      : Source(place, figures), tile_(tile), cache_(capacity), request_(std::move(request)) {
    figures.cache_bytes = static_cast<double>(capacity);
  }

 private:
  PlaneMemory fetch(const Child& child, Window window) override;
  std::shared_ptr<const Block> tile_of(const Child& child, std::uint32_t column, std::uint32_t row);

  std::uint32_t tile_;
  TileCache cache_;
  std::function<void(const TileKey&, std::size_t)> request_;
};

/// The tile of a node at (column, row) of its grid: `tile` pixels square, cut off at the frame.
[[nodiscard]] Window tile_window(Frame frame, std::uint32_t tile, std::uint32_t column, std::uint32_t row);

/// Memory for all patterns of a tree.
[[nodiscard]] std::size_t pattern_bytes(const Node& tree);
/// The most memory that Recomputed holds at once below `node`, to compute a window of this size anywhere in
/// it.
[[nodiscard]] std::size_t recomputed_bytes(const Node& node, Window window);
/// The memory that KeptRows holds below `node`, for bands like `window`.
[[nodiscard]] std::size_t kept_rows_bytes(const Node& node, Window window);
/// The most memory that Cached holds at once besides its cache: windows that are being put together, and
/// tiles that are being computed for them.
[[nodiscard]] std::size_t cached_bytes(const Node& node, Window window, std::uint32_t tile);
/// The pixels of all nodes below `node` that a window of it needs, patterns apart, and of the node itself.
[[nodiscard]] double needed_pixels(const Node& node, Window window);

/// "5.3 MiB"
[[nodiscard]] std::string mebibytes(std::size_t bytes);
/// Throws rungs::Unsupported if a run needs more memory than its budget, with the least budget that would do.
void require_budget(const std::string& what, std::size_t needs, std::size_t budget);
/// Memory that every run on the host needs, whatever its schedule: the sink's buffers and the patterns.
[[nodiscard]] std::size_t fixed_bytes(const Node& tree, const Settings& settings);
/// The largest number of rows, at most `most`, for which `bytes(rows)`, which grows with the rows, fits in
/// the budget; 0 if not even one row does.
[[nodiscard]] std::uint32_t most_rows(std::uint32_t most, std::size_t budget,
                                      const std::function<std::size_t(std::uint32_t rows)>& bytes);

/// The rows of the output that tiles are computed into before any of their pixels are handed on.
[[nodiscard]] Window strip_of(Frame frame, std::uint32_t tile, Order order);

/// Computes the whole image tile by tile. Pieces of `pieces` are strips of tiles.
void run_tiles(const Node& tree, Source& source, const Settings& settings, PieceOutput& pieces);

/// The output's first `rows` rows.
[[nodiscard]] Window band_of(Frame frame, std::uint32_t rows);

/// Computes the whole image in bands of `rows` rows.
void run_bands(const Node& tree, KeptRows& source, std::uint32_t rows, PieceOutput& pieces);

// How many requests a cache could have answered that knows the future.

/// A request of a cache: of which tile, of how many bytes.
struct TileRequest {
  TileKey tile;
  std::size_t bytes = 0;
};

/// Requests found by Belady's rule (L. A. Belady, "A study of replacement algorithms for a virtual-storage
/// computer", 1966): what is needed last, or never again, makes room. No other rule finds more if all tiles
/// have the same size. Tiles larger than the cache are not kept, nor those that are needed later than all
/// others there.
[[nodiscard]] std::uint64_t found_by_belady(std::span<const TileRequest> requests, std::size_t capacity);

/// What Cached asks of its cache.
struct CacheRecord {
  std::vector<TileRequest> made;
  std::uint64_t found = 0;  ///< in the cache
};

/// The first requests, at most `most`, of run_tiles with a cache of `capacity` bytes on the host: the
/// schedule is known, so that no pixel is computed for them.
[[nodiscard]] CacheRecord first_requests(const Settings& settings, std::size_t capacity, std::size_t most);

}  // namespace pipeline
