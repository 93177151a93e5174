// gpu/vector_loads in one launch: the block that finishes last folds the blocks' values.
// Each block stores its value, makes it visible and increments a counter; the block that gets the last number
// continues. This removes the second launch, which had to wait for the complete first one and then kept one
// block busy. The cost is a fence and an atomic per block, hidden behind other blocks' loads except for the
// last block. The counter wraps to 0 by itself, so nothing has to be cleared before a launch.
#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op>
__global__ void one_launch(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                           std::size_t count) {
  const auto load = [](const uint4* vector) { return *vector; };
  const std::uint32_t mine = reduce::fold_share<op, walk, uint4>(source, count, load);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? one_launch<reduce::Op::sum> : one_launch<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), call.stream}, kernel_for(p), call.views.result,
                reinterpret_cast<std::uint32_t*>(call.workspace), call.views.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/vector_loads",
    .technique = {"launch"},
    .idea = "the last block folds the blocks' values",
    .launch = launch,
    .workspace_bytes = [](const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); },
}};

}  // namespace
