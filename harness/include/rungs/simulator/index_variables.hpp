// threadIdx, blockIdx, blockDim and gridDim: set by the scheduler when it switches threads, read by kernels.
#pragma once

#include <rungs/simulator/vector_types.hpp>

namespace rungs::simulator::subset {

// Not const, since the scheduler writes them. nvcc rejects a kernel that writes them.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;
inline constexpr int warpSize = 32;

}  // namespace rungs::simulator::subset

namespace rungs::simulator {

/// Start of the running block's dynamic shared memory; nullptr outside a kernel.
extern constinit thread_local void* dynamic_shared_memory;

}  // namespace rungs::simulator
