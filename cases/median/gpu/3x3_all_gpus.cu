// The frames spread over all GPUs of the host, each of which streams its share.
// gpu/3x3_streamed_at_bus_rate is limited by the bus of its GPU. Every GPU has a bus of its own, so two GPUs
// should filter twice as many frames per second, as long as the host's memory feeds them all. Each GPU gets
// consecutive frames, uploads them in pieces of about four megabytes, filters each piece while the next one
// comes, and sends it back meanwhile. The cost: memory and streams on every GPU, made once per row of
// results, and a wait for the slowest GPU.
#include <memory>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"

#ifndef RUNGS_SIMULATOR
#include "cases/median/gpu/all_gpus.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

using Strip = median::Strip3<median::MediansByClamp, 4>;

constexpr std::size_t piece_bytes = 4U << 20U;

/// Both ends of all rows, from pinned memory, which a GPU reads over the bus.
__global__ void fetch_sides(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                            std::size_t rows) {
  const std::size_t y = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (y >= rows) return;
  filtered[y * width] = host[y * width];
  filtered[y * width + width - 1] = host[y * width + width - 1];
}

/// Queues the work of one GPU, which is current: `frames` frames, at `image` and `filtered` on the host.
void stream_frames(const median::Problem& p, median::OneGpu& gpu, const std::uint8_t* image,
                   std::uint8_t* filtered, unsigned frames) {
  const std::size_t rows = std::size_t{p.height} * frames;
  rungs::launch({dim3(static_cast<unsigned>((rows - 1) / 128 + 1)), dim3(128), gpu.filtering()}, fetch_sides,
                gpu.filtered(), static_cast<const std::uint8_t*>(filtered), p.width, rows);
  const auto most = static_cast<unsigned>(std::clamp<std::size_t>(piece_bytes / p.area(), 1, 65535));
  const std::size_t inner_begin = rungs::at(1, 1, p.width);
  const std::size_t inner_bytes = rungs::at(p.width - 1, p.height - 2, p.width) - inner_begin;
  for (unsigned frame = 0; frame < frames; frame += most) {
    const unsigned count = std::min(most, frames - frame);
    const std::size_t first = frame * p.area();
    rungs::upload(gpu.image() + first, image + first, count * p.area(), gpu.uploading());
    gpu.filter_what_came();
    const median::Views there{gpu.image() + first, gpu.filtered() + first};
    median::filter_frames<Strip>(median::first_frame(p, there), count, gpu.filtering());
    gpu.send_what_is_filtered();
    for (unsigned i = 0; i < count; ++i) {
      const std::size_t inner = first + i * p.area() + inner_begin;
      rungs::download(filtered + inner, gpu.filtered() + inner, inner_bytes, gpu.sending());
    }
  }
}

std::unique_ptr<median::AllGpus> make(const median::Problem& p, rungs::Stream) {
  return std::make_unique<median::AllGpus>(p);
}

void run(const median::Problem& p, const median::Views&, const median::Views& host, median::AllGpus& gpus,
         rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;  // nothing to filter
  gpus.each(stream, [&](median::OneGpu& gpu, unsigned first, unsigned frames) {
    stream_frames(p, gpu, host.image + first * p.area(), host.filtered + first * p.area(), frames);
  });
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_streamed_at_bus_rate",
    .idea = "frames spread over all GPUs of the host",
    .gpu_only = "the simulator is one GPU",
    .result = median::Result::window3,
    .all_gpus = true,
    .prepared = RUNGS_GPU_ONLY(rungs::prepared_with_copies(make, run)),
}};

}  // namespace
