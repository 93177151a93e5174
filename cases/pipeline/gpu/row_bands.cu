// Bands of whole rows from the top down, as host/row_bands: each node keeps the rows that the next band needs again, so
// that nothing is computed twice, and rows need no collecting. Three bands are on their way at once.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) { run_bands_on_gpu<OnGpu>(tree, on); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/tiles_overlapped",
    .no_technique = "another structure of the program",
    .idea = "bands of rows; each node keeps the rows that are needed again",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
