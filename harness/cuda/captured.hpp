// The driver operations of a launch, found by capturing it into a graph instead of running it.
#pragma once

#include <cuda_runtime_api.h>
#include <functional>
#include <rungs/core/metric.hpp>
#include <vector>

namespace rungs::cuda {

/// The memsets and copies that `launch` queues on `stream`: "memset" or "memcpy" with its bytes each.
/// Empty if there are none, or if the launch cannot be captured (it waits inside, or allocates).
[[nodiscard]] std::vector<Metric> driver_operations(cudaStream_t stream, const std::function<void()>& launch);

}  // namespace rungs::cuda
