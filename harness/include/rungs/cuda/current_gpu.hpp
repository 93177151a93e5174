// For variants that use several GPUs.
#pragma once

#include <cuda_runtime_api.h>
#include <rungs/cuda/check.hpp>

namespace rungs::cuda {

/// Makes a GPU the current one until the end of the scope.
class CurrentGpu {
 public:
  explicit CurrentGpu(int device) { check(cudaSetDevice(device), "cudaSetDevice"); }
  CurrentGpu(const CurrentGpu&) = delete;
  CurrentGpu& operator=(const CurrentGpu&) = delete;
  ~CurrentGpu() { ignore(cudaSetDevice(before_)); }

 private:
  int before_ = current_device();
};

}  // namespace rungs::cuda
