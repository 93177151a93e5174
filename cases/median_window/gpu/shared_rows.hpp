// A strip of medians per thread, 2x2 windows at a time: the loop of gpu/shared_rows.
#pragma once

#include <rungs/device.hpp>
#include <utility>

#include "cases/median_window/gpu/four_windows.hpp"
#include "cases/median_window/gpu/lanes.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// Sets rows `first`, `first` + 1, ... of the tile, which begins in row y of the image. All rows are loaded
/// before one is sorted.
template <unsigned first, class Tile, class Image, unsigned... i>
__device__ __forceinline__ void load_tile_rows(Tile& tile, const Image& image, unsigned x, unsigned y,
                                               std::integer_sequence<unsigned, i...>) {
  decltype(image.twelve(x, y)) pixels[sizeof...(i)];
#pragma unroll
  for (unsigned row = 0; row < sizeof...(i); ++row) pixels[row] = image.twelve(x, y + first + row);
  unsigned words[Tile::common + 2];
  ((unpack<Tile::common / 2>(pixels[i], words, std::make_integer_sequence<unsigned, Tile::common + 2>{}),
    tile.template set<first + i>(words)),
   ...);
}

template <class Tile, unsigned... i>
__device__ __forceinline__ void join_pairs(Tile& tile, std::integer_sequence<unsigned, i...>) {
  (tile.template join_pair<i>(), ...);
}

/// Filters the four columns from x on, and `strip` rows of windows from row y on, a multiple of four. There
/// are `windows` rows of them. `image` has
///   twelve(x, y)               pixels x - 4 to x + 7 of row y, of any row where y is below the image
///   store(x, y, even, odd)     writes the medians of the windows that begin in row y, see store_lanes
template <unsigned window, class Image>
__device__ __forceinline__ void filter_strip(const Image& image, unsigned x, unsigned y, unsigned strip,
                                             unsigned windows) {
  using Tile = FourWindows<OfLanes, unsigned, window>;
  Tile tile;
  load_tile_rows<0>(tile, image, x, y, std::make_integer_sequence<unsigned, Tile::common>{});
  join_pairs(tile, std::make_integer_sequence<unsigned, Tile::pairs - 1>{});
  const unsigned end = min(windows, y + strip);
#pragma unroll 1
  for (; y < end; y += Tile::step) {
    load_tile_rows<Tile::common>(tile, image, x, y, std::make_integer_sequence<unsigned, 2>{});
    load_tile_rows<Tile::common + 2>(tile, image, x, y, std::make_integer_sequence<unsigned, 2>{});
    unsigned medians[Tile::step][2];
    tile.filter(medians);
    tile.advance();
#pragma unroll
    for (unsigned row = 0; row < Tile::step; ++row) {
      if (y + row >= windows) break;
      image.store(x, y + row, medians[row][0], medians[row][1]);
    }
  }
}

}  // namespace median_window::inline RUNGS_BACKEND
