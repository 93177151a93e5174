// gpu/row_bands with independent branches of the tree on streams of their own: the deck's background, mask
// and inner pattern do not depend on each other. The chain has no branches.
#include "cases/pipeline/gpu/bands.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& device, const Views& host, GpuState& state, rungs::Stream stream) {
  run_on_gpu(p, device, host, state, stream,
             [](const Node& tree, const GpuRun& on) { run_bands_on_gpu<OnGpuBranches>(tree, on); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/row_bands",
    .idea = "independent branches of the tree at the same time",
    .prepared = prepared_on_gpu(run),
}};

}  // namespace
