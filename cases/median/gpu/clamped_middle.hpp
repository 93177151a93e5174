// 3x3 medians from sorted columns, two pixels (16-bit lanes) at a time; the median of the middle values is
// clamped.
//
// The median of nine is the median of three values: the largest of the columns' minima, the median of their
// middle values, the smallest of their maxima. The median of b, c and x is max(min(b, c), min(max(b, c), x)):
// min(b, c) and max(b, c) serve both windows that contain b and c. And the median of three is one of them,
// clamped to the range between the other two; the clamp's maximum and the one before it merge into one
// three-input maximum.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/sorted_columns.hpp"

namespace median::inline RUNGS_BACKEND {

/// The median of three columns. `smaller` and `larger` are the ordered middle values of two of them, `middle`
/// is that of the third.
__device__ __forceinline__ unsigned median_by_clamp(const SortedColumn& a, const SortedColumn& b,
                                                    const SortedColumn& c, unsigned smaller, unsigned larger,
                                                    unsigned middle) {
  const unsigned low = largest_of(a.low, b.low, c.low);
  const unsigned high = smallest_of(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = __vmaxu2(low, high);
  return __vminu2(ceiling, largest_of(floor, smaller, __vminu2(larger, middle)));
}

/// Two adjacent windows share the ordering of two middle values.
struct WindowsByClamp {
  template <unsigned windows>
  static __device__ __forceinline__ void filter_row(const SortedColumn (&c)[windows + 2],
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
};

using MediansByClamp = MediansOfColumns<WindowsByClamp>;

}  // namespace median::inline RUNGS_BACKEND
