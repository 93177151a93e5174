// The kernel of gpu/3x3_clamped_middle, which the variants that stream, number or repeat run too. Two pixels
// share a word, as 16-bit lanes.
#pragma once

#include "cases/median/gpu/two_rows.hpp"

namespace median::inline RUNGS_BACKEND {

/// Three pixels, one above the other, in order.
struct SortedColumn {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Sums of two pixels a word, by what the compiler chooses. They are of complete words: the subtraction undoes any
/// carry from one lane into the next.
struct PlainSums {
  static __device__ __forceinline__ unsigned add(unsigned a, unsigned b) { return a + b; }
  static __device__ __forceinline__ unsigned subtract(unsigned a, unsigned b) { return a - b; }
  /// The larger of two, of which the smaller is known.
  static __device__ __forceinline__ unsigned larger(unsigned a, unsigned b, unsigned) { return __vmaxu2(a, b); }
};

/// Sorts three values; `sum` is their sum. The middle one is what the smallest and the largest leave of it.
template <class Sums = PlainSums>
__device__ __forceinline__ SortedColumn sort_by_sum(unsigned a, unsigned b, unsigned c, unsigned sum) {
  const unsigned low = __vimin3_u16x2(a, b, c);
  const unsigned high = __vimax3_u16x2(a, b, c);
  return {low, Sums::subtract(Sums::subtract(sum, low), high), high};
}

/// The median of three columns: of the largest of their minima, the median of their middle values and the smallest of
/// their maxima. `smaller` and `larger` are the ordered middle values of two of them, `middle` is that of the third;
/// their median is max(smaller, min(larger, middle)). The median of three is one of them, clamped to the range between
/// the other two; the clamp's maximum and the one before it are one of three values.
template <class Sums>
__device__ __forceinline__ unsigned median_by_clamp(const SortedColumn& a, const SortedColumn& b, const SortedColumn& c,
                                                    unsigned smaller, unsigned larger, unsigned middle) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = Sums::larger(low, high, floor);
  return __vminu2(ceiling, __vimax3_u16x2(floor, smaller, __vminu2(larger, middle)));
}

/// The medians of a row of windows. Two adjacent ones share the ordering of two middle values.
template <class Sums> struct ClampedRow {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const SortedColumn (&c)[windows + 2], unsigned (&medians)[windows]) const {
    static_assert(windows % 2 == 0);
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const unsigned smaller = __vminu2(c[x + 1].middle, c[x + 2].middle);
      const unsigned larger = Sums::larger(c[x + 1].middle, c[x + 2].middle, smaller);
      medians[x] = median_by_clamp<Sums>(c[x], c[x + 1], c[x + 2], smaller, larger, c[x].middle);
      medians[x + 1] = median_by_clamp<Sums>(c[x + 1], c[x + 2], c[x + 3], smaller, larger, c[x + 3].middle);
    }
  }
};

/// The medians of two rows of windows, from four rows of pixels; `FilterRow{}(columns, medians)` makes those
/// of one row of sorted columns. Vertically adjacent columns share a sum of two.
template <class FilterRow, class Sums = PlainSums> struct SumSortedRows {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const unsigned (&row)[4][windows + 2], unsigned (&upper)[windows],
                                             unsigned (&lower)[windows]) const {
    SortedColumn above[windows + 2];
    SortedColumn below[windows + 2];
#pragma unroll
    for (unsigned x = 0; x < windows + 2; ++x) {
      const unsigned shared = Sums::add(row[1][x], row[2][x]);
      above[x] = sort_by_sum<Sums>(row[0][x], row[1][x], row[2][x], Sums::add(shared, row[0][x]));
      below[x] = sort_by_sum<Sums>(row[1][x], row[2][x], row[3][x], Sums::add(shared, row[3][x]));
    }
    FilterRow{}(above, upper);
    FilterRow{}(below, lower);
  }
};

template <class Sums = PlainSums> using ClampedTwoRows = SumSortedRows<ClampedRow<Sums>, Sums>;

template <unsigned rows, class Sums = PlainSums> using ClampedStrip = TwoRowsAhead<ClampedTwoRows<Sums>, rows>;

}  // namespace median::inline RUNGS_BACKEND
