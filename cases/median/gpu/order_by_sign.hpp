// The exchange of gpu/3x3_v1: arithmetic on the sign of a difference.
#pragma once

#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// Puts the smaller of two ints first. They must not be 2^31 or more apart.
struct OrderBySign {
  __device__ void operator()(int& low, int& high) const {
    const int difference = high - low;
    const int if_negative = difference & (difference >> 31);
    high -= if_negative;
    low += if_negative;
  }
};

}  // namespace median::inline RUNGS_BACKEND
