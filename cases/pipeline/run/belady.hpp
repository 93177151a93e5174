// How many requests a cache could have answered that knows the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "cases/pipeline/run/tile_requests.hpp"

namespace pipeline {

/// Requests found by Belady's rule (L. A. Belady, "A study of replacement algorithms for a virtual-storage
/// computer", 1966): what is needed last, or never again, makes room. No other rule finds more if all tiles
/// have the same size. Tiles larger than the cache are not kept, nor those that are needed later than all
/// others there.
[[nodiscard]] inline std::uint64_t found_by_belady(std::span<const TileRequest> requests,
                                                   std::size_t capacity) {
  constexpr auto never = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> next(requests.size());  // when the tile is requested again
  std::vector<std::size_t> seen;
  for (std::size_t i = requests.size(); i-- > 0;) {
    const std::uint32_t tile = requests[i].tile;
    if (tile >= seen.size()) seen.resize(tile + std::size_t{1}, never);
    next[i] = seen[tile];
    seen[tile] = i;
  }
  std::set<std::pair<std::size_t, std::uint32_t>> kept;  // by when they are needed
  std::vector<std::size_t> bytes_of(seen.size());
  std::vector<std::size_t> needed_at(seen.size(), never);
  std::size_t held = 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto [tile, bytes] = requests[i];
    if (kept.erase({needed_at[tile], tile}) > 0) {
      ++found;
      held -= bytes;
    }
    needed_at[tile] = next[i];
    if (next[i] == never || bytes > capacity) continue;
    bytes_of[tile] = bytes;
    kept.insert({next[i], tile});
    held += bytes;
    while (held > capacity) {
      const auto last = std::prev(kept.end());
      held -= bytes_of[last->second];
      kept.erase(last);
    }
  }
  return found;
}

}  // namespace pipeline
