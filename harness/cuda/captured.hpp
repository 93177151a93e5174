// A launch captured into a graph instead of run; the driver operations found in it.
#pragma once

#include <cuda_runtime_api.h>
#include <functional>
#include <rungs/core/metric.hpp>
#include <rungs/cuda/handles.hpp>
#include <vector>

namespace rungs::cuda {

using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;

/// What `launch` queues on `stream`; empty if it cannot be captured (it waits inside, or allocates).
[[nodiscard]] Graph capture(cudaStream_t stream, const std::function<void()>& launch);
[[nodiscard]] std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph);

/// The memsets and copies that `launch` queues on `stream`: "memset" or "memcpy" with its bytes each.
/// Empty if there are none, or if the launch cannot be captured.
[[nodiscard]] std::vector<Metric> driver_operations(cudaStream_t stream, const std::function<void()>& launch);

}  // namespace rungs::cuda
