#include "harness/measure/cuda_memory_space.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <rungs/cuda/handles.hpp>

#include "harness/verify/on_all_cores.hpp"

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
  void read(void* host_to, const void* from, std::size_t bytes) override {
    if (bytes < 2 * stage_bytes || !has_stages()) return copy(host_to, from, bytes);
    read_staged(static_cast<std::byte*>(host_to), static_cast<const std::byte*>(from), bytes);
  }
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

  /// Copies through two pinned buffers: while one is filled by a DMA copy, the CPU cores empty the other. A
  /// plain copy to pageable memory keeps one core busy and leaves the bus idle most of the time.
  void read_staged(std::byte* to, const std::byte* from, std::size_t bytes) {
    const std::size_t pieces = (bytes + stage_bytes - 1) / stage_bytes;
    const auto length = [&](std::size_t piece) { return std::min(stage_bytes, bytes - piece * stage_bytes); };
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
      if (piece < pieces) {
        Stage& filled = stages_[piece % 2];
        check(cudaMemcpyAsync(filled.memory.get(), from + piece * stage_bytes, length(piece),
                              cudaMemcpyDeviceToHost, stream_.get()),
              "cudaMemcpyAsync");
        check(cudaEventRecord(filled.done.get(), stream_.get()), "cudaEventRecord");
      }
      if (piece > 0) empty(stages_[(piece - 1) % 2], to + (piece - 1) * stage_bytes, length(piece - 1));
    }
  }

  /// False if pinned memory cannot be allocated.
  [[nodiscard]] bool has_stages() {
    if (no_stages_ || stages_[1].memory.get() != nullptr) return !no_stages_;
    try {
      for (Stage& stage : stages_) stage.memory = make_pinned_memory(stage_bytes);
    } catch (const Unsupported&) {
      no_stages_ = true;
    }
    return !no_stages_;
  }

  struct Stage {
    PinnedMemory memory;
    OwnedEvent done = make_event();
  };

  static void empty(const Stage& stage, std::byte* to, std::size_t bytes) {
    constexpr std::size_t unit = std::size_t{1} << 20U;
    check(cudaEventSynchronize(stage.done.get()), "copying device memory");
    on_all_cores(bytes, unit, [&](std::size_t from, std::size_t length) {
      std::memcpy(to + from, static_cast<const std::byte*>(stage.memory.get()) + from, length);
      return true;
    });
  }

  static constexpr std::size_t stage_bytes = std::size_t{16} << 20U;
  std::array<Stage, 2> stages_;
  bool no_stages_ = false;
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
    if (bytes > 0) std::memcpy(to, host_from, bytes);  // an empty buffer has no address
  }
  void read(void* host_to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(host_to, from, bytes);
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
