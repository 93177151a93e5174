// Bands of whole rows from the top down, as host/row_bands: each node keeps the rows that the next band needs
// again, so that nothing is computed twice, and rows need no collecting. Three bands are on their way at
// once.
#include "cases/pipeline/gpu/bands.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& device, const Views& host, GpuState& state, rungs::Stream stream) {
  run_on_gpu(p, device, host, state, stream,
             [](const Node& tree, const GpuRun& on) { run_bands_on_gpu<OnGpu>(tree, on); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/tiles_overlapped",
    .idea = "bands of rows; each node keeps the rows that are needed again",
    .prepared = prepared_on_gpu(run),
}};

}  // namespace
