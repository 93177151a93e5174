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

/// Filters the four windows whose top left pixels are (left, top) to (left, top + 3), in a frame that ends
/// `window` pixels or more after `left` and `top`. Rows below the frame are read as its last row and not
/// written.
///
/// Neighbouring windows share all rows but one: window + 3 loads per column serve four windows, and one shift
/// makes the word of the next row from that of the row above.
template <unsigned window>
__device__ __forceinline__ void filter_four_rows(std::uint8_t* filtered, const std::uint8_t* image,
                                                 unsigned width, unsigned height, unsigned left,
                                                 unsigned top) {
  const std::uint8_t* row[window + packed_rows - 1];
#pragma unroll
  for (unsigned y = 0; y < window + packed_rows - 1; ++y) {
    row[y] = image + rungs::at(left, min(top + y, height - 1), width);
  }

  unsigned values[window * window];
#pragma unroll
  for (unsigned x = 0; x < window; ++x) {
    unsigned word = 0;
#pragma unroll
    for (unsigned y = 0; y < packed_rows; ++y) word |= unsigned{__ldg(row[y] + x)} << (8 * y);
    values[x] = word;
#pragma unroll
    for (unsigned y = 1; y < window; ++y) {
      word = __funnelshift_r(word, __ldg(row[y + packed_rows - 1] + x), 8);
      values[y * window + x] = word;
    }
  }
  const unsigned medians = median_of<window>(values, OrderBytes{});

#pragma unroll
  for (unsigned y = 0; y < packed_rows; ++y) {
    if (top + y > height - window) return;
    filtered[rungs::at(left + window / 2, top + y + window / 2, width)] =
        static_cast<std::uint8_t>(medians >> (8 * y));
  }
}

}  // namespace median::inline RUNGS_BACKEND
