// gpu/fused_bands on all GPUs of the host, which take bands in turns: each GPU has a bus of its own. The host hands
// bands on in order, and hashes the leaf of the digest at which two bands meet, so that GPUs have nothing to exchange.
#include <rungs/variant.hpp>
#include "cases/pipeline/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>
#include <deque>
#include <optional>
#include <rungs/cuda/current_gpu.hpp>
#include <rungs/cuda/handles.hpp>
#include "cases/pipeline/gpu/fused.hpp"
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

/// Something that is made, used and destroyed while its GPU is current.
template <class Held> class OfGpu {
 public:
  template <class... From> explicit OfGpu(int gpu, From&&... from) : gpu_(gpu) {
    const rungs::cuda::CurrentGpu current(gpu_);
    held_.emplace(std::forward<From>(from)...);
  }
  OfGpu(const OfGpu&) = delete;
  OfGpu& operator=(const OfGpu&) = delete;
  ~OfGpu() {
    const rungs::cuda::CurrentGpu current(gpu_);
    held_.reset();
  }
  template <class Use> void use(const Use& use) {
    const rungs::cuda::CurrentGpu current(gpu_);
    use(*held_);
  }
  [[nodiscard]] Held& held() { return *held_; }

 private:
  int gpu_;
  std::optional<Held> held_;
};

/// What a row keeps on one GPU.
class GpuLine {
 public:
  [[nodiscard]] GpuStreams streams() const { return {{computing_.get()}, {sending_.get()}, {hashing_.get()}}; }
  [[nodiscard]] DeviceMemory& memory() { return memory_; }

 private:
  rungs::cuda::OwnedStream computing_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream sending_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream hashing_ = rungs::cuda::make_stream();
  DeviceMemory memory_{{computing_.get()}};
};

struct State : GpuState {
  /// Throws rungs::Unsupported if the process sees one GPU.
  State(const Settings& settings, SourceKind source, rungs::Stream stream) : GpuState(settings, source, stream) {
    int count = 0;
    rungs::cuda::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    if (count < 2) throw rungs::Unsupported("needs at least two GPUs; this host has one");
    for (int i = 0; i < count; ++i) lines.emplace_back(i);
  }
  std::deque<OfGpu<GpuLine>> lines;
};

/// One GPU's part of one launch.
class GpuPart {
 public:
  /// `band`: the largest. Begins once the row's stream has reached `started`.
  GpuPart(GpuLine& line, const GpuRun& on, Window band, const Node& tree, const Marker& started)
      : streams_(line.streams()),
        device_("device", on.device.limit(), line.memory()),
        masks_(on.pinned, on.mask_bytes(band)),
        gpu_(device_, masks_, streams_.computing),
        source_(gpu_, streams_.computing, on.settings.tree, tree, band),
        pieces_(device_, on.pinned, band.area(), band_slots, on.output, streams_) {
    for (const rungs::Stream stream : {streams_.computing, streams_.sending, streams_.hashing})
      started.let_wait(stream);
  }

  void compute(Window band) {
    source_.compute({pieces_.next(), band.width, band});
    pieces_.send(band.area(), std::uint64_t{band.width} * static_cast<std::uint32_t>(band.y));
  }
  void hand_on_oldest() { pieces_.hand_on_oldest(); }
  [[nodiscard]] std::uint64_t bus_bytes() const { return pieces_.bus_bytes() + masks_.bytes(); }
  [[nodiscard]] std::size_t peak() const { return device_.peak(); }

 private:
  GpuStreams streams_;
  Budget device_;
  MaskUpload masks_;
  OnGpu gpu_;
  Fused source_;
  DownloadRing pieces_;
};

void run_on_lines(const Node& tree, const GpuRun& on, std::deque<OfGpu<GpuLine>>& lines) {
  const std::uint32_t rows = gpu_band_rows(
      tree, on, [&](Window band) { return Fused::bytes(on.settings.tree, tree, band); }, lines.size());
  Window band = band_of(tree.frame, rows);
  Marker started;
  started.record(on.stream);
  std::deque<OfGpu<GpuPart>> parts;
  for (OfGpu<GpuLine>& line : lines)
    parts.emplace_back(static_cast<int>(parts.size()), line.held(), on, band, tree, started);
  const std::uint32_t bands = (tree.frame.height + rows - 1) / rows;
  for (std::uint32_t number = 0; number < bands; ++number) {
    band.y = static_cast<std::int32_t>(number * rows);
    band.height = std::min(rows, tree.frame.height - number * rows);
    on.figures.pixels_computed += needed_pixels(tree, band);
    parts[number % parts.size()].use([&](GpuPart& gpu) { gpu.compute(band); });
  }
  const auto most_on_way = static_cast<std::uint32_t>(parts.size() * band_slots);
  for (std::uint32_t number = bands - std::min(bands, most_on_way); number < bands; ++number) {
    parts[number % parts.size()].use([](GpuPart& gpu) { gpu.hand_on_oldest(); });
  }
  for (OfGpu<GpuPart>& part : parts) {
    on.figures.bus_bytes += static_cast<double>(part.held().bus_bytes());
    on.figures.device_bytes = std::max(on.figures.device_bytes, static_cast<double>(part.held().peak()));
  }
}

void run(const rungs::Call<Case>& call) {
  run_on_gpu<State>(call,
                    [&](const Node& tree, const GpuRun& on) { run_on_lines(tree, on, call.state<State>().lines); });
}

}  // namespace
#endif

namespace {

const rungs::Variant<pipeline::Case> variant{{
    .improves = "gpu/fused_bands",
    .no_technique = "more GPUs, and no faster kernel",
    .idea = "all GPUs of the host take bands in turns",
    .gpu_only = "the simulator is one GPU",
    .launch = RUNGS_GPU_ONLY(run),
    .memory = rungs::copies_itself,
    .all_gpus = true,
    .prepare = RUNGS_GPU_ONLY(pipeline::make_state<State>),
}};

}  // namespace
