// The selection networks unrolled for a thread: every index is a constant, so the values stay in registers.
// The functions are static, since the CUDA and the simulator build of one source meet in one program.
#pragma once

#include <cstddef>
#include <utility>

#include "cases/median/network.hpp"
#include "harness/device.hpp"

namespace median {

template <unsigned window, class Value, class Order, std::size_t... step>
static __device__ __forceinline__ void walk(Value (&values)[window * window], Order order,
                                            std::index_sequence<step...>) {
  (order(values[low_of<window, step>], values[high_of<window, step>]), ...);
}

/// The median of a window's values, which it reorders. `order(low, high)` leaves the smaller in `low`.
template <unsigned window, class Value, class Order>
static __device__ __forceinline__ Value median_of(Value (&values)[window * window], Order order) {
  walk<window>(values, order, Steps<window>{});
  return values[Network<window>::middle];
}

/// Orders four pairs of bytes at once. Where the larger or the smaller is not used again, the compiler drops
/// it: of the 198 minima and maxima for 25 values 174 are left.
struct OrderBytes {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const {
    const unsigned smaller = __vminu4(low, high);
    high = __vmaxu4(low, high);
    low = smaller;
  }
};

}  // namespace median
