// Splits a GPU's multiprocessors into two groups, each with a stream whose kernels run on that group alone.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <rungs/cuda/handles.hpp>

namespace rungs::cuda {

/// Throws Unsupported, in one line, if there is no driver, or if it is too old for green contexts.
void require_green_contexts();

/// A group of multiprocessors. Kernels of its stream run on no others.
class SmGroup {
 public:
  /// Of these multiprocessors of the device. Throws Unsupported if the driver refuses.
  SmGroup(int device, CUdevResource multiprocessors);
  ~SmGroup();
  SmGroup(const SmGroup&) = delete;
  SmGroup& operator=(const SmGroup&) = delete;
  [[nodiscard]] cudaStream_t stream() const { return stream_; }
  [[nodiscard]] unsigned multiprocessors() const { return multiprocessors_; }

 private:
  CUgreenCtx context_ = nullptr;
  cudaStream_t stream_ = nullptr;
  unsigned multiprocessors_;
};

/// All multiprocessors of a device.
[[nodiscard]] CUdevResource all_multiprocessors(int device);

/// Two groups, of about this share (below 1) of the multiprocessors, and of the others. The driver rounds up, to
/// multiples of 8 with compute capability 9.0: ask the groups for their sizes.
struct SmSplit {
  SmSplit(int device, double share) : SmSplit(device, parts_of(device, share)) {}
  SmGroup kernel;
  SmGroup others;

 private:
  struct Parts {
    CUdevResource first, rest;
  };
  [[nodiscard]] static Parts parts_of(int device, double share);
  SmSplit(int device, const Parts& parts) : kernel(device, parts.first), others(device, parts.rest) {}
};

}  // namespace rungs::cuda
