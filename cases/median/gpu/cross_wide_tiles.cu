// Two pixels per word, as 16-bit lanes; 16 columns per thread, walked down four rows.
// The loads, stores and lanes of gpu/3x3_wide_tiles with the seven exchanges of gpu/cross_v3. From sm_90 on
// an exchange of two lanes is two instructions, one of four bytes about ten. Two crosses share too little for
// anything to be ordered once for both.
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

/// Orders two pairs of pixels, which share words as 16-bit lanes.
__device__ __forceinline__ void order(unsigned& low, unsigned& high) {
  const unsigned smaller = __vminu2(low, high);
  high = __vmaxu2(low, high);
  low = smaller;
}

/// The median of five by seven exchanges: the smallest and the largest go first, which leaves three.
__device__ __forceinline__ unsigned median_of(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
  order(a, b);
  order(d, e);
  order(a, d);
  order(b, e);
  order(b, c);
  order(c, d);
  order(b, c);
  return c;
}

/// The medians of two rows of crosses, from four rows of pixels.
template <unsigned windows>
__device__ __forceinline__ void filter_two_rows(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
#pragma unroll
  for (unsigned x = 0; x < windows; ++x) {
    upper[x] = median_of(row[0][x + 1], row[1][x + 1], row[2][x + 1], row[1][x], row[1][x + 2]);
    lower[x] = median_of(row[1][x + 1], row[2][x + 1], row[3][x + 1], row[2][x], row[2][x + 2]);
  }
}

/// Two rows are loaded ahead of the two that are filtered; each is loaded and spread over words once.
/// Registers for five blocks on an SM: without that bound the compiler spills some for sm_75.
struct Strip {
  static constexpr unsigned border = 1;
  static constexpr unsigned rows = 4;
  static constexpr unsigned blocks = 5;

  template <bool aligned>
  static __device__ __forceinline__ void filter(const median::Frame& frame, unsigned x, unsigned top) {
    const unsigned bottom = frame.height - 1;  // rows below are read as this one
    const auto load = [&](unsigned y) { return median::load_segment<aligned>(frame, x, min(y, bottom)); };
    unsigned row[4][10];
    median::spread<1>(load(top - 1), row[0]);
    median::spread<1>(load(top), row[1]);
    median::Segment next[2] = {load(top + 1), load(top + 2)};
#pragma unroll
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      median::spread<1>(next[0], row[2]);
      median::spread<1>(next[1], row[3]);
      if (done + 2 < rows) {
        next[0] = load(y + 3);
        next[1] = load(y + 4);
      }
      unsigned upper[8];
      unsigned lower[8];
      filter_two_rows(row, upper, lower);
      median::store_segment<aligned, 1>(frame, x, y, median::gather(upper));
      if (y + 1 < bottom) median::store_segment<aligned, 1>(frame, x, y + 1, median::gather(lower));
#pragma unroll
      for (unsigned i = 0; i < 10; ++i) {
        row[0][i] = row[2][i];
        row[1][i] = row[3][i];
      }
    }
  }
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/cross_v3",
    .technique = {"coarsen", "vector", "simd"},
    .idea = "two pixels per word, 16 columns per thread",
    .result = median::Result::cross5,
    .launch = median::launch_tiles<Strip>,
}};

}  // namespace
