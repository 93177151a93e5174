// gpu/fused_bands on all GPUs of the host, which take bands in turns: each GPU has a bus of its own. A band
// is a range of whole leaves of the digest, so that GPUs have nothing to exchange: each computes the rows
// that hold its leaves, and the row at which two bands meet is computed twice. The host hands bands on in
// order.
#include <rungs/variant.hpp>

#include "cases/pipeline/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>

#include <rungs/cuda/current_gpu.hpp>
#include <rungs/cuda/handles.hpp>

#include "cases/pipeline/gpu/bands.hpp"
#include "cases/pipeline/gpu/fused.hpp"
#include "cases/pipeline/run/leaf_bands.hpp"

namespace {

using namespace pipeline;

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

struct State : GpuState {
  using GpuState::GpuState;
  GpuLines lines;
};

/// Leaves that any `rows` rows hold, wherever the first of them begins in a row; at least one.
std::uint64_t leaves_in(std::uint32_t rows, ImageShape shape) {
  return std::max<std::uint64_t>(std::uint64_t{rows - 1} * shape.width / leaf_bytes, 1);
}

void run_on_lines(const Node& tree, const GpuRun& on, const GpuLines& lines) {
  const std::uint32_t rows = gpu_band_rows(
      tree, on, [&](Window band) { return Fused::bytes(on.settings.tree, tree, band); }, lines.count());
  const LeafBands bands(on.settings.shape(), leaves_in(rows, on.settings.shape()));
  const Window largest = band_of(tree.frame, bands.most_rows());
  Marker started;
  started.record(on.stream);
  std::vector<std::unique_ptr<GpuPart>> parts(lines.count());
  const auto end = [&] { lines.each([&](std::size_t i) { parts[i].reset(); }); };
  try {
    lines.each([&](std::size_t i) {
      parts[i] = std::make_unique<GpuPart>(lines.at(i), on, largest, tree, bands.bytes_of(i, lines.count()));
      parts[i]->wait_for(started);
    });
    const auto with_turn = [&](std::uint64_t band, const auto& use) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(band % lines.count()));
      use(*parts[band % lines.count()]);
    };
    for (std::uint64_t band = 0; band < bands.count(); ++band) {
      const LeafRows part = bands.at(band);
      on.counts.pixels_computed += needed_pixels(tree, part.window(tree.frame));
      with_turn(band, [&](GpuPart& gpu) { gpu.compute(tree.frame, part); });
    }
    const std::uint64_t on_their_way = std::min<std::uint64_t>(bands.count(), lines.count() * band_slots);
    for (std::uint64_t band = bands.count() - on_their_way; band < bands.count(); ++band) {
      with_turn(band, [](GpuPart& gpu) { gpu.hand_on_oldest(); });
    }
    for (const auto& part : parts) {
      on.figures.bus_bytes += part->bus_bytes();
      on.figures.device_peak = std::max(on.figures.device_peak, part->peak());
    }
  } catch (...) {
    end();
    throw;
  }
  end();
}

void run(const Problem& p, const Views& device, const Views& host, State& state, rungs::Stream stream) {
  run_on_gpu(p, device, host, state, stream,
             [&](const Node& tree, const GpuRun& on) { run_on_lines(tree, on, state.lines); });
}

}  // namespace
#endif

namespace {

const rungs::Variant<pipeline::Case> variant{{
    .improves = "gpu/fused_bands",
    .idea = "all GPUs of the host take bands in turns",
    .gpu_only = "the simulator is one GPU",
    .all_gpus = true,
    .prepared = RUNGS_GPU_ONLY((pipeline::prepared_on_gpu<State>(run))),
}};

}  // namespace
