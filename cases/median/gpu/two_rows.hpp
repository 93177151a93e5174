// How a strip of 3 pixels' height is walked: two rows at a time, with the next two in flight.
#pragma once

#include "cases/median/gpu/pixels.hpp"

namespace median::inline RUNGS_BACKEND {

/// Two rows are loaded ahead of the two that are filtered; each is loaded and spread over words once.
/// `TwoRows{}(row, upper, lower)` makes the medians of two rows of windows from four rows of pixels.
template <class TwoRows, unsigned rows_, unsigned blocks_ = 0> struct TwoRowsAhead {
  static constexpr unsigned border = 1;
  static constexpr unsigned rows = rows_;
  static constexpr unsigned blocks = blocks_;

  template <bool aligned> static __device__ __forceinline__ void filter(const Frame& frame, unsigned x, unsigned top) {
    const unsigned bottom = frame.height - 1;  // rows below are read as this one
    const auto load = [&](unsigned y) { return load_segment<aligned>(frame, x, min(y, bottom)); };
    unsigned row[4][10];
    spread<1>(load(top - 1), row[0]);
    spread<1>(load(top), row[1]);
    Segment next[2] = {load(top + 1), load(top + 2)};
#pragma unroll
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      spread<1>(next[0], row[2]);
      spread<1>(next[1], row[3]);
      if (done + 2 < rows) {
        next[0] = load(y + 3);
        next[1] = load(y + 4);
      }
      unsigned upper[8];
      unsigned lower[8];
      TwoRows{}(row, upper, lower);
      store_segment<aligned, 1>(frame, x, y, gather(upper));
      if (y + 1 < bottom) store_segment<aligned, 1>(frame, x, y + 1, gather(lower));
#pragma unroll
      for (unsigned i = 0; i < 10; ++i) {
        row[0][i] = row[2][i];
        row[1][i] = row[3][i];
      }
    }
  }
};

/// The medians of two rows of crosses, from four rows of pixels: `median_of` the pixel above, its own, the
/// one below, and those to its left and right.
template <unsigned (*median_of)(unsigned, unsigned, unsigned, unsigned, unsigned)> struct CrossRows {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const unsigned (&row)[4][windows + 2], unsigned (&upper)[windows],
                                             unsigned (&lower)[windows]) const {
#pragma unroll
    for (unsigned x = 0; x < windows; ++x) {
      upper[x] = median_of(row[0][x + 1], row[1][x + 1], row[2][x + 1], row[1][x], row[1][x + 2]);
      lower[x] = median_of(row[1][x + 1], row[2][x + 1], row[3][x + 1], row[2][x], row[2][x + 2]);
    }
  }
};

}  // namespace median::inline RUNGS_BACKEND
