// gpu/evict_first with turns that are drawn: a block asks a counter for its next turn while it loads one.
// With every gridDim.x-th turn fixed beforehand, blocks that are ahead read far in front of those that are
// behind, and memory opens and closes its pages for both. Here the turns of all blocks together are always
// the next ones, close to each other, and no block has any left when the others are done. The price is an
// atomic and a barrier per turn; the atomic is under way together with the loads. On an H200 it is faster
// than gpu/evict_first where another kernel left dirty lines in the L2, and slower with clean ones. Which
// block takes which turn changes from run to run, which words do not mind; a sum of floats would change its
// last bits.
#include "cases/reduce/gpu/tickets.hpp"

namespace {

std::size_t workspace_bytes(const reduce::Problem& p) { return reduce::tickets_workspace_bytes(p.area()); }

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  const auto run = p.op == reduce::Op::sum ? reduce::launch_tickets<reduce::Op::sum>
                                           : reduce::launch_tickets<reduce::Op::max>;
  run(v.result, v.source, p.area(), workspace, stream);
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/tickets",
    .improves = "gpu/evict_first",
    .idea = "blocks draw their turns, so that all read close together",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
