// RAII owners of CUDA handles: streams, events, device memory, pinned host memory.
#pragma once

#include <cstddef>
#include <rungs/cuda/check.hpp>
#include <utility>

namespace rungs::cuda {

/// Owns one handle of type `H`, freed by `Free`. Movable, not copyable.
template <class H, cudaError_t (*Free)(H)> class Owner {
 public:
  Owner() = default;
  explicit Owner(H handle) : handle_(handle) {}
  Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, H{})) {}
  Owner& operator=(Owner&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    if (handle_ != H{}) ignore(Free(handle_));
  }
  [[nodiscard]] H get() const { return handle_; }

 private:
  H handle_{};
};

using OwnedStream = Owner<cudaStream_t, cudaStreamDestroy>;
using OwnedEvent = Owner<cudaEvent_t, cudaEventDestroy>;
using DeviceMemory = Owner<void*, cudaFree>;
using PinnedMemory = Owner<void*, cudaFreeHost>;

/// A stream that does not synchronise with the default stream.
[[nodiscard]] inline OwnedStream make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return OwnedStream(stream);
}

[[nodiscard]] inline OwnedEvent make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "cudaEventCreate");
  return OwnedEvent(event);
}

[[nodiscard]] inline DeviceMemory make_device_memory(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  return DeviceMemory(memory);
}

/// Page-locked host memory that the device can also access.
[[nodiscard]] inline PinnedMemory make_pinned_memory(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocMapped), "cudaHostAlloc");
  return PinnedMemory(memory);
}

}  // namespace rungs::cuda
