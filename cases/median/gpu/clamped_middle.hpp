// Medians of 3x3 from sorted columns, where the middle one of the middle ones is clamped, of two pixels
// (16-bit lanes) at a time.
//
// The median of nine is the middle one of three: the largest of the columns' minima, the middle one of their
// middle ones, the smallest of their maxima. The middle one of b, c and x is max(min(b, c), min(max(b, c),
// x)): min(b, c) and max(b, c) serve both windows that hold b and c. And the middle one of three is one of
// them, clamped to what lies between the other two; its maximum and the one before it are one of three.
#pragma once

#include "cases/median/gpu/three_sums.hpp"
#include "harness/device.hpp"

namespace median {

/// The median of three columns. `smaller` and `larger` are the middle ones of two of them in order, `middle`
/// is that of the third.
static __device__ __forceinline__ unsigned median_by_clamp(const SortedColumn& a, const SortedColumn& b,
                                                           const SortedColumn& c, unsigned smaller,
                                                           unsigned larger, unsigned middle) {
  const unsigned low = largest_of(a.low, b.low, c.low);
  const unsigned high = smallest_of(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = __vmaxu2(low, high);
  return __vminu2(ceiling, largest_of(floor, smaller, __vminu2(larger, middle)));
}

/// Two neighbouring windows share the order of two.
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

}  // namespace median
