// gpu/one_launch with loads that mark their lines to leave the L2 first (an L2 policy, createpolicy).
// Nothing here is read twice, yet each line that comes in evicts another from the L2, by default the least
// recently used one. If that line holds another kernel's output, it first has to be written to memory, over
// the same bus. With this policy the lines that are read evict each other and leave the rest alone. It costs
// no instruction per load. With clean lines in the L2 it gains nothing. With dirty lines it is slower if the
// matrix is many times the size of the L2, perhaps because the stream is confined to few lines. __ldcs is not
// the same: for sm_90 it compiles to the load that a hint for the L1 alone gives. Needs compute capability
// 8.0 or later.
#include <cstddef>
#include <cstdint>
#include <rungs/l2_policy.hpp>

#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op>
__global__ void evict_first(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                            std::size_t count) {
  const auto load = [policy = rungs::l2::evict_first()](const uint4* from) {
    return rungs::l2::load(from, policy);
  };
  const std::uint32_t mine = reduce::fold_share<op, walk, uint4>(source, count, load);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? evict_first<reduce::Op::sum> : evict_first<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::require_target(kernel_for(p), 80, "an L2 policy");
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), call.stream}, kernel_for(p), call.views.result,
                reinterpret_cast<std::uint32_t*>(call.workspace), call.views.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/one_launch",
    .technique = {"hints"},
    .idea = "lines that were read leave the L2 first",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
