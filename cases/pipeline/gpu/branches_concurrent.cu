// gpu/row_bands with independent branches of the tree on streams of their own: the deck's background, mask
// and inner pattern do not depend on each other. The chain has no branches.
#include "cases/pipeline/gpu/bands.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) { run_bands_on_gpu<OnGpuBranches>(tree, on); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/row_bands",
    .idea = "independent branches of the tree at the same time",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
