// Bands of whole rows from the top down, as host/row_bands: each node keeps the rows that the next band needs
// again, so that nothing is computed twice, and rows need no collecting. Three bands are on their way at
// once.
#include "cases/pipeline/gpu/bands.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& device, const Views& host, GpuState& state, rungs::Stream stream) {
  run_on_gpu(p, device, host, state, stream, [](const auto& tree, const GpuRun& on) {
    const std::uint32_t rows =
        gpu_band_rows(tree, on, [&](Window band) { return rolling_bytes<OnGpu>(tree, band); });
    on.on_gpu(band_of(tree.frame, rows), band_slots, [&](OnGpu& gpu, GpuWayOut& way_out) {
      Rolling source(gpu, on.counts);
      run_bands(tree, source, rows, 0, tree.frame.height, way_out);
    });
  });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/tiles_overlapped",
    .idea = "bands of rows; each node keeps the rows that are needed again",
    .prepared = prepared_on_gpu(run),
}};

}  // namespace
