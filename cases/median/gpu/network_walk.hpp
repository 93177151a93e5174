// The selection networks, unrolled: every index is a constant, so the values stay in registers.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>
#include <utility>

#include "cases/median/network.hpp"

namespace median::inline RUNGS_BACKEND {

template <unsigned window, class Value, class Order, std::size_t... step>
__device__ __forceinline__ void walk(Value (&values)[window * window], Order order,
                                     std::index_sequence<step...>) {
  (order(values[low_of<window, step>], values[high_of<window, step>]), ...);
}

/// The median of a window's values, which it reorders. `order(low, high)` leaves the smaller in `low`.
template <unsigned window, class Value, class Order>
__device__ __forceinline__ Value median_of(Value (&values)[window * window], Order order) {
  walk<window>(values, order, Steps<window>{});
  return values[Network<window>::middle];
}

/// The median of all pixels of a window, for templates that can take another selection.
template <unsigned window, class Order>
struct MedianOfSquare {
  __device__ __forceinline__ unsigned operator()(unsigned (&values)[window * window]) const {
    return median_of<window>(values, Order{});
  }
};

/// Orders four pairs of bytes at once. The compiler drops a minimum or maximum that is not used again: of the
/// 198 for 25 values 174 are left.
struct OrderBytes {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const {
    const unsigned smaller = __vminu4(low, high);
    high = __vmaxu4(low, high);
    low = smaller;
  }
};

}  // namespace median::inline RUNGS_BACKEND
