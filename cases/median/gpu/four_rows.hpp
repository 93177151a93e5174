// Filters four windows, one above the other, as one: their pixels are the bytes of a word.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/median/gpu/network_walk.hpp"

namespace median::inline RUNGS_BACKEND {

/// Threads per block in the variants that filter four rows per thread.
inline constexpr unsigned column_threads = 128;
/// Rows per thread.
inline constexpr unsigned packed_rows = 4;

/// Blocks for `frames` frames: columns of windows in x, groups of four rows of windows in y. If there are
/// more groups than a grid can have, a kernel's threads loop. Neither side may be below `window`.
template <unsigned window>
inline dim3 four_row_blocks(unsigned width, unsigned height, unsigned frames) {
  const unsigned groups = (height - window) / packed_rows + 1;
  return dim3((width - window) / column_threads + 1, groups < 65535 ? groups : 65535, frames);
}

/// Packs the pixels of four windows, one above the other, into words: values[y * window + x] has pixel (x, y)
/// of the first window in its lowest byte, and those of the windows below in the next. `pixel(x, y)` reads a
/// pixel, counted from the top left one of the first window.
///
/// Neighbouring windows share all rows but one: window + 3 pixels per column serve four windows, and one
/// shift makes the word of the next row from that of the row above.
template <unsigned window, class Pixel>
__device__ __forceinline__ void pack_four_windows(unsigned (&values)[window * window], Pixel pixel) {
#pragma unroll
  for (unsigned x = 0; x < window; ++x) {
    unsigned word = 0;
#pragma unroll
    for (unsigned y = 0; y < packed_rows; ++y) word |= unsigned{pixel(x, y)} << (8 * y);
    values[x] = word;
#pragma unroll
    for (unsigned y = 1; y < window; ++y) {
      word = __funnelshift_r(word, pixel(x, y + packed_rows - 1), 8);
      values[y * window + x] = word;
    }
  }
}

/// Writes the medians of four windows, packed in a word, whose top left pixels are (left, top) to
/// (left, top + 3). Windows that are not in the frame are left out.
template <unsigned window>
__device__ __forceinline__ void store_four_rows(std::uint8_t* filtered, unsigned width, unsigned height,
                                                unsigned left, unsigned top, unsigned medians) {
#pragma unroll
  for (unsigned y = 0; y < packed_rows; ++y) {
    if (top + y > height - window) return;
    filtered[rungs::at(left + window / 2, top + y + window / 2, width)] =
        static_cast<std::uint8_t>(medians >> (8 * y));
  }
}

/// What is read below a frame: its last row, or what memory holds there, which then must be readable.
enum class Below { last_row, memory };

/// Filters the four windows whose top left pixels are (left, top) to (left, top + 3), in a frame that ends
/// `window` pixels or more after `left` and `top`. Rows below the frame are read as `below` says, and not
/// written. `select` computes the four results from the packed pixels.
template <unsigned window, Below below = Below::last_row, class Select = MedianOfSquare<window, OrderBytes>>
__device__ __forceinline__ void filter_four_rows(std::uint8_t* filtered, const std::uint8_t* image,
                                                 unsigned width, unsigned height, unsigned left, unsigned top,
                                                 Select select = {}) {
  const std::uint8_t* row[window + packed_rows - 1];
#pragma unroll
  for (unsigned y = 0; y < window + packed_rows - 1; ++y) {
    row[y] = image + rungs::at(left, below == Below::memory ? top + y : min(top + y, height - 1), width);
  }
  unsigned values[window * window];
  pack_four_windows<window>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
  store_four_rows<window>(filtered, width, height, left, top, select(values));
}

}  // namespace median::inline RUNGS_BACKEND
