// The GPUs of a program. The library that uses CUDA is linked, and registered here by use_cuda(), only if
// there is a CUDA compiler; everything else works without it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "harness/cuda/device.hpp"
#include "harness/measure/executor.hpp"

namespace rungs {

using GpuFacts = cuda::DeviceFacts;

/// The functions that the CUDA library provides.
struct GpuBackend {
  std::vector<cuda::DeviceFacts> (*devices)(std::string* why_none);
  std::unique_ptr<Executor> (*make_executor)(int device);
  void (*reset)();
};

/// Called by use_cuda(), before main(). Returns what was set before.
std::optional<GpuBackend> set_gpu_backend(const std::optional<GpuBackend>& backend);

/// The GPUs that can be used; empty if there are none, with the reason in `why_none`.
[[nodiscard]] std::vector<cuda::DeviceFacts> gpus(std::string* why_none);
/// Throws BadUsage if there is no GPU `device`.
[[nodiscard]] std::unique_ptr<Executor> make_cuda_executor(int device);
/// Resets the device after a sticky error. All executors on it and all their memory must be freed before.
void reset_cuda_device();

}  // namespace rungs
