// The median of nine from three sorted columns: gpu/3x3_sorted_columns and later steps.
#pragma once

#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// Orders two pairs of pixels, which share words as 16-bit lanes.
__device__ __forceinline__ void order_lanes(unsigned& low, unsigned& high) {
  const unsigned smaller = __vminu2(low, high);
  high = __vmaxu2(low, high);
  low = smaller;
}

/// Three pixels, one above the other, in order.
struct Column {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Adds a third pixel to two ordered ones.
__device__ __forceinline__ Column insert(unsigned low, unsigned high, unsigned third) {
  order_lanes(third, high);
  order_lanes(low, third);
  return {low, third, high};
}

/// Sorts the pixels of two windows, one above the other: words 0 to 2 and words 1 to 3. The two words that
/// are in both are ordered once.
__device__ __forceinline__ void sort_two_columns(const unsigned (&words)[4], Column& upper, Column& lower) {
  unsigned low = words[1];
  unsigned high = words[2];
  order_lanes(low, high);
  upper = insert(low, high, words[0]);
  lower = insert(low, high, words[3]);
}

/// The median of three: `low` and `high` are ordered, c is not.
__device__ __forceinline__ unsigned middle_of(unsigned low, unsigned high, unsigned c) {
  return __vmaxu2(low, __vminu2(high, c));
}

/// The medians of a row of windows.
template <unsigned windows>
__device__ __forceinline__ void filter_columns(const Column (&c)[windows + 2], unsigned (&medians)[windows]) {
  static_assert(windows % 2 == 0);
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const Column& a = c[x + 1];
    const Column& b = c[x + 2];
    // What two adjacent columns contribute to both windows: the larger minimum, the ordered middle values and
    // the smaller maximum.
    const unsigned larger_low = __vmaxu2(a.low, b.low);
    const unsigned smaller = __vminu2(a.middle, b.middle);
    const unsigned larger = __vmaxu2(a.middle, b.middle);
    const unsigned smaller_high = __vminu2(a.high, b.high);
    const auto median_with = [&](const Column& third) {
      const unsigned low = __vmaxu2(larger_low, third.low);
      const unsigned middle = middle_of(smaller, larger, third.middle);
      const unsigned high = __vminu2(smaller_high, third.high);
      return middle_of(__vminu2(low, middle), __vmaxu2(low, middle), high);
    };
    medians[x] = median_with(c[x]);
    medians[x + 1] = median_with(c[x + 3]);
  }
}

}  // namespace median::inline RUNGS_BACKEND
