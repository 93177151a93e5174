// One image computed by all GPUs of the host: they take bands in turns. Not simulated.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <rungs/cuda/current_gpu.hpp>
#include <rungs/cuda/handles.hpp>
#include <rungs/device.hpp>
#include <vector>

#include "cases/pipeline/gpu/bands.hpp"
#include "cases/pipeline/gpu/fused.hpp"
#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/gpu/way_out.hpp"
#include "cases/pipeline/run/leaf_bands.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// What a row keeps on one GPU. To be made, used and destroyed while that GPU is current.
class GpuLine {
 public:
  [[nodiscard]] GpuStreams streams() const {
    return {{computing_.get()}, {sending_.get()}, {hashing_.get()}};
  }
  [[nodiscard]] DeviceMemory& memory() { return memory_; }

 private:
  rungs::cuda::OwnedStream computing_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream sending_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream hashing_ = rungs::cuda::make_stream();
  DeviceMemory memory_{{computing_.get()}};
};

/// The GPUs that the process sees.
class GpuLines {
 public:
  /// Throws rungs::Unsupported if there is one.
  GpuLines() {
    int count = 0;
    rungs::cuda::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    if (count < 2) throw rungs::Unsupported("needs at least two GPUs; this host has one");
    for (int i = 0; i < count; ++i) {
      const rungs::cuda::CurrentGpu current(i);
      lines_.push_back(std::make_unique<GpuLine>());
    }
  }
  GpuLines(const GpuLines&) = delete;
  GpuLines& operator=(const GpuLines&) = delete;
  ~GpuLines() {
    each([this](std::size_t i) { lines_[i].reset(); });
  }

  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  [[nodiscard]] GpuLine& at(std::size_t i) const { return *lines_[i]; }
  /// Calls `use(i)` for each GPU while it is current.
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(i));
      use(i);
    }
  }

 private:
  std::vector<std::unique_ptr<GpuLine>> lines_;
};

/// One GPU's part of one launch.
class GpuPart {
 public:
  /// `bytes`: of the image that this GPU computes.
  GpuPart(GpuLine& line, const GpuRun& on, Window band, const Node& tree, std::uint64_t bytes)
      : streams_(line.streams()),
        device_("device", on.device.limit(), line.memory()),
        masks_(on.pinned, on.mask_bytes(band)),
        gpu_(device_, masks_, streams_.computing),
        source_(gpu_, streams_.computing, on.settings.tree, tree, band),
        way_out_(device_, on.pinned, band.area(), band_slots, bytes, on.outlet, streams_) {}

  void wait_for(const Marker& started) const {
    for (const rungs::Stream stream : {streams_.computing, streams_.sending, streams_.hashing})
      started.let_wait(stream);
  }
  void compute(Frame frame, const LeafRows& rows) {
    const Window band = rows.window(frame);
    source_.compute({way_out_.next(), band.width, band});
    way_out_.send(rows.bytes, rows.skipped);
  }
  void hand_on_oldest() { way_out_.hand_on_oldest(); }
  [[nodiscard]] std::uint64_t bus_bytes() const { return way_out_.bus_bytes() + masks_.bytes(); }
  [[nodiscard]] std::size_t peak() const { return device_.peak(); }

 private:
  GpuStreams streams_;
  Budget device_;
  MaskUpload masks_;
  OnGpu gpu_;
  Fused source_;
  GpuWayOut way_out_;
};

}  // namespace pipeline::inline RUNGS_BACKEND
