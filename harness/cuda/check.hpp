// Checked CUDA calls: throwing, and silent for destructors.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "harness/registry/backend.hpp"
#include "harness/registry/errors.hpp"

namespace rungs::cuda {

/// Throws rungs::Failed with CUDA's name and description of the error; running out of memory is
/// rungs::Unsupported.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  const std::string text =
      std::string(what) + ": " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")";
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());  // it is told here: the next launch must not report it again
    throw Unsupported(text);
  }
  throw Failed(text);
}

/// For destructors: an error is dropped, since a checked call has seen or will see it.
inline void ignore(cudaError_t status) noexcept { static_cast<void>(status); }

[[nodiscard]] inline cudaStream_t native(Stream stream) { return static_cast<cudaStream_t>(stream.handle); }

}  // namespace rungs::cuda
