// A GPU as a place where pixels are computed: the memory that its budgets give out, points in the work of a
// stream, and the place itself. Work is queued on one stream.
//
// A plane's rows begin so that a pixel whose column is a multiple of 16 is aligned to 16 pixels, wherever the
// window lies: pieces of 16 pixels are loaded and stored by single instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <rungs/device.hpp>
#include <vector>

#ifndef RUNGS_SIMULATOR
#include <rungs/cuda/handles.hpp>
#endif

#include "cases/pipeline/gpu/map.hpp"
#include "cases/pipeline/gpu/median.hpp"
#include "cases/pipeline/gpu/profile.hpp"
#include "cases/pipeline/run/place.hpp"

namespace pipeline::inline RUNGS_BACKEND {

#ifdef RUNGS_SIMULATOR

/// Here, memory of the host.
struct DeviceMemory : Memory {
  explicit DeviceMemory(rungs::Stream) {}
};
using PinnedMemory = Memory;

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
class DeviceMemory final : public Memory {
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

  /// CUDA aligns to 256 bytes or more, which is enough on a device.
  [[nodiscard]] void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    rungs::cuda::check(cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_), "cudaMallocFromPoolAsync");
    return memory;
  }
  void give_back(void* memory, std::size_t) noexcept override { rungs::cuda::ignore(cudaFreeAsync(memory, stream_)); }

 private:
  cudaStream_t stream_;
  cudaMemPool_t pool_ = nullptr;
};

/// Page-locked memory. What has been given back is kept for an allocation of the same size, since locking
/// pages takes long; a run is repeated with the same sizes.
class PinnedMemory final : public Memory {
 public:
  [[nodiscard]] void* allocate(std::size_t bytes) override {
    if (const auto free = free_.extract(bytes); !free.empty()) return free.mapped();
    return all_.emplace_back(rungs::cuda::make_pinned_memory(bytes)).get();
  }
  void give_back(void* memory, std::size_t bytes) noexcept override { free_.emplace(bytes, memory); }

 private:
  std::vector<rungs::cuda::PinnedMemory> all_;
  std::multimap<std::size_t, void*> free_;  ///< by size
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
    rungs::cuda::check(cudaStreamWaitEvent(rungs::cuda::native(stream), event_.get(), 0), "cudaStreamWaitEvent");
  }
  /// Waits on the host. Throws rungs::Failed if the work has failed.
  void wait() const { rungs::cuda::check(cudaEventSynchronize(event_.get()), "cudaEventSynchronize"); }
  /// The same where an error is known already.
  void settle() const noexcept { rungs::cuda::ignore(cudaEventSynchronize(event_.get())); }

 private:
  rungs::cuda::OwnedEvent event_ = rungs::cuda::make_event();
};

#endif

/// Uploads windows of a mask in a file: the file is read by the host, into pinned memory, while the GPU works
/// on what was queued before.
class MaskUpload {
 public:
  static constexpr std::size_t buffers = 2;

  /// `plane_bytes`: of the largest plane, 0 if there is no file. The memory is pinned.
  MaskUpload(Budget& pinned, std::size_t plane_bytes) {
    if (plane_bytes == 0) return;
    for (Buffer& buffer : buffers_) buffer.memory = Block(pinned, plane_bytes);
  }

  /// Reads a plane's window and queues its upload, in one copy: what lies between its rows becomes 0, as mask
  /// pixels outside the frame are. Throws rungs::Failed if the file cannot be read.
  void upload(rungs::Stream stream, MaskFile& file, const Plane<std::uint8_t>& out) {
    Buffer& buffer = buffers_[next_];
    next_ = (next_ + 1) % buffers;
    buffer.sent.wait();
    const Plane<std::uint8_t> here{reinterpret_cast<std::uint8_t*>(buffer.memory.data()), out.pitch, out.window};
    const std::size_t bytes = (out.window.height - 1) * out.pitch + out.window.width;
    std::memset(here.pixels, 0, bytes);
    file.read(here);
    rungs::upload(out.pixels, here.pixels, bytes, stream);
    buffer.sent.record(stream);
    bytes_ += bytes;
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  ///< over the bus so far

 private:
  struct Buffer {
    Block memory;
    Marker sent;
  };
  std::array<Buffer, buffers> buffers_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
};

class OnGpu : public Place {
 public:
  static constexpr unsigned alignment = piece_pixels;

  /// `device`: a budget of device memory.
  OnGpu(Budget& device, MaskUpload& masks, rungs::Stream stream) : Place(device), masks_(masks), stream_(stream) {}

  template <class Typed, class... Planes>
  void fill(const Typed& node, const Plane<typename Typed::Pixel>& out, const Planes&... planes) const {
    if constexpr (std::is_same_v<Typed, Shape>) {
      if (node.file != nullptr) return masks_.upload(stream_, *node.file, out);
    }
    compute_on(stream_, node, out, planes...);
  }

  void clear_outside(const AnyPlane& plane, Window inside) override {
    for_outside(plane.window, inside, [&](Window part) {
      plane.of(part).typed([&]<class Pixel>(const Plane<Pixel>& out) { map(stream_, out, Constant<Pixel>{}); });
    });
  }
  void copy(const AnyPlane& to, const AnyPlane& from, Window what) override {
    to.of(what).typed(
        [&]<class Pixel>(const Plane<Pixel>& out) { map(stream_, out, Copied<Pixel>{from.as<const Pixel>()}); });
  }
  void clear(const Block& block) override {
    if (block.size() > 0) rungs::fill_bytes(block.data(), 0, block.size(), stream_);
  }
  /// In pieces that do not overlap with where they go.
  void move_to_front(const Block& block, std::size_t from, std::size_t bytes) override {
    for (std::size_t done = 0; done < bytes; done += from) {
      rungs::copy_bytes(block.data() + done, block.data() + from + done, std::min(from, bytes - done), stream_);
    }
  }

 protected:
  [[nodiscard]] rungs::Stream stream() const { return stream_; }
  void set_stream(rungs::Stream stream) { stream_ = stream; }

 private:
  MaskUpload& masks_;
  rungs::Stream stream_;
};

}  // namespace pipeline::inline RUNGS_BACKEND
