// The driver operations of a launch, found by capturing it into a graph instead of running it.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

namespace rungs::cuda {

/// The memsets and copies that `launch` queues on `stream`: "memset 419430400; memcpy 4", sizes in bytes.
/// Empty if there are none, or if the launch cannot be captured (it waits inside, or allocates).
[[nodiscard]] std::string driver_operations(cudaStream_t stream, const std::function<void()>& launch);

}  // namespace rungs::cuda
