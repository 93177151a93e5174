// gpu/fused_bands on all GPUs of the host, which take bands in turns: each GPU has a bus of its own. A band
// is a range of whole leaves of the digest, so that GPUs have nothing to exchange: each computes the rows
// that hold its leaves, and the row at which two bands meet is computed twice. The host hands bands on in
// order.
#include <rungs/variant.hpp>

#include "cases/pipeline/case.hpp"

#ifndef RUNGS_SIMULATOR
#include "cases/pipeline/gpu/all_gpus.hpp"

namespace {

using namespace pipeline;

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
