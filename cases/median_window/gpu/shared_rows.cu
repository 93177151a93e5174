// 2x2 windows at a time from the pixels that they share, two tiles per thread in 16-bit lanes.
// Compared with gpu/sorted_rows, four windows share the sorted core of a 2x2 tile, and two the core with a
// row or a column (four_windows.hpp). Pairs of sorted rows serve three tiles, one below the other, and two
// pairs serve two. 7x7 needs 107 minima and maxima per pixel instead of 202, and each instruction does two
// pixels: a word has pixels x and x + 2. A row's four pixels are stored by one instruction, and loaded, with
// their neighbours, by three. The cost: 128 registers per thread for 7x7, and every strip of rows begins with
// six rows that give no result. Strips are shorter for small images, so that there are enough threads.
#include <cstddef>
#include <rungs/device.hpp>
#include <utility>

#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/four_windows.hpp"
#include "cases/median_window/gpu/lanes.hpp"

namespace {

constexpr unsigned block_columns = 32;  // segments of four pixels
constexpr unsigned block_strips = 4;

template <class Pixel>
struct Plane {
  Pixel* filtered;
  const Pixel* image;
  unsigned width;
  unsigned height;
  bool is_aligned;  ///< whether the width is a multiple of four pixels
};

/// Sets rows `first`, `first` + 1, ... of the tile, which begins in row y of the image. What is below the
/// image is its last row. All rows are loaded before one is sorted.
template <unsigned first, class Tile, class Pixel, unsigned... i>
__device__ __forceinline__ void load_rows(Tile& tile, const Plane<Pixel>& plane, unsigned x, unsigned y,
                                          std::integer_sequence<unsigned, i...>) {
  median_window::Twelve<Pixel> pixels[sizeof...(i)];
#pragma unroll
  for (unsigned row = 0; row < sizeof...(i); ++row) {
    const unsigned from = min(y + first + row, plane.height - 1);
    pixels[row] = median_window::load_twelve(plane.image + rungs::at(0, from, plane.width), x, plane.width,
                                             plane.is_aligned);
  }
  unsigned words[Tile::common + 2];
  ((median_window::unpack<Tile::common / 2>(pixels[i], words,
                                            std::make_integer_sequence<unsigned, Tile::common + 2>{}),
    tile.template set<first + i>(words)),
   ...);
}

template <class Tile, unsigned... i>
__device__ __forceinline__ void join_pairs(Tile& tile, std::integer_sequence<unsigned, i...>) {
  (tile.template join_pair<i>(), ...);
}

/// A thread filters four columns and `strip` rows, a multiple of four. The blocks of a row of them come
/// first.
template <unsigned window, class Pixel>
__global__ void __launch_bounds__(block_columns* block_strips, window == 7 ? 4 : 0)
    shared_rows(Plane<Pixel> plane, unsigned blocks_per_row, unsigned strip) {
  using Tile = median_window::FourWindows<median_window::OfLanes, unsigned, window>;
  const unsigned x =
      (blockIdx.x % blocks_per_row * block_columns + threadIdx.x) * median_window::segment_pixels;
  unsigned y = (blockIdx.x / blocks_per_row * block_strips + threadIdx.y) * strip;
  const unsigned windows = plane.height - window + 1;  // rows of them
  if (x >= plane.width || y >= windows) return;
  Tile tile;
  load_rows<0>(tile, plane, x, y, std::make_integer_sequence<unsigned, Tile::common>{});
  join_pairs(tile, std::make_integer_sequence<unsigned, Tile::pairs - 1>{});
  const unsigned end = min(windows, y + strip);
#pragma unroll 1
  for (; y < end; y += Tile::step) {
    load_rows<Tile::common>(tile, plane, x, y, std::make_integer_sequence<unsigned, 2>{});
    load_rows<Tile::common + 2>(tile, plane, x, y, std::make_integer_sequence<unsigned, 2>{});
    unsigned medians[Tile::step][2];
    tile.filter(medians);
    tile.advance();
#pragma unroll
    for (unsigned row = 0; row < Tile::step; ++row) {
      if (y + row >= windows) break;
      Pixel* const to = plane.filtered + rungs::at(0, y + row + window / 2, plane.width);
      median_window::store_lanes<window / 2>(to, x, plane.width, plane.is_aligned, medians[row][0],
                                             medians[row][1]);
    }
  }
}

/// 64 rows, or fewer if a GPU would not have enough threads.
unsigned rows_per_strip(std::size_t segments, unsigned windows) {
  constexpr std::size_t enough_threads = std::size_t{1} << 16U;
  unsigned rows = 64;
  while (rows > 8 && segments * (windows / rows) < enough_threads) rows /= 2;
  return rows;
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  constexpr const char* why = "beyond which a tile does not fit into a thread's registers";
  median_window::with_window<9>(p, why, [&]<unsigned window>(std::integral_constant<unsigned, window>) {
    if (!p.has_windows()) return;
    const unsigned segments = (p.width - 1) / median_window::segment_pixels + 1;
    const unsigned windows = p.height - window + 1;
    const unsigned strip = rows_per_strip(segments, windows);
    const dim3 block(block_columns, block_strips);
    const dim3 blocks = rungs::grid_for(segments, (windows - 1) / strip + 1, block);
    median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
      const Plane<Pixel> plane{median_window::filtered_of<Pixel>(v), median_window::image_of<Pixel>(v),
                               p.width, p.height, p.width % median_window::segment_pixels == 0};
      rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream},
                    shared_rows<window, Pixel>, plane, blocks.x, strip);
    });
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/sorted_rows",
    .idea = "2x2 windows from shared pixels, two pixels per word",
    .launch = launch,
}};

}  // namespace
