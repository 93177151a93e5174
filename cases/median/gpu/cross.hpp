// The median of five pixels, of a cross: a pixel and its neighbours above, below, left and right.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/layout.hpp"
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/strip3.hpp"

namespace median::inline RUNGS_BACKEND {

/// By seven exchanges: the smallest and the largest of five go first, which leaves three. `order(low, high)`
/// puts the smaller value in `low`.
template <class Order>
struct FiveByExchanges {
  __device__ __forceinline__ unsigned operator()(unsigned a, unsigned b, unsigned c, unsigned d,
                                                 unsigned e) const {
    const Order order;
    order(a, b);
    order(d, e);
    order(a, d);
    order(b, e);
    order(b, c);
    order(c, d);
    order(b, c);
    return c;
  }
};

/// Of the 3x3 pixels around one, the median of the cross.
template <class Order>
struct MedianOfCross {
  __device__ __forceinline__ unsigned operator()(const unsigned (&values)[9]) const {
    return FiveByExchanges<Order>{}(values[1], values[3], values[4], values[5], values[7]);
  }
};

/// By eight minima and maxima of up to three values, of pixels in 16-bit lanes; found by a search over such
/// sequences. The two bounds replace an ordering of all five: a median is never above the largest of any
/// three, nor below the smallest.
struct FiveByThreeInputs {
  __device__ __forceinline__ unsigned operator()(unsigned a, unsigned b, unsigned c, unsigned d,
                                                 unsigned e) const {
    const unsigned below = smallest_of(d, e, largest_of(a, b, c));
    const unsigned above = largest_of(d, e, smallest_of(a, b, c));
    const unsigned smaller = __vminu2(a, b);
    return smallest_of(above, largest_of(a, b, below), largest_of(c, smaller, below));
  }
};

/// For Strip3: medians of two rows of crosses. `Five` computes the median of five values.
template <class Five>
struct MediansOfCrosses {
  static constexpr LaneByte place = LaneByte::upper;

  template <unsigned windows>
  static __device__ __forceinline__ void filter(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
    const Five five;
#pragma unroll
    for (unsigned x = 0; x < windows; ++x) {
      upper[x] = five(row[0][x + 1], row[1][x + 1], row[2][x + 1], row[1][x], row[1][x + 2]);
      lower[x] = five(row[1][x + 1], row[2][x + 1], row[3][x + 1], row[2][x], row[2][x + 2]);
    }
  }
};

/// Four rows of crosses per thread. Registers for five blocks on an SM: without that bound the compiler
/// spills some for sm_75.
template <class Five>
struct CrossStrip : Strip3<MediansOfCrosses<Five>, 4> {
  static constexpr unsigned blocks = 5;
  using Narrow = MedianOfCross<OrderLanes>;
};

}  // namespace median::inline RUNGS_BACKEND
