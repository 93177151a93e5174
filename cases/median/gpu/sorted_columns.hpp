// 3x3 medians from sorted columns of three, two pixels (16-bit lanes) at a time.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/layout.hpp"

namespace median::inline RUNGS_BACKEND {

/// Three pixels, one above the other, in order.
struct SortedColumn {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Adds a third pixel to two ordered ones.
__device__ __forceinline__ SortedColumn insert(unsigned low, unsigned high, unsigned third) {
  const OrderLanes order;
  order(third, high);
  order(low, third);
  return {low, third, high};
}

/// Sorts the pixels of two windows, one above the other: words 0 to 2 and words 1 to 3. The two words that
/// are in both are ordered once.
__device__ __forceinline__ void sort_two_columns(const unsigned (&words)[4], SortedColumn& upper,
                                                 SortedColumn& lower) {
  unsigned low = words[1];
  unsigned high = words[2];
  OrderLanes{}(low, high);
  upper = insert(low, high, words[0]);
  lower = insert(low, high, words[3]);
}

/// What two adjacent columns contribute to every window that contains both.
struct ColumnPair {
  unsigned low;      ///< the larger of the minima
  unsigned smaller;  ///< the middle values, in order
  unsigned larger;
  unsigned high;  ///< the smaller of the maxima
};

__device__ __forceinline__ ColumnPair join(const SortedColumn& a, const SortedColumn& b) {
  return {__vmaxu2(a.low, b.low), __vminu2(a.middle, b.middle), __vmaxu2(a.middle, b.middle),
          __vminu2(a.high, b.high)};
}

/// The median of the window made of a pair and the column next to it.
__device__ __forceinline__ unsigned median_of(const ColumnPair& pair, const SortedColumn& third) {
  return median_of_three(__vmaxu2(pair.low, third.low), middle_of(pair.smaller, pair.larger, third.middle),
                         __vminu2(pair.high, third.high));
}

/// The medians of an even number of adjacent windows; `columns` has two more columns than there are windows.
template <unsigned windows>
__device__ __forceinline__ void filter_row(const SortedColumn (&columns)[windows + 2],
                                           unsigned (&medians)[windows]) {
  static_assert(windows % 2 == 0);
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const ColumnPair shared = join(columns[x + 1], columns[x + 2]);
    medians[x] = median_of(shared, columns[x]);
    medians[x + 1] = median_of(shared, columns[x + 3]);
  }
}

/// The medians of two rows of windows, from four rows of pixels.
template <unsigned windows>
__device__ __forceinline__ void filter_two_rows(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
  SortedColumn above[windows + 2];
  SortedColumn below[windows + 2];
#pragma unroll
  for (unsigned x = 0; x < windows + 2; ++x) {
    sort_two_columns({row[0][x], row[1][x], row[2][x], row[3][x]}, above[x], below[x]);
  }
  filter_row(above, upper);
  filter_row(below, lower);
}

// From gpu/3x3_three_input on, columns are sorted by three-input minima and maxima: the middle value of three
// is their sum minus the smallest and the largest. Sums are of complete words: the subtraction undoes any
// carry from one lane into the next.

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

}  // namespace median::inline RUNGS_BACKEND
