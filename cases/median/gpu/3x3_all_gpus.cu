// The frames spread over all GPUs of the host, each of which streams its share. gpu/3x3_streamed_at_bus_rate is limited
// by the bus of its GPU. Every GPU has a bus of its own, so two GPUs should filter twice as many frames per second, as
// long as the host's memory feeds them all. Each GPU gets consecutive frames, uploads them in pieces of about four
// megabytes, filters each piece while the next one comes, and sends it back meanwhile. The cost: memory and streams on
// every GPU, made once per row of results, and a wait for the slowest GPU.
#include <memory>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/cuda/current_gpu.hpp>
#include <rungs/cuda/handles.hpp>
#include <string>
#include <vector>
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"
#include "cases/median/gpu/sides.hpp"

namespace {

using Call = rungs::Call<median::Case>;

constexpr std::size_t piece_bytes = 4U << 20U;

/// One GPU's frames, and a stream each for uploads, filters and downloads. To be made and used while its GPU
/// is current.
struct OneGpu {
  unsigned first;  ///< of its frames
  unsigned frames;
  rungs::cuda::DeviceMemory image_memory;
  rungs::cuda::DeviceMemory filtered_memory;
  rungs::cuda::OwnedStream uploading = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream filtering = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream sending = rungs::cuda::make_stream();
  rungs::cuda::OwnedEvent event = rungs::cuda::make_event();
  rungs::cuda::OwnedEvent sent = rungs::cuda::make_event();

  [[nodiscard]] std::uint8_t* image() const { return static_cast<std::uint8_t*>(image_memory.get()); }
  [[nodiscard]] std::uint8_t* filtered() const { return static_cast<std::uint8_t*>(filtered_memory.get()); }
};

void wait(cudaStream_t stream, cudaEvent_t event) {
  rungs::cuda::check(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
}

/// What is queued on `later` from now on waits for what `earlier` has queued.
void follow(const rungs::cuda::OwnedStream& later, const rungs::cuda::OwnedStream& earlier,
            const rungs::cuda::OwnedEvent& event) {
  rungs::cuda::check(cudaEventRecord(event.get(), earlier.get()), "cudaEventRecord");
  wait(later.get(), event.get());
}

/// All GPUs that the process sees, with room for their share of the frames of a problem.
struct AllGpus {
  rungs::cuda::OwnedEvent started = rungs::cuda::make_event();
  std::vector<OneGpu> gpus;

  /// Throws rungs::Unsupported if there is one GPU, fewer frames than GPUs, or too little memory.
  explicit AllGpus(const median::Problem& p) {
    int count = 0;
    rungs::cuda::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    if (count < 2) throw rungs::Unsupported("needs at least two GPUs; this host has one");
    const auto all = static_cast<unsigned>(count);
    if (p.frames < all) {
      throw rungs::Unsupported("needs a frame for each of " + std::to_string(all) +
                               " GPUs; expected --param frames=" + std::to_string(all) + " or more");
    }
    const auto first = [&](unsigned gpu) { return static_cast<unsigned>(std::uint64_t{p.frames} * gpu / all); };
    for (unsigned i = 0; i < all; ++i) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(i));
      const unsigned frames = first(i + 1) - first(i);
      constexpr std::size_t rest_of_word = 3;  // the last one is loaded whole, and not used
      gpus.push_back({first(i), frames, rungs::cuda::make_device_memory(frames * p.area() + rest_of_word),
                      rungs::cuda::make_device_memory(frames * p.area())});
      rungs::cuda::check(cudaMemset(gpus.back().image() + frames * p.area(), 0, rest_of_word), "cudaMemset");
    }
  }
  AllGpus(const AllGpus&) = delete;
  AllGpus& operator=(const AllGpus&) = delete;
  ~AllGpus() {
    while (!gpus.empty()) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(gpus.size()) - 1);
      gpus.pop_back();
    }
  }
};

/// Queues the work of one GPU, which is current: its frames, at `image` and `filtered` on the host.
void stream_frames(const median::Problem& p, const OneGpu& gpu, const std::uint8_t* image, std::uint8_t* filtered) {
  const std::size_t rows = std::size_t{p.height} * gpu.frames;
  median::Problem share = p;
  share.frames = gpu.frames;
  const median::Frame all = median::first_frame(share, {gpu.image(), gpu.filtered()});
  median::fetch_sides(gpu.filtered(), filtered, p.width, rows, {gpu.filtering.get()});
  const auto most = static_cast<unsigned>(std::clamp<std::size_t>(piece_bytes / p.area(), 1, 65535));
  const std::size_t inner_begin = rungs::at(1, 1, p.width);
  const std::size_t inner_bytes = rungs::at(p.width - 1, p.height - 2, p.width) - inner_begin;
  for (unsigned frame = 0; frame < gpu.frames; frame += most) {
    const unsigned count = std::min(most, gpu.frames - frame);
    const std::size_t first = frame * p.area();
    rungs::upload(gpu.image() + first, image + first, count * p.area(), {gpu.uploading.get()});
    follow(gpu.filtering, gpu.uploading, gpu.event);
    median::filter_frames<median::ClampedStrip<4>>(all.later(frame), count, {gpu.filtering.get()});
    follow(gpu.sending, gpu.filtering, gpu.event);
    for (unsigned i = 0; i < count; ++i) {
      const std::size_t inner = first + i * p.area() + inner_begin;
      rungs::download(filtered + inner, gpu.filtered() + inner, inner_bytes, {gpu.sending.get()});
    }
  }
  follow(gpu.filtering, gpu.uploading, gpu.event);
  follow(gpu.sending, gpu.filtering, gpu.event);
  rungs::cuda::check(cudaEventRecord(gpu.sent.get(), gpu.sending.get()), "cudaEventRecord");
}

std::unique_ptr<AllGpus> make(const Call& call) { return std::make_unique<AllGpus>(call.problem); }

/// The GPUs' work begins after what is queued on `stream`, which then waits for all of it.
void launch(const Call& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;  // nothing to filter
  const cudaStream_t main = rungs::cuda::native(call.stream);
  const auto& all = call.state<AllGpus>();
  rungs::cuda::check(cudaEventRecord(all.started.get(), main), "cudaEventRecord");
  for (std::size_t i = 0; i < all.gpus.size(); ++i) {
    const OneGpu& gpu = all.gpus[i];
    const rungs::cuda::CurrentGpu current(static_cast<int>(i));
    for (const auto* one : {&gpu.uploading, &gpu.filtering, &gpu.sending}) wait(one->get(), all.started.get());
    stream_frames(p, gpu, call.host.image + gpu.first * p.area(), call.host.filtered + gpu.first * p.area());
  }
  for (const OneGpu& gpu : all.gpus) wait(main, gpu.sent.get());
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_streamed_at_bus_rate",
    .no_technique = "more GPUs, and no faster kernel",
    .idea = "frames spread over all GPUs of the host",
    .gpu_only = "the simulator is one GPU",
    .result = median::Result::window3,
    .launch = RUNGS_GPU_ONLY(launch),
    .memory = rungs::copies_itself,
    .all_gpus = true,
    .prepare = RUNGS_GPU_ONLY(make),
}};

}  // namespace
