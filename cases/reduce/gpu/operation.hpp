// The two operations on the device. Kernels take the operation as a template parameter, chosen at launch.
#pragma once

#include <cstdint>

#include "cases/reduce/case.hpp"
#include "harness/device.hpp"

namespace reduce {

// These helpers are static, since the CUDA and the simulator build of one source meet in one program.

template <Op op>
static __device__ std::uint32_t combine(std::uint32_t a, std::uint32_t b) {
  if constexpr (op == Op::sum) {
    return a + b;
  } else {
    return a > b ? a : b;
  }
}

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
