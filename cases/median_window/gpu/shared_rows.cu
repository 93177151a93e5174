// 2x2 windows at a time from the pixels that they share, two tiles per thread in 16-bit lanes.
// Compared with gpu/sorted_rows, four windows share the sorted core of a 2x2 tile, and two the core with a
// row or a column (gpu/shared_rows.hpp). Pairs of sorted rows serve three tiles, one below the other, and two
// pairs serve two. 7x7 needs 107 minima and maxima per pixel instead of 202, and each instruction does two
// pixels: a word has pixels x and x + 2. A row's four pixels are stored by one instruction, and loaded, with
// their neighbours, by three. The cost: 128 registers per thread for 7x7, and every strip of rows begins with
// six rows that give no result. Strips are shorter for small images, so that there are enough threads.
#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/shared_rows.hpp"

namespace {

constexpr unsigned block_columns = 32;  // segments of four pixels
constexpr unsigned block_strips = 4;

/// An image and the plane of its medians. What is below the image is its last row.
template <unsigned window, class Pixel> struct Plane {
  Pixel* filtered;
  const Pixel* image;
  unsigned width;
  unsigned height;
  bool is_aligned;  ///< whether the width is a multiple of four pixels

  __device__ __forceinline__ median_window::Twelve<Pixel> twelve(unsigned x, unsigned y) const {
    return median_window::load_twelve(image + rungs::at(0, min(y, height - 1), width), x, width, is_aligned);
  }
  /// Writes the medians of pixels x and x + 2 (`even`) and x + 1 and x + 3 (`odd`), but not of the row's border.
  __device__ __forceinline__ void store(unsigned x, unsigned y, unsigned even, unsigned odd) const {
    constexpr unsigned border = window / 2;
    Pixel* const to = filtered + rungs::at(0, y + border, width);
    if (is_aligned && x >= border && x + 3 + border < width) {
      if constexpr (sizeof(Pixel) == 2) {
        *reinterpret_cast<uint2*>(to + x) = make_uint2(__byte_perm(even, odd, 0x5410), __byte_perm(even, odd, 0x7632));
      } else {
        *reinterpret_cast<unsigned*>(to + x) = __byte_perm(even, odd, 0x6240);
      }
      return;
    }
#pragma unroll
    for (unsigned i = 0; i < median_window::segment_pixels; ++i) {
      const unsigned word = i % 2 == 0 ? even : odd;
      if (x + i >= border && x + i + border < width)
        to[x + i] = static_cast<Pixel>(i < 2 ? word & 0xFFFFU : word >> 16U);
    }
  }
};

/// A thread filters four columns and `strip` rows, a multiple of four. The blocks of a row of them come first.
template <unsigned window, class Pixel>
__global__ void __launch_bounds__(block_columns* block_strips, window == 7 ? 4 : 0)
    shared_rows(Plane<window, Pixel> plane, unsigned blocks_per_row, unsigned strip) {
  const unsigned x = (blockIdx.x % blocks_per_row * block_columns + threadIdx.x) * median_window::segment_pixels;
  const unsigned y = (blockIdx.x / blocks_per_row * block_strips + threadIdx.y) * strip;
  const unsigned windows = plane.height - window + 1;  // rows of them
  if (x >= plane.width || y >= windows) return;
  median_window::filter_strip<window>(plane, x, y, strip, windows);
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
      const Plane<window, Pixel> plane{median_window::filtered_of<Pixel>(v), median_window::image_of<Pixel>(v), p.width,
                                       p.height, p.width % median_window::segment_pixels == 0};
      rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream}, shared_rows<window, Pixel>,
                    plane, blocks.x, strip);
    });
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/sorted_rows",
    .technique = {"reuse", "simd"},
    .idea = "2x2 windows from shared pixels, two pixels per word",
    .launch = launch,
}};

}  // namespace
