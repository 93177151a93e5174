// The two operations on the device. Kernels take the operation as a template parameter, chosen at launch.
#pragma once

#include <cstdint>
#include <limits>
#include <rungs/device.hpp>
#include <type_traits>

#include "cases/reduce/case.hpp"

namespace reduce::inline RUNGS_BACKEND {

template <Op op, class T>
__device__ T combine(T a, T b) {
  if constexpr (op == Op::sum) {
    return a + b;
  } else if constexpr (std::is_floating_point_v<T>) {
    return fmaxf(a, b);
  } else {
    return a > b ? a : b;
  }
}

/// The neutral element.
template <Op op, class T>
inline constexpr T neutral = op == Op::max&& std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                                                         : T{0};

/// *address = combine(*address, value), atomically; works on global and on shared memory.
template <Op op>
__device__ void combine_atomically(std::uint32_t* address, std::uint32_t value) {
  if constexpr (op == Op::sum) {
    atomicAdd(address, value);
  } else {
    atomicMax(address, value);
  }
}

}  // namespace reduce::inline RUNGS_BACKEND
