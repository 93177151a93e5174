// How many requests a cache could have answered that knows the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// A request of a cache: of which tile, of how many bytes.
struct TileRequest {
  std::uint32_t tile = 0;  ///< numbered by first request
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
