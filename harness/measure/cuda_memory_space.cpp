#include "harness/measure/cuda_memory_space.hpp"

#include <cuda_runtime_api.h>

#include <cstring>

#include "harness/cuda/handles.hpp"

namespace rungs::cuda {
namespace {

class DeviceSpace final : public MemorySpace {
 public:
  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    return memory;
  }
  void release(void* memory) noexcept override { ignore(cudaFree(memory)); }
  void write(void* to, const void* host_from, std::size_t bytes) override { copy(to, host_from, bytes); }
  void read(void* host_to, const void* from, std::size_t bytes) override { copy(host_to, from, bytes); }
  void fill(void* to, std::byte value, std::size_t bytes) override {
    check(cudaMemsetAsync(to, std::to_integer<int>(value), bytes, stream_.get()), "cudaMemsetAsync");
    check(cudaStreamSynchronize(stream_.get()), "filling device memory");
  }
  [[nodiscard]] std::size_t free_bytes() const override {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
  }
  [[nodiscard]] const char* name() const override { return "device memory"; }

 private:
  void copy(void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_.get()), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "copying device memory");
  }

  OwnedStream stream_ = make_stream();
};

class PinnedSpace final : public MemorySpace {
 public:
  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault), "cudaHostAlloc");
    return memory;
  }
  void release(void* memory) noexcept override { ignore(cudaFreeHost(memory)); }
  void write(void* to, const void* host_from, std::size_t bytes) override {
    std::memcpy(to, host_from, bytes);
  }
  void read(void* host_to, const void* from, std::size_t bytes) override {
    std::memcpy(host_to, from, bytes);
  }
  void fill(void* to, std::byte value, std::size_t bytes) override {
    std::memset(to, std::to_integer<int>(value), bytes);
  }
  [[nodiscard]] std::size_t free_bytes() const override { return heap_->free_bytes(); }
  [[nodiscard]] const char* name() const override { return "pinned host memory"; }

 private:
  std::unique_ptr<MemorySpace> heap_ = make_heap_space();
};

}  // namespace

std::unique_ptr<MemorySpace> make_device_space() { return std::make_unique<DeviceSpace>(); }
std::unique_ptr<MemorySpace> make_pinned_space() { return std::make_unique<PinnedSpace>(); }

}  // namespace rungs::cuda
