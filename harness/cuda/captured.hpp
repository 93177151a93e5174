// What a launch asks of the driver, found by capturing it into a graph instead of running it.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

namespace rungs::cuda {

/// The memsets and copies among what `launch` queues on `stream`: "memset 419430400; memcpy 4", with bytes.
/// Empty where there are none, and where the launch cannot be captured (it waits inside, or allocates).
[[nodiscard]] std::string driver_operations(cudaStream_t stream, const std::function<void()>& launch);

}  // namespace rungs::cuda
