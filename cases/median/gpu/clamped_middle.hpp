// The kernel of gpu/3x3_clamped_middle, which the variants that stream, number or repeat run too. Two pixels
// share a word, as 16-bit lanes.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/pixels.hpp"

namespace median::inline RUNGS_BACKEND {

/// Three pixels, one above the other, in order.
struct SortedColumn {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Sorts three values; `sum` is their sum. The middle one is what the smallest and the largest leave of it.
/// Sums are of complete words: the subtraction undoes any carry from one lane into the next.
__device__ __forceinline__ SortedColumn sort_by_sum(unsigned a, unsigned b, unsigned c, unsigned sum) {
  const unsigned low = __vimin3_u16x2(a, b, c);
  const unsigned high = __vimax3_u16x2(a, b, c);
  return {low, sum - low - high, high};
}

/// The median of three columns: of the largest of their minima, the median of their middle values and the
/// smallest of their maxima. `smaller` and `larger` are the ordered middle values of two of them, `middle` is
/// that of the third; their median is max(smaller, min(larger, middle)). The median of three is one of them,
/// clamped to the range between the other two; the clamp's maximum and the one before it are one of three
/// values.
__device__ __forceinline__ unsigned median_by_clamp(const SortedColumn& a, const SortedColumn& b,
                                                    const SortedColumn& c, unsigned smaller, unsigned larger,
                                                    unsigned middle) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = __vmaxu2(low, high);
  return __vminu2(ceiling, __vimax3_u16x2(floor, smaller, __vminu2(larger, middle)));
}

/// The medians of a row of windows. Two adjacent ones share the ordering of two middle values.
template <unsigned windows>
__device__ __forceinline__ void filter_row(const SortedColumn (&c)[windows + 2],
                                           unsigned (&medians)[windows]) {
  static_assert(windows % 2 == 0);
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const unsigned smaller = __vminu2(c[x + 1].middle, c[x + 2].middle);
    const unsigned larger = __vmaxu2(c[x + 1].middle, c[x + 2].middle);
    medians[x] = median_by_clamp(c[x], c[x + 1], c[x + 2], smaller, larger, c[x].middle);
    medians[x + 1] = median_by_clamp(c[x + 1], c[x + 2], c[x + 3], smaller, larger, c[x + 3].middle);
  }
}

/// The medians of two rows of windows, from four rows of pixels. Vertically adjacent columns share a sum of
/// two.
template <unsigned windows>
__device__ __forceinline__ void filter_two_rows(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
  SortedColumn above[windows + 2];
  SortedColumn below[windows + 2];
#pragma unroll
  for (unsigned x = 0; x < windows + 2; ++x) {
    const unsigned shared = row[1][x] + row[2][x];
    above[x] = sort_by_sum(row[0][x], row[1][x], row[2][x], shared + row[0][x]);
    below[x] = sort_by_sum(row[1][x], row[2][x], row[3][x], shared + row[3][x]);
  }
  filter_row(above, upper);
  filter_row(below, lower);
}

/// Two rows are loaded ahead of the two that are filtered; each is loaded and spread over words once.
template <unsigned rows_>
struct ClampedStrip {
  static constexpr unsigned border = 1;
  static constexpr unsigned rows = rows_;
  static constexpr unsigned blocks = 0;

  template <bool aligned>
  static __device__ __forceinline__ void filter(const Frame& frame, unsigned x, unsigned top) {
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
      filter_two_rows(row, upper, lower);
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

}  // namespace median::inline RUNGS_BACKEND
