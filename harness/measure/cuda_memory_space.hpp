// Device memory and pinned host memory as memory spaces for verification.
#pragma once

#include <memory>
#include "harness/verify/memory_space.hpp"

namespace rungs::cuda {

/// Memory of the current device. Its copies run on their own stream, so that they go on while another stream
/// is blocked.
[[nodiscard]] std::unique_ptr<MemorySpace> make_device_space();

/// Page-locked host memory.
[[nodiscard]] std::unique_ptr<MemorySpace> make_pinned_space();

}  // namespace rungs::cuda
