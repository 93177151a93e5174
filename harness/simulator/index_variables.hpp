// threadIdx and its kin: written by the scheduler whenever it switches threads, read by kernels.
#pragma once

#include "harness/simulator/vector_types.hpp"

namespace rungs::simulator::subset {

// Not const, as the scheduler writes them; that a kernel does not is left to nvcc, which refuses it.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;
inline constexpr int warpSize = 32;

}  // namespace rungs::simulator::subset

namespace rungs::simulator {

/// Start of the running block's dynamic shared memory; nullptr outside of a kernel.
extern constinit thread_local void* dynamic_shared_memory;

}  // namespace rungs::simulator
