// Two pixels per word, as 16-bit lanes, with the minima and maxima of both at once.
#pragma once

#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// Orders two pairs of lanes at once: two instructions on GPUs that have them (sm_90), a few on others.
struct OrderLanes {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const {
    const unsigned smaller = __vminu2(low, high);
    high = __vmaxu2(low, high);
    low = smaller;
  }
};

/// The median of three: `low` and `high` are ordered, c is not.
__device__ __forceinline__ unsigned middle_of(unsigned low, unsigned high, unsigned c) {
  return __vmaxu2(low, __vminu2(high, c));
}

/// The median of three in any order.
__device__ __forceinline__ unsigned median_of_three(unsigned a, unsigned b, unsigned c) {
  return middle_of(__vminu2(a, b), __vmaxu2(a, b), c);
}

}  // namespace median::inline RUNGS_BACKEND
