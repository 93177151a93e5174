// gpu/tiles_serial with three strips of tiles on their way: while one is computed, the one before is hashed
// and copied to pinned memory, and the host hands on the one before that.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) { run_recomputed_tiles_on_gpu(tree, on, 3); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/tiles_serial",
    .technique = {"overlap"},
    .idea = "copies and hashes under the kernels of the next tiles",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
