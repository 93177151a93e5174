// A plane in pieces, so that a copy over the bus overlaps with work on another piece.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>

namespace bus::inline RUNGS_BACKEND {

/// Words of 4 bytes per piece: 4 MiB take about 80 us at 55 GB/s, far longer than starting a copy.
inline constexpr std::size_t words_per_piece = std::size_t{1} << 20U;

/// Calls `each(first, count)` for all pieces of `words` words.
template <class Each> void for_pieces(std::size_t words, const Each& each) {
  for (std::size_t first = 0; first < words; first += words_per_piece) {
    each(first, std::min(words_per_piece, words - first));
  }
}

}  // namespace bus::inline RUNGS_BACKEND
