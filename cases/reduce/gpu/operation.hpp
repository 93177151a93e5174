// The two operations on the device. Kernels take the operation as a template parameter, chosen at launch.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "cases/reduce/case.hpp"
#include "harness/device.hpp"

namespace reduce {

// These helpers are static, since the CUDA and the simulator build of one source meet in one program.

template <Op op, class T>
static __device__ T combine(T a, T b) {
  if constexpr (op == Op::sum) {
    return a + b;
  } else if constexpr (std::is_floating_point_v<T>) {
    return fmaxf(a, b);
  } else {
    return a > b ? a : b;
  }
}

/// What leaves every value as it is.
template <Op op, class T>
inline constexpr T neutral = op == Op::max&& std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                                                         : T{0};

/// *address = combine(*address, value) in one step; works on global and on shared memory.
template <Op op>
static __device__ void combine_atomically(std::uint32_t* address, std::uint32_t value) {
  if constexpr (op == Op::sum) {
    atomicAdd(address, value);
  } else {
    atomicMax(address, value);
  }
}

}  // namespace reduce
