// Checked CUDA calls: one version throws, one ignores errors (for destructors).
#pragma once

#include <cuda_runtime_api.h>
#include <rungs/core/backend.hpp>
#include <rungs/core/errors.hpp>
#include <string>

namespace rungs::cuda {

/// Throws rungs::Failed with the name and description of the CUDA error; rungs::OutOfMemory if memory ran out.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  const std::string text =
      std::string(what) + ": " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")";
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());  // reported here: the next launch must not report it again
    throw OutOfMemory(text);
  }
  throw Failed(text);
}

/// For destructors: ignores the error, since a checked call has seen it or will see it.
inline void ignore(cudaError_t status) noexcept { static_cast<void>(status); }

[[nodiscard]] inline int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

[[nodiscard]] inline int device_attribute(cudaDeviceAttr which, int device = current_device()) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

[[nodiscard]] inline cudaStream_t native(Stream stream) { return static_cast<cudaStream_t>(stream.handle); }

}  // namespace rungs::cuda
