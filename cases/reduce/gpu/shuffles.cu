// gpu/tree_1d without the tree: each warp folds its values by shuffles, and the first warp folds the results of the 32
// warps. Registers are exchanged directly, so a value no longer goes through shared memory five to ten times, and one
// barrier is left of five. The threads finish that much sooner and make room for the next block's loads. The loads and
// the passes are those of gpu/tree_1d.
#include "cases/reduce/gpu/passes.hpp"

namespace {

template <reduce::Op op> __global__ void shuffles(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Shuffles>(reduce::fold_loads<op>(from, count));
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_1d",
    .technique = {"shuffle"},
    .idea = "warp shuffles instead of the shared-memory tree",
    .launch = reduce::launch_passes<shuffles<reduce::Op::sum>, shuffles<reduce::Op::max>>,
    .workspace_bytes = reduce::pass_workspace,
}};

}  // namespace
