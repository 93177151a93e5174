// 3x3 medians from three-input minima and maxima, two pixels (16-bit lanes) at a time. The middle value of
// three is their sum minus the smallest and the largest. Sums are of complete words: the subtraction undoes
// any carry from one lane into the next.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/strip3.hpp"

namespace median::inline RUNGS_BACKEND {

__device__ __forceinline__ unsigned smallest_of(unsigned a, unsigned b, unsigned c) {
  return __vimin3_u16x2(a, b, c);
}

__device__ __forceinline__ unsigned largest_of(unsigned a, unsigned b, unsigned c) {
  return __vimax3_u16x2(a, b, c);
}

/// Sorts three values; `sum` is their sum.
__device__ __forceinline__ SortedColumn sort_by_sum(unsigned a, unsigned b, unsigned c, unsigned sum) {
  const unsigned low = smallest_of(a, b, c);
  const unsigned high = largest_of(a, b, c);
  return {low, sum - low - high, high};
}

/// Sorts the columns of two rows of windows, from four rows of pixels. Vertically adjacent columns share a
/// sum of two.
template <unsigned columns>
__device__ __forceinline__ void sort_columns_by_sums(const unsigned (&row)[4][columns],
                                                     SortedColumn (&above)[columns],
                                                     SortedColumn (&below)[columns]) {
#pragma unroll
  for (unsigned x = 0; x < columns; ++x) {
    const unsigned shared = row[1][x] + row[2][x];
    above[x] = sort_by_sum(row[0][x], row[1][x], row[2][x], shared + row[0][x]);
    below[x] = sort_by_sum(row[1][x], row[2][x], row[3][x], shared + row[3][x]);
  }
}

/// The median of three columns; `sum` is the sum of their middle values.
__device__ __forceinline__ unsigned median_by_sums(const SortedColumn& a, const SortedColumn& b,
                                                   const SortedColumn& c, unsigned sum) {
  const unsigned low = largest_of(a.low, b.low, c.low);
  const unsigned middle = sort_by_sum(a.middle, b.middle, c.middle, sum).middle;
  const unsigned high = smallest_of(a.high, b.high, c.high);
  return sort_by_sum(low, middle, high, low + high + middle).middle;
}

/// For Strip3: medians of two rows of windows from their sorted columns. `Windows` filters a row.
template <class Windows>
struct MediansOfColumns {
  static constexpr LaneByte place = LaneByte::upper;

  template <unsigned windows>
  static __device__ __forceinline__ void filter(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
    SortedColumn above[windows + 2];
    SortedColumn below[windows + 2];
    sort_columns_by_sums(row, above, below);
    Windows::filter_row(above, upper);
    Windows::filter_row(below, lower);
  }
};

/// Two adjacent windows share a sum of two.
struct WindowsBySums {
  template <unsigned windows>
  static __device__ __forceinline__ void filter_row(const SortedColumn (&c)[windows + 2],
                                                    unsigned (&medians)[windows]) {
    static_assert(windows % 2 == 0);
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const unsigned shared = c[x + 1].middle + c[x + 2].middle;
      medians[x] = median_by_sums(c[x], c[x + 1], c[x + 2], shared + c[x].middle);
      medians[x + 1] = median_by_sums(c[x + 1], c[x + 2], c[x + 3], shared + c[x + 3].middle);
    }
  }
};

using MediansBySums = MediansOfColumns<WindowsBySums>;

}  // namespace median::inline RUNGS_BACKEND
