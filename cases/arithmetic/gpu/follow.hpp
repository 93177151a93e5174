// Shared by the variants: following chains.
#pragma once

#include <rungs/device.hpp>

#include "cases/arithmetic/gpu/operations.hpp"

namespace arithmetic::inline RUNGS_BACKEND {

/// Takes every chain `steps` steps further, a multiple of `group_steps`.
template <class Operation, unsigned count>
__device__ void follow(Operation (&chains)[count], unsigned steps, const Operands& operands) {
#pragma unroll 1
  for (unsigned group = 0; group < steps / group_steps; ++group) {
#pragma unroll
    for (unsigned step = 0; step < group_steps; ++step) {
#pragma unroll
      for (unsigned i = 0; i < count; ++i) chains[i].step(step % 2 != 0, operands);
    }
  }
}

}  // namespace arithmetic::inline RUNGS_BACKEND
