// The network with the exchange of gpu/3x3_v1, for the variants that differ from it elsewhere.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>
#include <utility>
#include "cases/median/network.hpp"

namespace median::inline RUNGS_BACKEND {

/// Puts the smaller of two pixels first: the mask keeps a difference that is not negative.
inline __device__ void order_by_sign(int& low, int& high) {
  const int difference = low - high;
  const int mask = ~(difference >> 8);
  high += difference & mask;
  low -= difference & mask;
}

template <std::size_t... step>
__device__ __forceinline__ int median_of_nine(int (&values)[9], std::index_sequence<step...>) {
  (order_by_sign(values[low_of<3, step>], values[high_of<3, step>]), ...);
  return values[Network<3>::middle];
}

}  // namespace median::inline RUNGS_BACKEND
