// The memory that budgets of a GPU variant give out, a pool on the device and page-locked memory of the host;
// and points in the work of a stream.
#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>
#include <new>
#include <rungs/device.hpp>

#ifndef RUNGS_SIMULATOR
#include <rungs/cuda/handles.hpp>
#endif

namespace pipeline::inline RUNGS_BACKEND {

#ifdef RUNGS_SIMULATOR

/// Here, memory of the host.
class DeviceMemory final : public std::pmr::memory_resource {
 public:
  explicit DeviceMemory(rungs::Stream) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    return ::operator new (bytes, std::align_val_t{alignment});
  }
  void do_deallocate(void* memory, std::size_t, std::size_t alignment) override {
    ::operator delete (memory, std::align_val_t{alignment});
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};
using PinnedMemory = DeviceMemory;

/// Work is done as soon as it is queued.
class Marker {
 public:
  void record(rungs::Stream) {}
  void let_wait(rungs::Stream) const {}
  void wait() const {}
  void settle() const noexcept {}
};

#else

/// A pool of its own, in the order of one stream: memory is free as soon as the work queued before is done.
/// What has been given back stays in the pool for the next allocation.
class DeviceMemory final : public std::pmr::memory_resource {
 public:
  /// Throws rungs::Failed.
  explicit DeviceMemory(rungs::Stream stream) : stream_(rungs::cuda::native(stream)) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    rungs::cuda::check(cudaGetDevice(&properties.location.id), "cudaGetDevice");
    rungs::cuda::check(cudaMemPoolCreate(&pool_, &properties), "cudaMemPoolCreate");
    unsigned long long keep = ~0ULL;
    rungs::cuda::check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep),
                       "cudaMemPoolSetAttribute");
  }
  ~DeviceMemory() override { rungs::cuda::ignore(cudaMemPoolDestroy(pool_)); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

 private:
  /// CUDA aligns to 256 bytes or more, which is enough on a device.
  void* do_allocate(std::size_t bytes, std::size_t) override {
    void* memory = nullptr;
    rungs::cuda::check(cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_), "cudaMallocFromPoolAsync");
    return memory;
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override {
    rungs::cuda::ignore(cudaFreeAsync(memory, stream_));
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  cudaStream_t stream_;
  cudaMemPool_t pool_ = nullptr;
};

/// Page-locked memory. What has been given back is kept for an allocation of the same size, since locking
/// pages takes long; a run is repeated with the same sizes.
class PinnedMemory final : public std::pmr::memory_resource {
 public:
  explicit PinnedMemory(rungs::Stream) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t) override {
    if (auto free = free_.extract(bytes); !free.empty()) {
      return used_.emplace(free.mapped().get(), std::move(free.mapped())).first->first;
    }
    auto made = rungs::cuda::make_pinned_memory(bytes);
    return used_.emplace(made.get(), std::move(made)).first->first;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t) override {
    auto used = used_.extract(memory);
    free_.emplace(bytes, std::move(used.mapped()));
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::multimap<std::size_t, rungs::cuda::PinnedMemory> free_;  ///< by size
  std::map<void*, rungs::cuda::PinnedMemory> used_;
};

/// A point in the work of a stream.
class Marker {
 public:
  /// The point after all work queued on the stream so far.
  void record(rungs::Stream stream) {
    rungs::cuda::check(cudaEventRecord(event_.get(), rungs::cuda::native(stream)), "cudaEventRecord");
  }
  /// Lets later work of a stream wait until the point is reached.
  void let_wait(rungs::Stream stream) const {
    rungs::cuda::check(cudaStreamWaitEvent(rungs::cuda::native(stream), event_.get(), 0),
                       "cudaStreamWaitEvent");
  }
  /// Waits on the host. Throws rungs::Failed if the work has failed.
  void wait() const { rungs::cuda::check(cudaEventSynchronize(event_.get()), "cudaEventSynchronize"); }
  /// The same where an error is known already.
  void settle() const noexcept { rungs::cuda::ignore(cudaEventSynchronize(event_.get())); }

 private:
  rungs::cuda::OwnedEvent event_ = rungs::cuda::make_event();
};

#endif

}  // namespace pipeline::inline RUNGS_BACKEND
